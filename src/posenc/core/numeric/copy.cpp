#include "numeric/copy.hpp"

#include <algorithm>

#include "numeric/simd.hpp"

namespace posenc::numeric {

void copy(std::span<float> out, std::span<const float> in) noexcept {
  for_each_quad(std::min(out.size(), in.size()),
                [&](std::size_t i, std::size_t n) {
                  write_quad(out.data() + i, read_quad(in.data() + i, n), n);
                });
}

}  // namespace posenc::numeric

// src/posenc/core/transformer.
#include <cmath>

#include "case.hpp"
#include "target.hpp"
#include "transformer/activation.hpp"
#include "transformer/draw.hpp"
#include "transformer/layer_norm.hpp"

namespace posenc::fuzz {

using namespace posenc::transformer;

static void fuzz_layer_norm(Input& in) {
  const std::size_t rows = in.size();
  const std::size_t width = in.size();
  const double epsilon = in.real(1e-5, 1);
  const bool in_place = in.flag();
  Case c(in);
  const auto gain = c.maybe<float>({width});
  const auto bias = c.maybe<float>({width});
  if (in_place) {
    const auto y = c.update_list<float>(product({rows, width}));
    if (width == 0 || y.size() % width != 0) c.set_lied(true);
    c.run([&] { return layer_norm(y, y, gain, bias, width, epsilon); });
    return;
  }
  const auto x = c.list<float>(product({rows, width}));
  const auto y = c.write<float>({x.size()});
  if (width == 0 || x.size() % width != 0) c.set_lied(true);
  const Status status =
      c.run([&] { return layer_norm(y, x, gain, bias, width, epsilon); });
  if (status == Status::kOk && in.tame()) {
    check_bound(y, 1e6, "a number that finite ones cannot give");
  }
}

static void fuzz_activate(Input& in) {
  const std::size_t count = in.size();
  const auto activation = in.choose<Activation>(3);
  Case c(in);
  if (in.flag()) {
    const auto y = c.update_list<float>(count);
    c.run([&] { return activate(y, y, activation); });
    return;
  }
  const auto x = c.list<float>(count);
  const auto y = c.write<float>({x.size()});
  const Status status = c.run([&] { return activate(y, x, activation); });
  if (status != Status::kOk) return;
  for (std::size_t i = 0; i < y.size(); ++i) {
    if (std::isnan(x[i]) ? !std::isnan(y[i])
                         : std::isfinite(x[i]) && !std::isfinite(y[i])) {
      fail("NaN lost, or made of a finite number");
    }
  }
}

static void fuzz_draw(Input& in) {
  const std::size_t count = in.size(64);
  const double std = in.real(0, 4);
  const std::uint64_t seed = in.bits();
  const std::uint64_t stream = in.bits();
  Case c(in);
  const auto out = c.write_list<float>(count);
  const Status status = c.run([&] { return draw(out, std, seed, stream); });
  if (status == Status::kOk && in.tame()) {
    check_bound(out, 8.6 * std, "a number that normal ones do not reach");
  }
}

POSENC_FUZZ({"layer_norm", fuzz_layer_norm}, {"activate", fuzz_activate},
            {"draw", fuzz_draw})

}  // namespace posenc::fuzz

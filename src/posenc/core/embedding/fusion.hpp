// How position rows meet token embeddings: added, multiplied or joined.
//
//   add        out[b, t, :] = scale * tokens[b, t, :] + rows[offset + t, :]
//   multiply   out[b, t, :] = tokens[b, t, :] * (1 + rows[t, :])
//   concat     out[b, t, :] = | tokens[b, t, :] | rows[t, :] |
//
// Shapes: tokens [B, T, D]; rows [R, D], the same for every b. The paper scales
// the tokens by sqrt(D) before it adds (section 3.4): token_scale. The product
// is bert4keras's "mul": rows of zeros change nothing.
//
// Errors: add rounds twice (product, sum) in float32; multiply once; concat
// copies.
#pragma once

#include <cstddef>
#include <span>

#include "status.hpp"

namespace posenc::embedding {

struct AddOptions {
  std::size_t batch = 1;   // B
  std::size_t length = 0;  // T
  std::size_t width = 0;   // D
  float token_scale = 1;
  std::size_t offset = 0;  // the row added to token 0
};

// out and tokens [B, T, D], rows [R, D] with R >= offset + T. out may be
// tokens itself; it must not overlap rows.
//
// kBadShape: a span has another size. kOutOfRange: a row past the table.
[[nodiscard]] Status add(std::span<float> out, std::span<const float> tokens,
                         std::span<const float> rows,
                         const AddOptions& options) noexcept;

struct MultiplyOptions {
  std::size_t batch = 1;   // B
  std::size_t length = 0;  // T
  std::size_t width = 0;   // D
};

// out and tokens [B, T, D], rows [T, D]. out may be tokens itself; it must not
// overlap rows.
[[nodiscard]] Status multiply(std::span<float> out,
                              std::span<const float> tokens,
                              std::span<const float> rows,
                              const MultiplyOptions& options) noexcept;

struct ConcatOptions {
  std::size_t batch = 1;        // B
  std::size_t length = 0;       // T
  std::size_t token_width = 0;  // D1
  std::size_t row_width = 0;    // D2
};

// tokens [B, T, D1], rows [T, D2], out [B, T, D1 + D2]; out overlaps neither.
[[nodiscard]] Status concat(std::span<float> out, std::span<const float> tokens,
                            std::span<const float> rows,
                            const ConcatOptions& options) noexcept;

}  // namespace posenc::embedding

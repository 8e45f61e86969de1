// src/posenc/core/embedding: rows of formulas, tables and what is made of them.
#include <algorithm>

#include "case.hpp"
#include "embedding/axial.hpp"
#include "embedding/document.hpp"
#include "embedding/fit.hpp"
#include "embedding/fourier.hpp"
#include "embedding/fusion.hpp"
#include "embedding/hierarchical.hpp"
#include "embedding/hybrid.hpp"
#include "embedding/learned.hpp"
#include "embedding/logarithmic.hpp"
#include "embedding/ordinal.hpp"
#include "embedding/perturbed.hpp"
#include "embedding/resize.hpp"
#include "embedding/sinusoidal.hpp"
#include "embedding/timestep.hpp"
#include "target.hpp"

namespace posenc::fuzz {

using namespace posenc::embedding;

static Fill positions_of(Input& in) {
  return in.flag() ? Fill::kOrder : Fill::kPosition;
}

static SinusoidalOptions sinusoidal_options(Input& in) {
  return {.width = in.size(),
          .base = in.real(1, 1e6),
          .layout = in.choose<SinusoidalLayout>(2),
          .spacing = in.choose<SinusoidalSpacing>(2)};
}

static void fuzz_sinusoidal(Input& in) {
  const SinusoidalOptions o = sinusoidal_options(in);
  Case c(in);
  const auto positions = c.list<double>(in.size(), positions_of(in));
  const auto out = c.write<float>({positions.size(), o.width});
  const Status status = c.run([&] { return sinusoidal(out, positions, o); });
  Case d(in);
  const auto expected = d.write_list<float>(out.size());
  const Status again =
      d.run([&] { return sinusoidal_reference(expected, positions, o); });
  expect_status(status, again);
  if (status != Status::kOk) return;
  check_bound(out, 1, "a sine above 1");
  // Both are promised for positions up to 2^31.
  if (in.tame()) check_near(out, expected, 6.1e-8, 0);
}

static void fuzz_sinusoidal_range(Input& in) {
  const SinusoidalOptions o = sinusoidal_options(in);
  const std::size_t rows = in.size(60);
  const double offset = in.real(-1e6, 1e6);
  Case c(in);
  const auto out = c.write<float>({rows, o.width});
  const Status status =
      c.run([&] { return sinusoidal_range(out, rows, offset, o); });
  if (status == Status::kOk) check_bound(out, 1, "a sine above 1");
}

static void fuzz_logarithmic(Input& in) {
  const LogarithmicOptions o{
      .width = in.size(), .max_len = in.real(2, 5000), .base = in.real(1, 1e6)};
  Case c(in);
  const auto positions = c.list<double>(in.size(), positions_of(in));
  const auto out = c.write<float>({positions.size(), o.width});
  const Status status = c.run([&] { return logarithmic(out, positions, o); });
  if (status == Status::kOk && in.tame()) check_bound(out, 1e12, "a row");
}

static void fuzz_timestep(Input& in) {
  const TimestepOptions o{.width = in.size(),
                          .max_period = in.real(1, 1e6),
                          .shift = in.real(-9, 1),
                          .scale = in.real(-1000, 1000),
                          .cosine_first = in.flag()};
  Case c(in);
  const auto timesteps = c.list<double>(in.size(), positions_of(in));
  const auto out = c.write<float>({timesteps.size(), o.width});
  const Status status = c.run([&] { return timestep(out, timesteps, o); });
  Case d(in);
  const auto expected = d.write_list<float>(out.size());
  const Status again =
      d.run([&] { return timestep_reference(expected, timesteps, o); });
  expect_status(status, again);
  if (status != Status::kOk) return;
  check_bound(out, 1, "a sine above 1");
  // Both are promised for timesteps up to 2^31.
  if (in.tame()) check_near(out, expected, 6.1e-8, 0);
}

static void fuzz_index(Input& in) {
  Case c(in);
  const auto positions = c.list<double>(in.size(), positions_of(in));
  const auto out = c.write<float>({positions.size()});
  const Status status = c.run([&] { return embedding::index(out, positions); });
  if (status == Status::kOk) check_bound(out, 0x1p53, "a position");
}

static void fuzz_normalized(Input& in) {
  Case c(in);
  const auto out = c.write_list<float>(in.size());
  const Status status = c.run([&] { return normalized(out); });
  if (status == Status::kOk) check_bound(out, 1, "a share above 1");
}

static void fuzz_binary(Input& in) {
  const std::size_t bits = in.size();
  Case c(in);
  const auto positions = c.list<double>(in.size(), Fill::kIndex, 1 << 16);
  const auto out = c.write<float>({positions.size(), bits});
  const Status status = c.run([&] { return binary(out, positions, bits); });
  if (status == Status::kOk) check_bound(out, 1, "a bit above 1");
}

static void fuzz_fourier(Input& in) {
  const FourierOptions o{.rows = in.size(12),
                         .coordinates = in.size(4),
                         .bands = in.size(12),
                         .spacing = in.choose<FourierSpacing>(2),
                         .max_frequency = in.real(2, 1000),
                         .layout = in.choose<FourierLayout>(3),
                         .include_input = in.flag()};
  const std::uint64_t width = plus(product({2, o.coordinates, o.bands}),
                                   o.include_input ? o.coordinates : 0);
  Case c(in);
  const auto coords = c.read<double>({o.rows, o.coordinates});
  const auto out = c.write<float>({o.rows, width});
  const Status status = c.run([&] { return fourier(out, coords, o); });
  if (status == Status::kOk && !o.include_input) check_bound(out, 1, "a sine");
}

static void fuzz_random_fourier(Input& in) {
  const RandomFourierOptions o{
      .rows = in.size(12), .coordinates = in.size(4), .features = in.size(12)};
  Case c(in);
  const auto coords = c.read<double>({o.rows, o.coordinates});
  const auto matrix = c.read<float>({o.features, o.coordinates});
  const auto out = c.write<float>({o.rows, 2, o.features});
  const Status status =
      c.run([&] { return random_fourier(out, coords, matrix, o); });
  if (status == Status::kOk && in.tame()) check_bound(out, 1, "a sine");
}

static void fuzz_axial(Input& in) {
  AxialOptions o;
  o.axes = in.flag() ? 2 : in.size(3);
  std::uint64_t cells = 1;
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < kMaxAxes; ++i) {
    if (i < o.axes || in.lies()) o.lengths[i] = in.size(6);
    if (i >= o.axes) continue;
    cells = product({cells, o.lengths[i]});
    total = plus(total, o.lengths[i]);
  }
  o.width = in.size(48);
  o.prefix = in.size(2);
  o.base = in.real(1, 1e6);
  o.convention = in.choose<AxialConvention>(4);
  o.interleave = in.flag();
  const std::uint64_t numbers = number_of(axial_scratch_size(o));
  Case c(in);
  const auto coordinates = c.read<double>({total}, positions_of(in));
  const auto scratch = c.scratch<float>({numbers});
  const auto out = c.write<float>({plus(o.prefix, cells), o.width});
  const Status status =
      c.run([&] { return axial(out, coordinates, scratch, o); });
  if (status == Status::kOk) check_bound(out, 1, "a sine above 1");
}

static void fuzz_document_rows(Input& in) {
  const DocumentRowsOptions o{.width = in.size(), .base = in.real(1, 1e6)};
  Case c(in);
  const auto paragraphs = c.list<std::int32_t>(in.size(8), Fill::kPositive);
  std::uint64_t rows = 0;
  for (const std::int32_t n : paragraphs) rows += n > 0 ? n : 0;
  const auto offsets = c.read<float>({paragraphs.size(), o.width});
  const auto out = c.write<float>({rows, o.width});
  c.run([&] { return document_rows(out, paragraphs, offsets, o); });
}

static void fuzz_document_bias(Input& in) {
  const DocumentBiasOptions o{.window = in.size(8), .strength = in.real(-4, 4)};
  Case c(in);
  const auto sentences = c.list<std::int32_t>(in.size(8), Fill::kPositive);
  std::uint64_t rows = 0;
  for (const std::int32_t n : sentences) rows += n > 0 ? n : 0;
  std::span<const float> table;
  if (in.flag()) {
    table = c.read<float>({plus(product({2, o.window}), 1)});
    if (table.empty()) c.set_lied(false);
  }
  const auto out = c.write<float>({rows, rows});
  c.run([&] { return document_bias(out, sentences, table, o); });
}

static void fuzz_fit(Input& in) {
  const FitOptions o{.batch = in.size(3),
                     .length = in.size(),
                     .width = in.size(),
                     .limit = in.size(),
                     .keep = in.choose<FitKeep>(3)};
  Case c(in);
  const auto tokens = c.read<float>({o.batch, o.length, o.width});
  const auto out =
      c.write<float>({o.batch, std::min(o.length, o.limit), o.width});
  c.run([&] { return fit(out, tokens, o); });
}

static void fuzz_add(Input& in) {
  const AddOptions o{.batch = in.size(3),
                     .length = in.size(),
                     .width = in.size(),
                     .token_scale = static_cast<float>(in.real(-8, 8)),
                     .offset = in.size(4)};
  const Sizes shape = {o.batch, o.length, o.width};
  Case c(in);
  // A table may have more rows than are asked for.
  const std::uint64_t rows = plus(plus(o.length, o.offset), in.size(2));
  const auto table = c.read<float>({rows, o.width});
  const auto fits = [&](std::size_t tokens, std::size_t out) {
    return o.width > 0 && table.size() % o.width == 0 &&
           table.size() / o.width >= plus(o.length, o.offset) &&
           tokens == product(shape) && out == product(shape);
  };
  if (in.flag()) {
    const auto out = c.update<float>(shape);
    c.set_lied(!fits(out.size(), out.size()));
    c.run([&] { return add(out, out, table, o); });
    return;
  }
  const auto tokens = c.read<float>(shape);
  const auto out = c.write<float>(shape);
  c.set_lied(!fits(tokens.size(), out.size()));
  const Status status = c.run([&] { return add(out, tokens, table, o); });
  if (status == Status::kOk && in.tame()) check_bound(out, 64, "a sum");
}

static void fuzz_multiply(Input& in) {
  const MultiplyOptions o{
      .batch = in.size(3), .length = in.size(), .width = in.size()};
  const Sizes shape = {o.batch, o.length, o.width};
  Case c(in);
  const auto rows = c.read<float>({o.length, o.width});
  if (in.flag()) {
    const auto out = c.update<float>(shape);
    c.run([&] { return multiply(out, out, rows, o); });
    return;
  }
  const auto tokens = c.read<float>(shape);
  const auto out = c.write<float>(shape);
  c.run([&] { return multiply(out, tokens, rows, o); });
}

static void fuzz_concat(Input& in) {
  const ConcatOptions o{.batch = in.size(3),
                        .length = in.size(),
                        .token_width = in.size(),
                        .row_width = in.size()};
  Case c(in);
  const auto tokens = c.read<float>({o.batch, o.length, o.token_width});
  const auto rows = c.read<float>({o.length, o.row_width});
  const auto out =
      c.write<float>({o.batch, o.length, plus(o.token_width, o.row_width)});
  c.run([&] { return concat(out, tokens, rows, o); });
}

static void fuzz_hierarchical(Input& in) {
  const std::size_t rows = in.size(8);
  const HierarchicalOptions o{
      .rows = in.size(64), .width = in.size(), .alpha = in.real(0.1, 0.49)};
  Case c(in);
  const auto table = c.list<float>(product({rows, o.width}));
  const auto out = c.write<float>({o.rows, o.width});
  c.run([&] { return hierarchical(out, table, o); });
}

static void fuzz_hybrid(Input& in) {
  const HybridOptions o{.rows = in.size(),
                        .width = in.size(),
                        .learned_width = in.size(12),
                        .base = in.real(1, 1e6)};
  Case c(in);
  const auto learned = c.read<float>({o.rows, o.learned_width});
  const std::size_t rest =
      o.width > o.learned_width ? o.width - o.learned_width : 0;
  const auto scratch = c.scratch<float>({o.rows, rest});
  const auto out = c.write<float>({o.rows, o.width});
  c.run([&] { return hybrid(out, learned, scratch, o); });
}

static void fuzz_learned(Input& in) {
  const LearnedOptions o{.std = in.real(0, 4), .seed = in.bits()};
  Case c(in);
  const auto out = c.write_list<float>(in.size(64));
  c.run([&] { return learned(out, o); });
}

static void fuzz_lookup(Input& in) {
  const std::size_t rows = in.size();
  const LookupOptions o{.width = in.size(), .overflow = in.choose<Overflow>(3)};
  Case c(in);
  const auto table = c.list<float>(product({rows, o.width}));
  const auto positions = c.list<std::int32_t>(
      in.size(), in.flag() ? Fill::kIndex : Fill::kUnit, rows);
  const auto out = c.write<float>({positions.size(), o.width});
  c.run([&] { return lookup(out, table, positions, o); });
}

static void fuzz_update(Input& in) {
  const std::size_t rows = in.size();
  const UpdateOptions o{.width = in.size(), .learning_rate = in.real(-1, 1)};
  Case c(in);
  const auto positions = c.list<std::int32_t>(in.size(), Fill::kIndex, rows);
  const auto gradient = c.read<float>({positions.size(), o.width});
  const std::uint64_t numbers =
      number_of(update_scratch_size(rows, positions.size()));
  if (in.flag()) {
    const auto table = c.update_list<float>(product({rows, o.width}));
    const auto scratch = c.scratch<std::int32_t>({numbers});
    // Fewer rows make a table as well.
    if (table.size() != product({rows, o.width})) return;
    c.run(
        [&] { return update(table, table, positions, gradient, scratch, o); });
    return;
  }
  const auto table = c.read<float>({rows, o.width});
  const auto out = c.write<float>({rows, o.width});
  const auto scratch = c.scratch<std::int32_t>({numbers});
  // Lengths that lie alike are those of another table.
  if (out.size() == table.size() && table.size() != product({rows, o.width})) {
    return;
  }
  c.run([&] { return update(out, table, positions, gradient, scratch, o); });
}

static void fuzz_padded_positions(Input& in) {
  const std::size_t length = in.size();
  const auto padding =
      static_cast<std::int32_t>(in.integer(-1, 3) & 0xffffffff);
  Case c(in);
  const auto mask =
      c.list<std::uint8_t>(product({in.size(4), length}), Fill::kIndex, 2);
  const auto out = c.write<std::int32_t>({mask.size()});
  c.run([&] { return padded_positions(out, mask, length, padding); });
}

static void fuzz_perturbed(Input& in) {
  const PerturbedOptions o{
      .rows = in.size(), .width = in.size(), .base = in.real(1, 1e6)};
  Case c(in);
  const auto delta = c.read<float>({o.rows, o.width});
  const auto out = c.write<float>({o.rows, o.width});
  c.run([&] { return perturbed(out, delta, o); });
}

static void fuzz_resize(Input& in) {
  const ResizeOptions o{.from = {in.size(8), in.size(8)},
                        .to = {in.size(8), in.size(8)},
                        .width = in.size(8),
                        .prefix = in.size(2),
                        .method = in.choose<numeric::ResampleMethod>(3),
                        .align_corners = in.flag(),
                        .antialias = in.flag(),
                        .offset = in.flag() ? 0 : in.real(0, 1)};
  Case c(in);
  const auto table = c.read<float>(
      {plus(o.prefix, product({o.from.height, o.from.width})), o.width});
  const auto out = c.write<float>(
      {plus(o.prefix, product({o.to.height, o.to.width})), o.width});
  const Status status = c.run([&] { return resize(out, table, o); });
  if (status == Status::kOk && in.tame()) check_bound(out, 8, "a mean");
}

POSENC_FUZZ({"sinusoidal", fuzz_sinusoidal},
            {"sinusoidal_range", fuzz_sinusoidal_range},
            {"logarithmic", fuzz_logarithmic}, {"timestep", fuzz_timestep},
            {"index", fuzz_index}, {"normalized", fuzz_normalized},
            {"binary", fuzz_binary}, {"fourier", fuzz_fourier},
            {"random_fourier", fuzz_random_fourier}, {"axial", fuzz_axial},
            {"document_rows", fuzz_document_rows},
            {"document_bias", fuzz_document_bias}, {"fit", fuzz_fit},
            {"add", fuzz_add}, {"multiply", fuzz_multiply},
            {"concat", fuzz_concat}, {"hierarchical", fuzz_hierarchical},
            {"hybrid", fuzz_hybrid}, {"learned", fuzz_learned},
            {"lookup", fuzz_lookup}, {"update", fuzz_update},
            {"padded_positions", fuzz_padded_positions},
            {"perturbed", fuzz_perturbed}, {"resize", fuzz_resize})

}  // namespace posenc::fuzz

// src/posenc/core/rotary.
#include <cmath>
#include <vector>

#include "case.hpp"
#include "rotary/apply.hpp"
#include "rotary/axial.hpp"
#include "rotary/float32.hpp"
#include "rotary/frequencies.hpp"
#include "rotary/multimodal.hpp"
#include "rotary/scaling.hpp"
#include "rotary/tables.hpp"
#include "rotary/xpos.hpp"
#include "target.hpp"

namespace posenc::fuzz {

using namespace posenc::rotary;
using numeric::DoubleDouble;

static ScalingOptions scaling_options(Input& in, Case& c, std::size_t pairs) {
  ScalingOptions o;
  o.type = in.choose<ScalingType>(14);
  o.factor = in.real(1, 64);
  o.original_max_seq_len = in.real(2, 8192);
  o.max_seq_len = o.original_max_seq_len + in.real(1, 100000);
  o.beta_fast = in.real(1, 64);
  o.beta_slow = in.real(0.1, 4);
  o.truncate = in.flag();
  if (in.flag()) o.mscale = in.real(0, 2);
  if (in.flag()) o.mscale_all_dim = in.real(0, 2);
  if (in.flag()) o.attention_factor = in.real(0.1, 4);
  o.attention_multiplier = in.real(0.1, 4);
  o.extrapolation_factor = in.real(0, 1);
  o.ntk_factor = in.real(0, 1);
  o.low_frequency_factor = in.real(0.5, 2);
  o.high_frequency_factor = in.real(2, 8);
  o.partial_rotary_factor = in.real(0, 1);
  o.k = in.size(64);
  o.share = in.real(0.1, 1);
  o.kappa = in.real(0, 2);
  o.magnitude = in.choose<Magnitude>(2);
  o.rescale = c.read<double>({pairs}, Fill::kPositive);
  return o;
}

static bool reads_rescale(ScalingType type) {
  return type == ScalingType::kLongrope ||
         type == ScalingType::kDynamicLongrope;
}

static void fuzz_frequencies(Input& in) {
  Case c(in);
  FrequencyOptions o;
  o.rotary_dim = in.size(64);
  o.base = in.real(1, 1e6);
  o.seq_len = in.flag() ? in.real(0, 100000) : 0;
  const std::uint64_t pairs = product({plus(o.rotary_dim, 1)}) / 2;
  // Read by two types alone, and not looked at by the others.
  o.scaling = scaling_options(in, c, static_cast<std::size_t>(pairs));
  if (!reads_rescale(o.scaling.type)) c.set_lied(false);
  const auto theta = c.write<DoubleDouble>({pairs});
  const auto factor = c.write<double>({1});
  if (factor.size() != 1) return;
  const Status status =
      c.run([&] { return frequencies(theta, factor.data(), o); });
  if (status != Status::kOk) return;
  std::vector<DoubleDouble> single(theta.size());
  if (float32_frequencies(single, o.base, o.rotary_dim, o.scaling, o.seq_len) ==
      Status::kOk) {
    for (const auto& t : single) {
      if (!(t.hi >= 0)) fail("a float32 frequency below 0");
    }
  }
  if (in.tame()) {
    for (const auto& t : theta) {
      if (!std::isfinite(t.hi) || !(t.hi >= 0)) fail("a frequency below 0");
    }
    if (!(factor[0] > 0) || !std::isfinite(factor[0])) fail("a factor");
  }
  const Status checked =
      check_scaling(o.scaling, o.base, o.rotary_dim, o.seq_len);
  if (checked != Status::kOk) fail("check_scaling refuses what was taken");
  if (!same(attention_factor(o.scaling, o.seq_len), factor[0])) {
    fail("another factor");
  }
}

// The steps of `frequencies`, one by one.
static void fuzz_scale(Input& in) {
  Case c(in);
  const std::size_t d = 2 + in.size(64) % 512;
  const double base = in.real(1, 1e6);
  const double seq_len = in.real(0, 100000);
  const auto options = scaling_options(in, c, pair_count(d));
  const auto theta = c.write<DoubleDouble>({pair_count(d)});
  if (c.lied() || !(base >= 1) || base > 1e100) return;
  if (check_scaling(options, base, d, seq_len) != Status::kOk) return;
  c.run([&] {
    powers(theta, base, d);
    scale(theta, base, d, options, seq_len);
    return Status::kOk;
  });
}

static void fuzz_mscale(Input& in) {
  const double factor = in.real(0, 100);
  const double m = yarn_mscale(factor, in.real(0, 2));
  if (in.tame() && !(m >= 1 && m < 10)) fail("a factor below 1");
}

struct Rows {
  Angles angles;
  std::uint64_t count;
  std::uint64_t pairs;
};

static Rows rows_of_angles(Input& in, Case& c) {
  Angles a;
  a.theta = c.list<DoubleDouble>(in.size(), Fill::kPositive);
  a.axes = in.flag() ? 1 : in.size(3);
  a.positions = c.list<double>(product({a.axes, in.size()}),
                               in.flag() ? Fill::kOrder : Fill::kPosition);
  if (in.flag()) {
    a.axis_of_pair =
        c.read<std::uint8_t>({a.theta.size()}, Fill::kIndex, a.axes);
    // No list stands for axis 0.
    if (a.axis_of_pair.empty()) c.set_lied(false);
  }
  if (a.axes == 0 || a.positions.size() % a.axes != 0) c.set_lied(true);
  return {a, a.positions.size() / (a.axes == 0 ? 1 : a.axes), a.theta.size()};
}

static void fuzz_tables(Input& in) {
  Case c(in);
  const Rows of = rows_of_angles(in, c);
  const Angles& a = of.angles;
  const Sizes shape = {of.count, of.pairs};
  const auto precision = in.choose<Precision>(4);
  const double factor = in.flag() ? 1.0 : in.real(0.1, 4);
  const auto cos = c.write<float>(shape);
  const auto sin = c.write<float>(shape);
  const Status status =
      c.run([&] { return tables(cos, sin, a, precision, factor); });
  Case d(in);
  const auto cos2 = d.write<float>(shape);
  const auto sin2 = d.write<float>(shape);
  if (d.lied()) return;
  const Status again =
      d.run([&] { return tables_reference(cos2, sin2, a, precision, factor); });
  if (c.lied()) return;
  expect_status(status, again);
  if (status != Status::kOk || precision != Precision::kExact) return;
  check_near(cos, cos2, 1.2e-7 * factor, 0);
  check_near(sin, sin2, 1.2e-7 * factor, 0);
  check_bound(cos, factor * (1 + 0x1p-23), "a cosine above the factor");
  check_bound(sin, factor * (1 + 0x1p-23), "a sine above the factor");
}

static void fuzz_table_angles(Input& in) {
  Case c(in);
  const Rows of = rows_of_angles(in, c);
  const Angles& a = of.angles;
  const auto out = c.write<float>({of.count, of.pairs});
  const Status status = c.run([&] { return table_angles(out, a); });
  if (status == Status::kOk) check_bound(out, 0x1p51, "an angle");
}

static void fuzz_invert_tables(Input& in) {
  Case c(in);
  const std::size_t count = in.size();
  const auto cos = c.update_list<float>(count);
  const auto sin = c.update<float>({cos.size()});
  c.run([&] { return invert_tables(cos, sin); });
}

static void fuzz_sincos_cell(Input& in) {
  const double position = in.real(-0x1p31, 0x1p31);
  const DoubleDouble theta{in.real(-2, 2), in.real(0, 0)};
  if (!(std::abs(position) <= kMaxRotaryPosition)) return;
  if (!(std::abs(theta.hi) <= kMaxRotaryFrequency)) return;
  if (!(std::abs(theta.lo) <= 1e-16 * std::abs(theta.hi))) return;
  double s = 0;
  double c = 0;
  sincos_cell(position, theta, &s, &c);
  if (!(std::abs(s * s + c * c - 1) < 1e-14)) fail("sin^2 + cos^2");
}

static void fuzz_apply(Input& in) {
  ApplyOptions o;
  o.batch = in.size(3);
  o.seq_len = in.size(12);
  o.num_heads = in.size(3);
  o.head_dim = in.size(40);
  o.rotary_dim = in.flag() ? o.head_dim : in.size(40);
  o.start = in.flag() ? 0 : in.size(40);
  o.layout = in.choose<Layout>(2);
  o.transpose = in.flag();
  const std::size_t table = in.flag() ? o.seq_len : in.size(12);
  const bool in_place = in.flag();
  const std::uint8_t how = in.byte();
  Case c(in);
  const auto cos = c.list<float>(product({table, o.rotary_dim / 2}));
  const auto sin = c.read<float>({cos.size()});
  std::span<const std::uint32_t> rows;
  if (how % 4 == 1) rows = c.read<std::uint32_t>({1}, Fill::kIndex, table);
  if (how % 4 == 2) {
    rows = c.read<std::uint32_t>({o.seq_len}, Fill::kIndex, table);
  }
  if (how % 4 == 3) {
    rows = c.read<std::uint32_t>({o.batch, o.seq_len}, Fill::kIndex, table);
  }
  // Fewer rows may be right, too: one for all tokens, or none.
  c.set_lied(sin.size() != cos.size());
  const Sizes shape = {o.batch, o.seq_len, o.num_heads, o.head_dim};
  if (in_place) {
    const auto y = c.update<float>(shape);
    c.run([&] { return apply(y, y, cos, sin, rows, o); });
    return;
  }
  const auto x = c.read<float>(shape);
  const auto y = c.write<float>(shape);
  const Status status = c.run([&] { return apply(y, x, cos, sin, rows, o); });
  Case d(in);
  const auto expected = d.write_list<float>(y.size());
  const Status again =
      d.run([&] { return apply_reference(expected, x, cos, sin, rows, o); });
  expect_status(status, again);
  if (status == Status::kOk) check_same<float>(y, expected);
}

static void fuzz_axial(Input& in) {
  Case c(in);
  AxialOptions o;
  o.convention = in.choose<AxialConvention>(4);
  o.max_frequency = in.real(-10, 100);
  const auto shape = c.list<std::uint32_t>(in.size(3), Fill::kPositive);
  std::uint64_t cells = 1;
  for (const std::uint32_t length : shape) cells = product({cells, length});
  o.shape = shape;
  const auto pairs = c.list<std::uint32_t>(shape.size(), Fill::kPositive);
  std::uint64_t count = 0;
  for (const std::uint32_t n : pairs) count += n;
  o.pairs = pairs;
  o.bases = c.list<double>(shape.size(), Fill::kIndex, 100000);
  o.offsets = c.maybe<double>({shape.size()});
  o.scales = c.maybe<double>({shape.size()});
  const auto positions = c.write<double>({shape.size(), cells});
  const auto theta = c.write<DoubleDouble>({count});
  const auto axis = c.write<std::uint8_t>({count});
  // An empty list stands for none, and a shape that lies is another shape.
  const bool lists = (o.offsets.empty() || o.offsets.size() == shape.size()) &&
                     (o.scales.empty() || o.scales.size() == shape.size());
  const bool right = positions.size() == product({shape.size(), cells}) &&
                     theta.size() == count && axis.size() == theta.size();
  c.set_lied(!lists || !right);
  c.run([&] { return axial(positions, theta, axis, o); });
}

static void fuzz_multimodal_axes(Input& in) {
  Case c(in);
  const auto sections =
      c.list<std::uint32_t>(in.flag() ? 3 : in.size(4), Fill::kPositive);
  std::uint64_t pairs = 0;
  for (const std::uint32_t n : sections) pairs += n;
  const auto out = c.write<std::uint8_t>({pairs});
  const bool interleaved = in.flag();
  const Status status =
      c.run([&] { return multimodal_axes(out, sections, interleaved); });
  if (status != Status::kOk) return;
  for (const std::uint8_t axis : out) {
    if (axis >= sections.size()) fail("an axis that is not there");
  }
}

static void fuzz_xpos_tables(Input& in) {
  Case c(in);
  const XposOptions o{.scale_base = in.real(1, 1000),
                      .centre = in.real(0, 100),
                      .downscale = in.flag(),
                      .attention_factor = in.flag() ? 1 : in.real(0.1, 4)};
  const auto positions =
      c.list<double>(in.size(), in.flag() ? Fill::kOrder : Fill::kPosition);
  const auto theta = c.list<DoubleDouble>(in.size(), Fill::kPositive);
  const Sizes shape = {positions.size(), theta.size()};
  const auto cos = c.write<float>(shape);
  const auto sin = c.write<float>(shape);
  const auto scale = c.write<float>(shape);
  const Status status =
      c.run([&] { return xpos_tables(cos, sin, scale, positions, theta, o); });
  if (status == Status::kOk && in.tame()) {
    check_bound(scale, 1e36, "a power past the largest");
  }
}

static void fuzz_xpos_scale(Input& in) {
  Case c(in);
  const auto zeta = c.write_list<double>(in.size());
  c.run([&] {
    xpos_scale(zeta);
    return Status::kOk;
  });
  check_bound(zeta, 1, "a zeta above 1");
}

POSENC_FUZZ({"frequencies", fuzz_frequencies}, {"scale", fuzz_scale},
            {"yarn_mscale", fuzz_mscale}, {"tables", fuzz_tables},
            {"table_angles", fuzz_table_angles},
            {"invert_tables", fuzz_invert_tables},
            {"sincos_cell", fuzz_sincos_cell}, {"apply", fuzz_apply},
            {"axial", fuzz_axial}, {"multimodal_axes", fuzz_multimodal_axes},
            {"xpos_tables", fuzz_xpos_tables}, {"xpos_scale", fuzz_xpos_scale})

}  // namespace posenc::fuzz

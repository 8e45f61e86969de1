// src/posenc/core/bias.
#include <cmath>

#include "bias/alibi.hpp"
#include "bias/fire.hpp"
#include "bias/kerple.hpp"
#include "bias/log_cpb.hpp"
#include "bias/offsets.hpp"
#include "bias/sandwich.hpp"
#include "bias/t5.hpp"
#include "case.hpp"
#include "target.hpp"

namespace posenc::fuzz {

using namespace posenc::bias;

static Future future_of(Input& in) { return in.choose<Future>(3); }

static Offsets offsets_of(Input& in) {
  const std::size_t count = in.size(60);
  return {in.real(-100, 100), count};
}

static void fuzz_expand(Input& in) {
  const std::size_t heads = in.size(4);
  const std::size_t queries = in.size();
  const std::size_t keys = in.size();
  const std::uint64_t count = plus(queries, keys);
  const std::size_t row = count == 0 ? 0 : static_cast<std::size_t>(count - 1);
  const std::size_t stride = in.flag() ? 0 : row + in.byte() % 5u;
  Case c(in);
  const auto rows =
      c.read<float>({number_of(expanded_size(heads, queries, keys, stride))});
  const auto out = c.write<float>({heads, queries, keys});
  const Status status =
      c.run([&] { return expand(out, rows, heads, queries, keys, stride); });
  Case d(in);
  const auto expected = d.write_list<float>(out.size());
  const Status again = d.run([&] {
    return expand_reference(expected, rows, heads, queries, keys, stride);
  });
  expect_status(status, again);
  if (status == Status::kOk) check_same(out, expected);
}

static void fuzz_gather(Input& in) {
  const std::size_t heads = in.size(4);
  const std::size_t count = in.size(60);
  const std::int64_t first = in.integer(-60, 0);
  Case c(in);
  const auto rows = c.list<float>(product({heads, count}));
  const auto queries = c.list<std::int32_t>(in.size(), Fill::kIndex, 16);
  const auto keys = c.list<std::int32_t>(in.size(), Fill::kIndex, 16);
  const auto out = c.write<float>({heads, queries.size(), keys.size()});
  c.run([&] { return gather(out, rows, heads, first, queries, keys); });
}

static void fuzz_close_future(Input& in) {
  const Offsets offsets = offsets_of(in);
  const Future future = future_of(in);
  if (!is_valid(offsets) || !is_valid(future)) return;
  const std::size_t n = first_future(offsets);
  if (n > offsets.count) fail("first_future");
  Case c(in);
  const auto row = c.update<float>({offsets.count});
  if (c.lied()) return;
  c.run([&] {
    close_future(row, offsets, future);
    return Status::kOk;
  });
}

static void fuzz_alibi_slopes(Input& in) {
  const auto order = in.choose<AlibiOrder>(3);
  const double max_bias = in.real(1, 16);
  Case c(in);
  const auto out = c.write_list<double>(in.size());
  const Status status =
      c.run([&] { return alibi_slopes(out, order, max_bias); });
  if (status == Status::kOk) check_bound(out, 1, "a slope above 1");
}

static void fuzz_alibi_by_offset(Input& in) {
  const Offsets offsets = offsets_of(in);
  const AlibiOptions o{.symmetric = in.flag(), .future = future_of(in)};
  Case c(in);
  const auto slopes = c.list<double>(in.size(5));
  const auto out = c.write<float>({slopes.size(), offsets.count});
  const Status status =
      c.run([&] { return alibi_by_offset(out, offsets, slopes, o); });
  Case d(in);
  const auto expected = d.write_list<float>(out.size());
  const Status again = d.run(
      [&] { return alibi_by_offset_reference(expected, offsets, slopes, o); });
  expect_status(status, again);
  if (status == Status::kOk) check_same(out, expected);
}

static void fuzz_alibi_by_key(Input& in) {
  const Future future = future_of(in);
  Case c(in);
  const auto slopes = c.list<double>(in.size(5));
  const auto queries = c.list<double>(in.size(), Fill::kOrder);
  const auto keys = c.list<double>(in.size(), Fill::kOrder);
  const auto out = c.write<float>({slopes.size(), queries.size(), keys.size()});
  const auto scratch = c.scratch<float>({keys.size()});
  c.run([&] {
    return alibi_by_key(out, slopes, queries, keys, future, scratch);
  });
}

static T5Options t5_options(Input& in) {
  T5Options o;
  o.bidirectional = in.flag();
  const std::uint32_t buckets = in.size32(32) & ~1u;
  o.num_buckets = static_cast<std::int32_t>(buckets);
  o.max_distance = static_cast<std::int32_t>(in.flag() ? in.size32(200)
                                                       : buckets + in.byte());
  return o;
}

static void fuzz_t5_thresholds(Input& in) {
  const T5Options o = t5_options(in);
  Case c(in);
  const std::uint64_t count = number_of(t5_threshold_count(o));
  if ((count == 0) == is_valid(o)) fail("no thresholds");
  const auto out = c.write<std::int32_t>({count});
  const Status status = c.run([&] { return t5_thresholds(out, o); });
  if (status != Status::kOk) return;
  for (std::size_t i = 1; i < out.size(); ++i) {
    if (out[i] < out[i - 1]) fail("thresholds that fall");
  }
}

static void fuzz_t5_bucket(Input& in) {
  const T5Options o = t5_options(in);
  const std::size_t count = in.size(100);
  const bool in_place = in.flag();
  Case c(in);
  const auto relative = c.list<std::int32_t>(count);
  const auto scratch =
      c.scratch<std::int32_t>({number_of(t5_bucket_scratch_size(o))});
  const auto out = c.write<std::int32_t>({relative.size()});
  const Status status =
      c.run([&] { return t5_bucket(out, relative, o, scratch); });
  if (status != Status::kOk) return;
  for (const std::int32_t b : out) {
    if (b < 0 || b >= o.num_buckets) fail("a bucket that is not there");
  }
  Case d(in);
  const auto thresholds =
      d.write<std::int32_t>({number_of(t5_threshold_count(o))});
  const auto expected = d.write_list<std::int32_t>(out.size());
  if (d.lied()) return;
  d.run([&] {
    const Status made = t5_thresholds(thresholds, o);
    if (made != Status::kOk) return made;
    return t5_bucket_reference(expected, relative, o, thresholds);
  });
  check_same(out, expected);
  if (!in_place) return;
  Case e(in);
  const auto both = e.update_list<std::int32_t>(count);
  e.run([&] { return t5_bucket(both, both, o, scratch); });
}

static void fuzz_t5_by_offset(Input& in) {
  const T5Options o = t5_options(in);
  const Offsets offsets = offsets_of(in);
  const std::size_t heads = in.size(4);
  const Future future = future_of(in);
  const auto buckets = static_cast<std::uint32_t>(o.num_buckets);
  Case c(in);
  const auto table = c.read<float>({buckets, heads});
  const auto scratch =
      c.scratch<std::int32_t>({number_of(t5_threshold_count(o))});
  const auto out = c.write<float>({heads, offsets.count});
  c.run([&] {
    return t5_by_offset(out, offsets, table, heads, o, future, scratch);
  });
}

static KerpleOptions kerple_options(Input& in) {
  return {.kind = in.choose<KerpleKind>(2),
          .eps = in.real(0.001, 1),
          .future = future_of(in)};
}

static KerpleKernel kerple_kernel(Case& c, std::size_t heads) {
  KerpleKernel kernel;
  kernel.a = c.maybe<double>({heads});
  kernel.p = c.maybe<double>({heads});
  return kernel;
}

static void fuzz_kerple_by_offset(Input& in) {
  const KerpleOptions o = kerple_options(in);
  const Offsets offsets = offsets_of(in);
  const std::size_t heads = in.size(4);
  Case c(in);
  const KerpleKernel kernel = kerple_kernel(c, heads);
  const auto out = c.write<float>({heads, offsets.count});
  c.run([&] { return kerple_by_offset(out, offsets, heads, kernel, o); });
}

static void fuzz_kerple_scores(Input& in) {
  const KerpleOptions o = kerple_options(in);
  const ScoreShape s{.batch = in.size(2),
                     .heads = in.size(3),
                     .queries = in.size(12),
                     .keys = in.size(12),
                     .offset = in.real(-10, 10)};
  const Sizes shape = {s.batch, s.heads, s.queries, s.keys};
  Case c(in);
  const auto kernel = kerple_kernel(c, s.heads);
  KerpleKernel weight;
  if (in.flag()) weight = kerple_kernel(c, s.heads);
  const std::uint64_t both = plus(s.queries, s.keys);
  const auto scratch = c.scratch<double>({2, both == 0 ? 0 : both - 1});
  if (in.flag()) {
    const auto out = c.update<float>(shape);
    c.run(
        [&] { return kerple_scores(out, out, s, kernel, weight, o, scratch); });
    return;
  }
  const auto scores = c.read<float>(shape);
  const auto out = c.write<float>(shape);
  const Status status = c.run([&] {
    return kerple_scores(out, scores, s, kernel, weight, o, scratch);
  });
  Case d(in);
  const auto expected = d.write_list<float>(out.size());
  const Status again = d.run([&] {
    return kerple_scores_reference(expected, scores, s, kernel, weight, o);
  });
  if (c.lied()) return;
  expect_status(status, again);
  if (status == Status::kOk && in.tame()) {
    check_near(out, expected, 1e-5, 1e-5);
  }
}

static void fuzz_sandwich(Input& in) {
  const Offsets offsets = offsets_of(in);
  const std::size_t heads = in.size(4);
  const SandwichOptions o{.dim = in.size(32) & ~std::size_t{1},
                          .base = in.real(1, 1e6),
                          .convention = in.choose<SandwichConvention>(2),
                          .future = future_of(in)};
  Case c(in);
  const auto scratch = c.scratch<numeric::Frequency>({o.dim / 2});
  const auto out = c.write<float>({heads, offsets.count});
  const Status status = c.run(
      [&] { return sandwich_by_offset(out, offsets, heads, o, scratch); });
  Case d(in);
  const auto scratch2 = d.scratch<numeric::Frequency>({o.dim / 2});
  const auto expected = d.write_list<float>(out.size());
  if (d.lied()) return;
  const Status again = d.run([&] {
    return sandwich_by_offset_reference(expected, offsets, heads, o, scratch2);
  });
  if (c.lied()) return;
  expect_status(status, again);
  if (status == Status::kOk && in.tame()) {
    const auto dim = static_cast<double>(o.dim);
    check_near(out, expected, dim * dim * 1e-12, 1.3e-7);
  }
}

// The parameters of a FIRE of few units.
struct Fire {
  FireWeights weights;
  FireOptions options;
};

static Fire fire_of(Input& in, Case& c, std::size_t width, std::size_t heads) {
  Fire f;
  f.weights.hidden_weight = c.list<float>(width);
  f.weights.hidden_bias = c.read<float>({f.weights.hidden_weight.size()});
  f.weights.output_bias = c.list<float>(heads);
  f.weights.output_weight = c.read<float>(
      {f.weights.output_bias.size(), f.weights.hidden_weight.size()});
  f.options = {.c = in.real(0.01, 4),
               .length = in.real(1, 512),
               .multiplier = in.real(0.01, 2),
               .eps = in.real(1e-6, 1e-3),
               .future = future_of(in)};
  return f;
}

static void fuzz_fire(Input& in) {
  const std::size_t width = in.size(12);
  const std::size_t heads = in.size(4);
  const Offsets offsets = offsets_of(in);
  const std::uint64_t numbers =
      number_of(fire_scratch_size(width, heads, offsets.count));
  if (numbers == 0 && in.tame() && width > 0 && heads > 0)
    fail("no scratch for small sizes");
  Case c(in);
  const Fire f = fire_of(in, c, width, heads);
  const auto scratch = c.scratch<double>({numbers});
  if (scratch.size() != numbers || f.weights.hidden_weight.size() != width ||
      f.weights.output_bias.size() != heads) {
    c.set_lied(true);
  }
  const FireTile tile{.head = in.size(4),
                      .heads = in.size(4),
                      .query = in.integer(0, 40),
                      .queries = in.size(12),
                      .key = in.integer(0, 40),
                      .keys = in.size(12)};
  FirePlan plan;
  const Status made = c.run([&] {
    plan = {};
    return fire_prepare(&plan, offsets, f.weights, f.options, scratch);
  });
  if (made != Status::kOk) return;
  Case d(in);
  const auto out = d.write<float>({tile.heads, tile.queries, tile.keys});
  const Status drawn = d.run([&] { return fire_tile(out, plan, tile); });
  // -infinity is the mask of the future.
  if (f.options.future == Future::kMask) return;
  if (drawn != Status::kOk || !in.tame()) return;
  check_bound(out, 1e30, "a bias");
}

static void fuzz_fire_reference(Input& in) {
  Case c(in);
  const Fire f = fire_of(in, c, in.size(12), in.size(4));
  const auto queries = c.list<double>(in.size(12), Fill::kOrder);
  const auto keys = c.list<double>(in.size(12), Fill::kOrder);
  const auto out = c.write<float>(
      {f.weights.output_bias.size(), queries.size(), keys.size()});
  c.run(
      [&] { return fire_reference(out, queries, keys, f.weights, f.options); });
}

static std::uint64_t offsets_along(std::size_t side) {
  return side == 0 ? 0 : plus(product({2, side}), 0) - 1;
}

static void fuzz_relative_position_index(Input& in) {
  const Window w{in.size(6), in.size(6)};
  Case c(in);
  const auto out =
      c.write<std::int32_t>({w.height, w.width, w.height, w.width});
  const Status status = c.run([&] { return relative_position_index(out, w); });
  if (status != Status::kOk) return;
  const std::uint64_t count =
      product({offsets_along(w.height), offsets_along(w.width)});
  for (const std::int32_t i : out) {
    if (i < 0 || static_cast<std::uint64_t>(i) >= count) fail("an offset");
  }
}

static Window pretrained_of(Input& in) {
  if (in.flag()) return {};
  return {in.size(12), in.size(12)};
}

static void fuzz_relative_coords(Input& in) {
  const Window w{in.size(12), in.size(12)};
  const Window pretrained = pretrained_of(in);
  Case c(in);
  const auto out =
      c.write<float>({offsets_along(w.height), offsets_along(w.width), 2});
  const Status status =
      c.run([&] { return relative_coords(out, w, pretrained); });
  if (status == Status::kOk) check_bound(out, 10, "a coordinate");
}

static void fuzz_log_cpb(Input& in) {
  const std::size_t heads = in.size(3);
  const std::size_t hidden = in.size(8);
  const Window w{in.size(4), in.size(4)};
  const LogCpbOptions o{
      .window = w, .pretrained = pretrained_of(in), .scale = in.real(-20, 20)};
  Case c(in);
  LogCpbWeights weights;
  weights.hidden_bias = c.list<float>(hidden);
  weights.hidden_weight = c.read<float>({weights.hidden_bias.size(), 2});
  weights.output_weight = c.read<float>({heads, weights.hidden_bias.size()});
  const auto table =
      c.scratch<float>({number_of(log_cpb_table_size(heads, w))});
  const auto scratch = c.scratch<double>(
      {number_of(log_cpb_scratch_size(heads, weights.hidden_bias.size(), w))});
  const Sizes shape = {heads, w.height, w.width, w.height, w.width};
  const auto out = c.write<float>(shape);
  const Status status =
      c.run([&] { return log_cpb(out, heads, weights, o, table, scratch); });
  Case d(in);
  const auto expected = d.write_list<float>(out.size());
  const Status again =
      d.run([&] { return log_cpb_reference(expected, heads, weights, o); });
  if (c.lied()) return;
  expect_status(status, again);
  if (status != Status::kOk || !in.tame()) return;
  check_near(out, expected, 1e-5, 1e-6);
  check_bound(out, 20.001, "a bias above the scale");
}

POSENC_FUZZ({"expand", fuzz_expand}, {"gather", fuzz_gather},
            {"close_future", fuzz_close_future},
            {"alibi_slopes", fuzz_alibi_slopes},
            {"alibi_by_offset", fuzz_alibi_by_offset},
            {"alibi_by_key", fuzz_alibi_by_key},
            {"t5_thresholds", fuzz_t5_thresholds},
            {"t5_bucket", fuzz_t5_bucket}, {"t5_by_offset", fuzz_t5_by_offset},
            {"kerple_by_offset", fuzz_kerple_by_offset},
            {"kerple_scores", fuzz_kerple_scores}, {"sandwich", fuzz_sandwich},
            {"fire", fuzz_fire}, {"fire_reference", fuzz_fire_reference},
            {"relative_position_index", fuzz_relative_position_index},
            {"relative_coords", fuzz_relative_coords},
            {"log_cpb", fuzz_log_cpb})

}  // namespace posenc::fuzz

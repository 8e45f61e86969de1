// What src/posenc/core/relative has beside its attention terms, which
// attention.cpp tries.
#include "case.hpp"
#include "relative/cope.hpp"
#include "relative/deberta.hpp"
#include "relative/log_bucket.hpp"
#include "relative/shaw.hpp"
#include "relative/transformer_xl.hpp"
#include "relative/tupe.hpp"
#include "target.hpp"

namespace posenc::fuzz {

using namespace posenc::relative;

static void fuzz_log_buckets(Input& in) {
  LogBucketOptions o;
  const std::uint32_t buckets = in.size32(300);
  o.buckets = static_cast<std::int32_t>(buckets);
  o.max_position = static_cast<std::int32_t>(
      in.flag() ? in.size32(600) : buckets / 2 + 2 + in.byte());
  o.clamp = in.flag();
  Case c(in);
  if (in.flag()) {
    const auto both = c.update_list<std::int32_t>(in.size(60));
    c.run([&] { return log_buckets(both, both, o); });
    return;
  }
  const auto relative = c.list<std::int32_t>(in.size(60));
  const auto out = c.write<std::int32_t>({relative.size()});
  const Status status = c.run([&] { return log_buckets(out, relative, o); });
  if (status != Status::kOk) return;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (out[i] != 0 && (out[i] < 0) != (relative[i] < 0)) fail("another sign");
    const std::int64_t size = out[i] < 0 ? -std::int64_t{out[i]} : out[i];
    if (o.clamp && size > o.buckets) fail("a bucket too many");
  }
}

static void fuzz_shaw_indices(Input& in) {
  const std::size_t queries = in.size();
  const std::size_t keys = in.size();
  const std::int64_t offset = in.integer(-40, 40);
  const std::size_t clip = in.size(12);
  Case c(in);
  const auto out = c.write<std::int32_t>({queries, keys});
  const Status status =
      c.run([&] { return shaw_indices(out, queries, keys, offset, clip); });
  if (status != Status::kOk) return;
  for (const std::int32_t i : out) {
    if (i < 0 || static_cast<std::uint64_t>(i) > 2 * std::uint64_t{clip}) {
      fail("an index outside the table");
    }
  }
}

static void fuzz_shaw_values(Input& in) {
  const ShawValuesShape s{.matrices = in.size(3),
                          .queries = in.size(12),
                          .keys = in.size(12),
                          .value_width = in.size(8),
                          .clip = in.size(8),
                          .offset = in.integer(-20, 20)};
  Case c(in);
  const auto weights = c.read<float>({s.matrices, s.queries, s.keys});
  const auto table =
      c.read<float>({plus(product({2, s.clip}), 1), s.value_width});
  const auto out = c.write<float>({s.matrices, s.queries, s.value_width});
  const Status status =
      c.run([&] { return shaw_values(out, weights, table, s); });
  if (status == Status::kOk && in.tame()) {
    check_bound(out, static_cast<double>(s.keys) * 16 + 1, "a sum");
  }
}

static void fuzz_rel_shift(Input& in) {
  const std::size_t queries = in.size(12);
  const std::size_t keys = in.size(12);
  const std::size_t rows = in.flag() ? keys : keys + in.size(12);
  const bool wrap = in.flag();
  Case c(in);
  const auto x = c.read<float>({queries, rows});
  const auto out = c.write<float>({queries, keys});
  const Status status =
      c.run([&] { return rel_shift(out, x, queries, rows, keys, wrap); });
  if (status == Status::kOk && in.tame()) check_bound(out, 4, "no number of x");
}

static void fuzz_rel_unshift(Input& in) {
  const std::size_t queries = in.size(12);
  const std::size_t keys = in.size(12);
  const std::size_t rows = in.flag() ? keys : keys + in.size(12);
  const bool wrap = in.flag();
  Case c(in);
  const auto x = c.read<float>({queries, keys});
  const auto out = c.write<float>({queries, rows});
  const Status status =
      c.run([&] { return rel_unshift(out, x, queries, rows, keys, wrap); });
  if (status == Status::kOk && in.tame()) check_bound(out, 4, "no number of x");
}

// Sizes of memory alone: small ones hold what the class must keep, and no sizes
// at all make a small number out of a large one.
static void check_memory(std::uint64_t numbers, std::uint64_t least) {
  // From 2^53 on, sizes that no array has, counts are rounded.
  if (numbers < least && numbers < (std::uint64_t{1} << 53)) {
    fail("less memory than the rows take");
  }
}

static void fuzz_memory_sizes(Input& in) {
  const std::size_t rows = in.size();
  const std::size_t width = in.size();
  const std::size_t tables = in.size(4);
  const std::size_t keys = in.size();
  const std::uint64_t cells = product({rows, width});
  check_memory(number_of(TransformerXl::memory_size(
                   {.width = width, .keys = keys, .rows = rows})),
               plus(cells, keys));
  check_memory(number_of(Cope::memory_size(
                   {.width = width, .positions = rows, .tables = tables})),
               product({tables, rows, width}));
  check_memory(number_of(Tupe::memory_size({.width = width, .keys = keys})),
               product({keys, width}));
  check_memory(
      number_of(Deberta::memory_size(
          {.width = width, .keys = keys, .span = rows}, in.flag(), true)),
      product({keys, 2, rows}));
  check_memory(number_of(Shaw::memory_size(
                   {.clip = rows, .width = width, .key_tables = tables})),
               product({tables, plus(product({2, rows}), 1), width}));
}

POSENC_FUZZ({"log_buckets", fuzz_log_buckets},
            {"shaw_indices", fuzz_shaw_indices},
            {"shaw_values", fuzz_shaw_values}, {"rel_shift", fuzz_rel_shift},
            {"rel_unshift", fuzz_rel_unshift},
            {"memory_size", fuzz_memory_sizes})

}  // namespace posenc::fuzz

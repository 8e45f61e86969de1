#include "training/trainer.hpp"

#include <algorithm>
#include <cstring>

#include "numeric/bits.hpp"
#include "numeric/random.hpp"

namespace posenc::training {
namespace {

constexpr std::uint8_t kMagic[8] = {'p', 'o', 's', 'e', 'n', 'c', 'T', 'r'};
constexpr std::uint64_t kVersion = 1;

// What a saved run begins with.
struct Header {
  std::uint8_t magic[8];
  std::uint64_t version;
  std::uint64_t model;  // a hash of the tensors
  std::uint64_t steps;
};

// FNV-1a in words of 32 bits (Fowler, Noll, Vo).
class Hash {
 public:
  void add(std::uint32_t word) noexcept {
    value_ = (value_ ^ word) * 0x100000001b3;
  }
  void add(std::span<const std::uint8_t> bytes) noexcept {
    for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4) {
      std::uint32_t word = 0;
      std::memcpy(&word, bytes.data() + i, 4);
      add(word);
    }
  }
  [[nodiscard]] std::uint64_t value() const noexcept { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325;
};

std::uint64_t hash_of(const Plan& plan) noexcept {
  Hash hash;
  hash.add(static_cast<std::uint32_t>(plan.options.scheme));
  hash.add(static_cast<std::uint32_t>(plan.options.heads));
  hash.add(plan.options.causal ? 1u : 0u);
  for (const Tensor& tensor : plan.tensors()) {
    hash.add(static_cast<std::uint32_t>(tensor.kind));
    hash.add(static_cast<std::uint32_t>(tensor.rows));
    hash.add(static_cast<std::uint32_t>(tensor.columns));
  }
  return hash.value();
}

// What the arena of a trainer holds.
struct Parts {
  float* numbers[4];  // parameters, gradients, moments
  std::int32_t* tokens;
  std::int32_t* targets;
  std::int32_t* positions;
  float* model;

  Parts(Arena<float>& arena, const Plan& plan, const TrainerOptions& options,
        std::size_t length) noexcept {
    for (float*& part : numbers) part = arena.take(plan.numbers());
    tokens = arena.take_integers(product(options.batch, length));
    targets = arena.take_integers(product(options.batch, length));
    positions = arena.take_integers(length);
    model = arena.take(0u);
  }
};

ModelSize size_of(const TrainerOptions& options, std::size_t length) noexcept {
  return {options.batch, length, true};
}

Parts parts_of(float* memory, const Plan& plan,
               const TrainerOptions& options) noexcept {
  Arena<float> arena(memory);
  return {arena, plan, options, text_length(options.source, options.size)};
}

}  // namespace

std::size_t text_length(const Source& source, std::size_t size) noexcept {
  if (!source.corpus.empty()) {
    return size >= 1 && source.corpus.size() > size ? size : 0;
  }
  TaskShape shape;
  const Status status = task_shape(&shape, source.task, size);
  return status == Status::kOk ? shape.length : 0;
}

void make_texts(const Source& source, std::size_t size, std::uint64_t seed,
                std::uint64_t stream, std::size_t count,
                std::span<std::int32_t> tokens,
                std::span<std::int32_t> targets) noexcept {
  numeric::Random random = numeric::random_stream(seed, stream);
  const std::size_t length = text_length(source, size);
  for (std::size_t i = 0; i < count; ++i) {
    const auto text = tokens.subspan(i * length, length);
    const auto asked = targets.subspan(i * length, length);
    if (source.corpus.empty()) {
      make_text(source.task, size, random, text, asked);
      continue;
    }
    const std::size_t first = random.below(source.corpus.size() - length);
    const std::int32_t* const from = source.corpus.data() + first;
    std::copy_n(from, length, text.begin());
    std::copy_n(from + 1, length, asked.begin());
  }
}

void draw_positions(std::uint64_t seed, std::uint64_t stream, std::size_t limit,
                    std::span<std::int32_t> out) noexcept {
  // Each is taken as likely as there are still so many to take among the rest
  // (Knuth, "Seminumerical Algorithms", 3.4.2, algorithm S).
  numeric::Random random = numeric::random_stream(seed, stream);
  std::size_t taken = 0;
  for (std::size_t p = 0; taken < out.size(); ++p) {
    if (random.below(limit - p) < out.size() - taken) {
      out[taken] = static_cast<std::int32_t>(p);
      ++taken;
    }
  }
}

Count trainer_memory_size(const Plan& plan,
                          const TrainerOptions& options) noexcept {
  const std::size_t length = text_length(options.source, options.size);
  if (length == 0 || options.batch > kMaxBatch) return Count(UINT64_MAX);
  Arena<float> arena;
  const Parts parts(arena, plan, options, length);
  return arena.used() +
         model_memory_size<float>(plan, size_of(options, length));
}

Status Trainer::check_options(const Plan& plan,
                              const TrainerOptions& o) noexcept {
  const std::size_t length = text_length(o.source, o.size);
  if (!is_valid(o.adamw) || o.batch < 1 || o.batch > kMaxBatch ||
      o.least > o.size || length == 0) {
    return Status::kBadArgument;
  }
  for (std::size_t n = std::max<std::size_t>(o.least, 1); n < o.size; ++n) {
    if (o.least == 0) break;
    if (text_length(o.source, n) == 0) return Status::kBadArgument;
  }
  if (o.source.corpus.empty()) {
    TaskShape shape;
    const Status status = task_shape(&shape, o.source.task, o.size);
    // never taken: a text of this size has a length
    if (status != Status::kOk) return status;
    if (shape.vocabulary > plan.options.vocabulary) {
      return Status::kBadArgument;
    }
  } else if (!std::all_of(o.source.corpus.begin(), o.source.corpus.end(),
                          [&](std::int32_t id) {
                            return id >= 0 && static_cast<std::size_t>(id) <
                                                  plan.options.vocabulary;
                          })) {
    return Status::kBadArgument;
  }
  if (length > kMaxLength || length > plan.options.positions) {
    return Status::kOutOfRange;
  }
  const bool fits = trainer_memory_size(plan, o).exists<float>();
  // never taken: in 64 bits there is room for each of them
  if (!fits) return Status::kTooLarge;
  return Status::kOk;
}

Trainer::Trainer(const Plan& plan, const TrainerOptions& options,
                 std::span<float> memory) noexcept
    : plan_(plan),
      options_(options),
      model_(
          plan, size_of(options, text_length(options.source, options.size)),
          memory.subspan(static_cast<std::size_t>(
              parts_of(memory.data(), plan, options).model - memory.data()))) {
  const Parts parts = parts_of(memory.data(), plan, options);
  const std::size_t count = plan.numbers();
  const std::size_t length = text_length(options.source, options.size);
  params_ = {parts.numbers[0], count};
  grads_ = {parts.numbers[1], count};
  m_ = {parts.numbers[2], count};
  v_ = {parts.numbers[3], count};
  tokens_ = {parts.tokens, options.batch * length};
  targets_ = {parts.targets, options.batch * length};
  positions_ = {parts.positions, length};
  initialise(plan, options.seed, params_);
  std::fill(m_.begin(), m_.end(), 0.0f);
  std::fill(v_.begin(), v_.end(), 0.0f);
}

Status Trainer::step(StepReport* report) noexcept {
  const TrainerOptions& o = options_;
  const std::uint64_t n = steps_ + 1;
  std::size_t size = o.size;
  if (o.least != 0) {
    numeric::Random random =
        numeric::random_stream(o.seed, kPositionStream + kTextStream + n);
    size = o.least + random.below(o.size - o.least + 1);
  }
  const std::size_t length = text_length(o.source, size);
  const std::size_t all = o.batch * length;
  make_texts(o.source, size, o.seed, kTextStream + n, o.batch,
             tokens_.first(all), targets_.first(all));
  Batch batch;
  batch.batch = o.batch;
  batch.length = length;
  batch.tokens = tokens_.first(all);
  batch.targets = targets_.first(all);
  if (o.randomized) {
    draw_positions(o.seed, kPositionStream + n, plan_.options.positions,
                   positions_.first(length));
    batch.positions = positions_.first(length);
  }
  batch.design = o.design;
  batch.dropout_seed =
      numeric::random_stream(o.seed, kDropoutStream + n).next();
  std::fill(grads_.begin(), grads_.end(), 0.0f);
  Result result;
  const Status status = model_.run(batch, params_, grads_, {}, &result);
  if (status != Status::kOk) return status;
  const double norm = norm_of<float>(grads_);
  *report = {.loss = result.loss,
             .norm = norm,
             .rate = rate_of(o.adamw, n),
             .accuracy = result.scored == 0
                             ? 0
                             : static_cast<double>(result.right) /
                                   static_cast<double>(result.scored),
             .tokens = all};
  if (!numeric::is_finite(result.loss) || !numeric::is_finite(norm)) {
    report->state = State::kDiverged;
    return Status::kOk;
  }
  const double factor = norm > o.adamw.clip ? o.adamw.clip / norm : 1;
  update<float>(plan_, o.adamw, n, factor, grads_, params_, m_, v_);
  steps_ = n;
  return Status::kOk;
}

Count Trainer::saved_size() const noexcept {
  return Count(sizeof(Header)) + product(3u, plan_.numbers(), sizeof(float)) +
         sizeof(std::uint64_t);
}

void Trainer::save(std::span<std::uint8_t> out) const noexcept {
  Header header{{}, kVersion, hash_of(plan_), steps_};
  std::copy(std::begin(kMagic), std::end(kMagic), header.magic);
  std::uint8_t* at = out.data();
  std::memcpy(at, &header, sizeof header);
  at += sizeof header;
  for (const std::span<const float> part :
       {std::span<const float>(params_), std::span<const float>(m_),
        std::span<const float>(v_)}) {
    std::memcpy(at, part.data(), part.size_bytes());
    at += part.size_bytes();
  }
  Hash hash;
  hash.add({out.data(), at});
  const std::uint64_t sum = hash.value();
  std::memcpy(at, &sum, sizeof sum);
}

Saved Trainer::restore(std::span<const std::uint8_t> bytes) noexcept {
  Header header;
  if (bytes.size() < sizeof header) return Saved::kCut;
  std::memcpy(&header, bytes.data(), sizeof header);
  if (!std::equal(std::begin(kMagic), std::end(kMagic), header.magic)) {
    return Saved::kForeign;
  }
  if (header.version != kVersion) return Saved::kVersion;
  if (header.model != hash_of(plan_)) return Saved::kOther;
  if (Count(bytes.size()) != saved_size()) return Saved::kCut;
  const std::size_t end = bytes.size() - sizeof(std::uint64_t);
  std::uint64_t sum = 0;
  std::memcpy(&sum, bytes.data() + end, sizeof sum);
  Hash hash;
  hash.add(bytes.first(end));
  if (hash.value() != sum) return Saved::kDamaged;
  const std::uint8_t* at = bytes.data() + sizeof header;
  for (const std::span<float> part : {params_, m_, v_}) {
    std::memcpy(part.data(), at, part.size_bytes());
    at += part.size_bytes();
  }
  steps_ = header.steps;
  return Saved::kGood;
}

}  // namespace posenc::training

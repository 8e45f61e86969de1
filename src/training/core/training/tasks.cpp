#include "training/tasks.hpp"

#include <algorithm>

namespace posenc::training {
namespace {

using Tokens = std::span<std::int32_t>;
using numeric::Random;

constexpr std::size_t kMaxSize = 2048;
constexpr std::size_t kDigits = 10;
constexpr std::size_t kFewestWords = 3;

std::int32_t draw(Random& random, std::size_t n) noexcept {
  return static_cast<std::int32_t>(random.below(n));
}

std::int32_t token(std::size_t n) noexcept {
  return static_cast<std::int32_t>(n);
}

bool within(std::size_t n, std::size_t low, std::size_t high) noexcept {
  return n >= low && n <= high;
}

bool is_valid(const TaskOptions& o, std::size_t n) noexcept {
  const int kind = static_cast<int>(o.kind);
  if (kind < 0 || kind >= kTasks || !within(n, 1, kMaxSize) ||
      !within(o.symbols, 2, kMaxSymbols) || o.back > kMaxSize / 2 ||
      !within(o.classes, 2, kMaxClasses) || !within(o.hints, 2, kMaxSymbols) ||
      !within(o.verbs, 1, kMaxSymbols) || !within(o.fillers, 1, kMaxSymbols)) {
    return false;
  }
  switch (o.kind) {
    case TaskKind::kSentence:
      return n >= kFewestWords && o.earliest <= n - kFewestWords;
    case TaskKind::kHintedAddition:
      return n + 1 <= o.hints;
    default:
      return true;
  }
}

void back(const TaskOptions& o, Random& random, Tokens tokens,
          Tokens targets) noexcept {
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    tokens[t] = draw(random, o.symbols);
    if (t >= o.back) targets[t] = tokens[t - o.back];
  }
}

// x | y, with y some order of x.
void transcript(const TaskOptions& o, std::size_t n, Random& random,
                Tokens tokens, Tokens targets) noexcept {
  for (std::size_t t = 0; t < n; ++t) tokens[t] = draw(random, o.symbols);
  const Tokens answer = targets.last(n);
  std::copy_n(tokens.begin(), n, answer.begin());
  if (o.kind == TaskKind::kReverse) std::reverse(answer.begin(), answer.end());
  if (o.kind == TaskKind::kSort) std::sort(answer.begin(), answer.end());
  tokens[n] = token(o.symbols);
  std::copy_n(answer.begin(), n - 1,
              tokens.begin() + static_cast<std::ptrdiff_t>(n) + 1);
}

void induction(const TaskOptions& o, Random& random, Tokens tokens,
               Tokens targets) noexcept {
  std::int32_t followed[kMaxSymbols];
  std::fill_n(followed, o.symbols, -1);
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    tokens[t] = draw(random, o.symbols);
    // A symbol that follows itself: what followed the one before is this one.
    if (t > 0) followed[tokens[t - 1]] = tokens[t];
    targets[t] = followed[tokens[t]];
  }
}

void ends(const TaskOptions& o, std::size_t n, Random& random, Tokens tokens,
          Tokens targets) noexcept {
  for (std::size_t t = 0; t < n; ++t) tokens[t] = draw(random, o.symbols);
  tokens[n] = token(o.symbols);
  tokens[n + 1] = token(o.symbols + 1);
  targets[n] = tokens[0];
  targets[n + 1] = tokens[n - 1];
}

// Every eighth token or so is the marker, and the first.
void count(const TaskOptions& o, Random& random, Tokens tokens,
           Tokens targets) noexcept {
  std::size_t since = 0;
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    const bool marks = t == 0 || random.below(8) == 0;
    since = marks ? 0 : since + 1;
    tokens[t] = marks ? token(o.classes)
                      : token(o.classes + 1) + draw(random, o.symbols);
    targets[t] = token(std::min(since, o.classes - 1));
  }
}

void flip_flop(std::size_t n, Random& random, Tokens tokens,
               Tokens targets) noexcept {
  constexpr std::int32_t kWrite = 2;
  constexpr std::int32_t kIgnore = 3;
  constexpr std::int32_t kRead = 4;
  std::int32_t kept = 0;
  for (std::size_t i = 0; i < n; ++i) {
    // Liu et al.: write 0.1, read 0.1, ignore 0.8; the first writes and the
    // last reads.
    const std::uint64_t chosen = random.below(10);
    std::int32_t what = chosen == 0 ? kWrite : chosen == 1 ? kRead : kIgnore;
    if (i + 1 == n) what = kRead;
    if (i == 0) what = kWrite;
    std::int32_t bit = draw(random, 2);
    if (what == kRead) bit = kept;
    if (what == kWrite) kept = bit;
    tokens[2 * i] = what;
    tokens[2 * i + 1] = bit;
    if (what == kRead) targets[2 * i] = bit;
  }
}

void brackets(const TaskOptions& o, Random& random, Tokens tokens,
              Tokens targets) noexcept {
  std::size_t depth = 0;
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    const bool opens =
        depth == 0 || (depth + 1 < o.classes && random.below(2) == 0);
    depth = opens ? depth + 1 : depth - 1;
    tokens[t] = token(opens ? o.classes : o.classes + 1);
    targets[t] = token(std::min(depth, o.classes - 1));
  }
}

void parity(std::size_t n, Random& random, Tokens tokens,
            Tokens targets) noexcept {
  std::int32_t odd = 0;
  for (std::size_t t = 0; t < n; ++t) {
    tokens[t] = draw(random, 2);
    odd ^= tokens[t];
  }
  tokens[n] = 2;
  targets[n] = odd;
}

// a + b = c, last digit first. What is written is, of each digit, its index if
// there are hints, and the digit.
void addition(const TaskOptions& o, std::size_t n, Random& random,
              Tokens tokens, Tokens targets) noexcept {
  const bool hinted = o.kind == TaskKind::kHintedAddition;
  const std::int32_t first_hint =
      hinted ? token(kDigits + 2) + draw(random, o.hints - n) : 0;
  std::size_t at = 0;
  const auto put = [&](std::int32_t what) {
    // The last token of the answer is not read.
    if (at < tokens.size()) tokens[at] = what;
    ++at;
  };
  const auto put_digit = [&](std::size_t i, std::int32_t digit) {
    if (hinted) put(first_hint + token(i));
    put(digit);
  };
  const std::size_t step = hinted ? 2 : 1;
  for (std::size_t i = 0; i < n; ++i) put_digit(i, draw(random, kDigits));
  put(token(kDigits));
  for (std::size_t i = 0; i < n; ++i) put_digit(i, draw(random, kDigits));
  const std::size_t asked = at;
  put(token(kDigits + 1));
  std::int32_t carry = 0;
  const std::size_t second = n * step + 1;
  for (std::size_t i = 0; i <= n; ++i) {
    std::int32_t digit = carry;
    if (i < n) {
      const std::size_t place = i * step + step - 1;
      digit += tokens[place] + tokens[second + place];
    }
    carry = digit / token(kDigits);
    put_digit(i, digit % token(kDigits));
    if (hinted) targets[asked + 2 * i] = first_hint + token(i);
    targets[asked + (i + 1) * step - 1] = digit % token(kDigits);
  }
}

void sentence(const TaskOptions& o, Random& random, Tokens tokens,
              Tokens targets) noexcept {
  const std::size_t verbs = o.symbols;
  const std::size_t fillers = verbs + o.verbs;
  for (std::int32_t& word : tokens) {
    word = token(fillers) + draw(random, o.fillers);
  }
  const std::size_t last = tokens.size() - kFewestWords;
  const std::size_t at = o.earliest + random.below(last - o.earliest + 1);
  const std::int32_t agent = draw(random, o.symbols);
  // Another noun.
  std::int32_t patient = draw(random, o.symbols - 1);
  if (patient >= agent) ++patient;
  tokens[at] = agent;
  tokens[at + 1] = token(verbs) + draw(random, o.verbs);
  tokens[at + 2] = patient;
  targets[at + 1] = agent;
}

}  // namespace

Status task_shape(TaskShape* shape, const TaskOptions& o,
                  std::size_t n) noexcept {
  if (!is_valid(o, n)) return Status::kBadArgument;
  // never taken: these are all tasks
  switch (o.kind) {
    case TaskKind::kBack:
    case TaskKind::kInduction:
      *shape = {o.symbols, n, n};
      break;
    case TaskKind::kCopy:
    case TaskKind::kReverse:
    case TaskKind::kSort:
      *shape = {o.symbols + 1, 2 * n, n};
      break;
    case TaskKind::kEnds:
      *shape = {o.symbols + 2, n + 2, 2};
      break;
    case TaskKind::kCount:
      *shape = {o.classes + 1 + o.symbols, n, n};
      break;
    case TaskKind::kFlipFlop:
      *shape = {5, 2 * n, n};
      break;
    case TaskKind::kBrackets:
      *shape = {o.classes + 2, n, n};
      break;
    case TaskKind::kParity:
      *shape = {3, n + 1, 1};
      break;
    case TaskKind::kAddition:
      *shape = {kDigits + 2, 3 * n + 2, n + 1};
      break;
    case TaskKind::kHintedAddition:
      *shape = {kDigits + 2 + o.hints, 6 * n + 3, 2 * n + 2};
      break;
    case TaskKind::kSentence:
      *shape = {o.symbols + o.verbs + o.fillers, n, 1};
      break;
  }
  return Status::kOk;
}

void make_text(const TaskOptions& o, std::size_t n, Random& random,
               Tokens tokens, Tokens targets) noexcept {
  std::fill(targets.begin(), targets.end(), -1);
  // never taken: these are all tasks
  switch (o.kind) {
    case TaskKind::kBack:
      return back(o, random, tokens, targets);
    case TaskKind::kCopy:
    case TaskKind::kReverse:
    case TaskKind::kSort:
      return transcript(o, n, random, tokens, targets);
    case TaskKind::kInduction:
      return induction(o, random, tokens, targets);
    case TaskKind::kEnds:
      return ends(o, n, random, tokens, targets);
    case TaskKind::kCount:
      return count(o, random, tokens, targets);
    case TaskKind::kFlipFlop:
      return flip_flop(n, random, tokens, targets);
    case TaskKind::kBrackets:
      return brackets(o, random, tokens, targets);
    case TaskKind::kParity:
      return parity(n, random, tokens, targets);
    case TaskKind::kAddition:
    case TaskKind::kHintedAddition:
      return addition(o, n, random, tokens, targets);
    case TaskKind::kSentence:
      return sentence(o, random, tokens, targets);
  }
}

double chance(const TaskOptions& o, std::size_t n, Tokens tokens,
              Tokens targets) noexcept {
  constexpr int kTexts = 256;
  constexpr std::size_t kAnswers = 3 * kMaxSymbols + kMaxClasses;
  std::uint32_t answers[kAnswers] = {};
  std::uint32_t scored = 0;
  Random random(0);
  for (int i = 0; i < kTexts; ++i) {
    make_text(o, n, random, tokens, targets);
    for (const std::int32_t target : targets) {
      if (target < 0) continue;
      ++answers[target];
      ++scored;
    }
  }
  if (scored == 0) return 0;
  return static_cast<double>(*std::max_element(answers, answers + kAnswers)) /
         scored;
}

}  // namespace posenc::training

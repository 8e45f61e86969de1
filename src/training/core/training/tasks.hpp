// Tasks that are made up while a model trains, and graded exactly.
//
// A text of a task has tokens [T] and targets [T]: what the model is to say
// where each token stands, -1 where it is not asked. T follows from the size n
// of the task, which is what "trained to 20, tested at 40" counts:
//
//   task        text                                   asked             T
//   back        n symbols                              the symbol k back n
//   copy        x_1 ... x_n | x_1 ... x_n              after |           2n
//   reverse     x_1 ... x_n | x_n ... x_1              after |           2n
//   sort        x_1 ... x_n | sorted                   after |           2n
//   induction   n symbols                              what followed the n
//                                                      last one like it
//   ends        x_1 ... x_n F L                        x_1 at F, x_n at L n + 2
//   count       n symbols, one a marker                how many since the n
//                                                      marker
//   flipFlop    n pairs: write, ignore or read and     the bit last      2n
//               a bit (Liu et al. 2023)                written, at reads
//   brackets    n brackets, well nested                depth             n
//   parity      n bits =                               parity of the sum n + 1
//   addition    a + b = c, of n, n and n + 1 digits,   c                 3n + 2
//               the last digit first
//   hinted      the same, an index before each digit   c and its indices 6n + 3
//               (Zhou et al. 2024), from a random one
//   sentence    n words, among them agent, verb and    the agent, at the n
//               patient ("dog bites man")              verb
//
// Copying tasks show the model the right answer so far, as in training on text:
// the last token of the answer is never read.
//
// All random numbers come from numeric/random.hpp, so that a seed is a text on
// every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "numeric/random.hpp"
#include "shape.hpp"
#include "status.hpp"

namespace posenc::training {

enum class TaskKind : int {
  kBack = 0,
  kCopy = 1,
  kReverse = 2,
  kSort = 3,
  kInduction = 4,
  kEnds = 5,
  kCount = 6,
  kFlipFlop = 7,
  kBrackets = 8,
  kParity = 9,
  kAddition = 10,
  kHintedAddition = 11,
  kSentence = 12,
};
inline constexpr int kTasks = 13;

inline constexpr std::size_t kMaxSymbols = 256;
inline constexpr std::size_t kMaxClasses = 64;

struct TaskOptions {
  TaskKind kind = TaskKind::kBack;
  // Symbols, where there are some to choose: 2 to 256. Nouns of sentences.
  std::size_t symbols = 16;
  std::size_t back = 3;      // k, 0 to 1024
  std::size_t classes = 16;  // counts and depths: 2 to 64; the last is "more"
  std::size_t hints = 64;    // indices of hinted additions, 2 to 256
  std::size_t verbs = 4;     // 1 to 256
  std::size_t fillers = 16;  // 1 to 256
  // Sentences begin at this word or later: 0 to n - 3.
  std::size_t earliest = 0;
};

// What is made for a size.
struct TaskShape {
  std::size_t vocabulary = 0;  // V: tokens and answers are 0 ... V - 1
  std::size_t length = 0;      // T
  std::size_t scored = 0;      // answers of a text at most
};

// Where the symbols, and the rest, begin in the vocabulary: for names of
// tokens. The order is symbols or digits or nouns first, then:
//
//   copy, reverse, sort       |
//   ends                      F L
//   count                     marker; the classes come first: 0, 1, 2, ...
//   flipFlop                  0 1 write ignore read
//   brackets                  ( ), behind the classes
//   parity                    0 1 =
//   addition                  digits + = and the hints
//   sentence                  nouns, verbs, fillers
//
// kBadArgument: no such task, an option is out of its range, or n is not 1 to
// 2048 (brackets and sentences: 3) and, in sentences, `earliest` leaves no room
// or, in hinted additions, n + 1 is above the hints.
[[nodiscard]] Status task_shape(TaskShape* shape, const TaskOptions& options,
                                std::size_t n) noexcept;

// One text. Valid: task_shape is kOk, and the spans have its length.
void make_text(const TaskOptions& options, std::size_t n,
               numeric::Random& random, std::span<std::int32_t> tokens,
               std::span<std::int32_t> targets) noexcept;

// What the best constant answer gets, among 256 texts of a size: the level of
// guessing. The perfect score is 1 in every task. Valid: as for make_text; the
// spans are scratch.
[[nodiscard]] double chance(const TaskOptions& options, std::size_t n,
                            std::span<std::int32_t> tokens,
                            std::span<std::int32_t> targets) noexcept;

}  // namespace posenc::training

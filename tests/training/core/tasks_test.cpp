#include "training/tasks.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace posenc {
namespace {

using training::TaskKind;
using training::TaskOptions;

struct Text {
  std::vector<std::int32_t> tokens;
  std::vector<std::int32_t> targets;
  training::TaskShape shape;

  Text(const TaskOptions& options, std::size_t n, numeric::Random& random) {
    REQUIRE(training::task_shape(&shape, options, n) == Status::kOk);
    tokens.assign(shape.length, -7);
    targets.assign(shape.length, -7);
    training::make_text(options, n, random, tokens, targets);
  }

  [[nodiscard]] std::size_t scored() const {
    return static_cast<std::size_t>(
        std::count_if(targets.begin(), targets.end(),
                      [](std::int32_t target) { return target >= 0; }));
  }
};

// Calls check(text, n) for texts of many sizes.
template <class Check>
void each(TaskKind kind, Check check, std::size_t least = 1) {
  TaskOptions options;
  options.kind = kind;
  numeric::Random random(5);
  for (std::size_t n = least; n < 40; ++n) {
    CAPTURE(n);
    for (int i = 0; i < 5; ++i) check(Text(options, n, random), n);
  }
}

}  // namespace

TEST_CASE("tokens and targets of every task are in the vocabulary") {
  for (int kind = 0; kind < training::kTasks; ++kind) {
    CAPTURE(kind);
    each(
        static_cast<TaskKind>(kind),
        [](const Text& text, std::size_t) {
          const auto last =
              static_cast<std::int32_t>(text.shape.vocabulary) - 1;
          for (std::size_t t = 0; t < text.shape.length; ++t) {
            REQUIRE(text.tokens[t] >= 0);
            REQUIRE(text.tokens[t] <= last);
            REQUIRE(text.targets[t] >= -1);
            REQUIRE(text.targets[t] <= last);
          }
          REQUIRE(text.scored() <= text.shape.scored);
        },
        3);
  }
}

TEST_CASE("back asks for the token k back") {
  each(TaskKind::kBack, [](const Text& text, std::size_t n) {
    REQUIRE(text.shape.length == n);
    for (std::size_t t = 0; t < n; ++t) {
      REQUIRE(text.targets[t] == (t < 3 ? -1 : text.tokens[t - 3]));
    }
  });
}

TEST_CASE("copy, reverse and sort ask for their orders of the symbols") {
  for (const TaskKind kind :
       {TaskKind::kCopy, TaskKind::kReverse, TaskKind::kSort}) {
    each(kind, [&](const Text& text, std::size_t n) {
      std::vector<std::int32_t> answer(
          text.tokens.begin(),
          text.tokens.begin() + static_cast<std::ptrdiff_t>(n));
      if (kind == TaskKind::kReverse)
        std::reverse(answer.begin(), answer.end());
      if (kind == TaskKind::kSort) std::sort(answer.begin(), answer.end());
      REQUIRE(text.tokens[n] == 16);
      REQUIRE(text.scored() == n);
      for (std::size_t i = 0; i < n; ++i) {
        REQUIRE(text.targets[n + i] == answer[i]);
        // The answer so far is there to read.
        if (i + 1 < n) REQUIRE(text.tokens[n + 1 + i] == answer[i]);
      }
    });
  }
}

TEST_CASE("induction asks for what followed the last token of the kind") {
  each(TaskKind::kInduction, [](const Text& text, std::size_t n) {
    for (std::size_t t = 0; t < n; ++t) {
      std::int32_t answer = -1;
      for (std::size_t s = 0; s < t; ++s) {
        if (text.tokens[s] == text.tokens[t]) answer = text.tokens[s + 1];
      }
      REQUIRE(text.targets[t] == answer);
    }
  });
}

TEST_CASE("ends asks for the first and the last symbol") {
  each(TaskKind::kEnds, [](const Text& text, std::size_t n) {
    REQUIRE(text.scored() == 2);
    REQUIRE(text.targets[n] == text.tokens[0]);
    REQUIRE(text.targets[n + 1] == text.tokens[n - 1]);
  });
}

TEST_CASE("count asks for the tokens since the marker") {
  each(TaskKind::kCount, [](const Text& text, std::size_t n) {
    REQUIRE(text.tokens[0] == 16);
    std::int32_t since = 0;
    for (std::size_t t = 0; t < n; ++t) {
      since = text.tokens[t] == 16 ? 0 : since + 1;
      REQUIRE(text.targets[t] == std::min(since, 15));
    }
  });
}

TEST_CASE("flip-flop asks at reads for the bit last written") {
  std::size_t ignored = 0;
  each(TaskKind::kFlipFlop, [&](const Text& text, std::size_t n) {
    REQUIRE(text.tokens[0] == 2);
    if (n > 1) REQUIRE(text.tokens[2 * n - 2] == 4);
    std::int32_t bit = 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (text.tokens[2 * i] == 2) bit = text.tokens[2 * i + 1];
      if (text.tokens[2 * i] == 3) ++ignored;
      const bool reads = text.tokens[2 * i] == 4;
      REQUIRE(text.targets[2 * i] == (reads ? bit : -1));
      REQUIRE(text.targets[2 * i + 1] == -1);
      if (reads) REQUIRE(text.tokens[2 * i + 1] == bit);
    }
  });
  // Four fifths of about 3900 instructions.
  CHECK(ignored > 2700);
  CHECK(ignored < 3200);
}

TEST_CASE("brackets asks for the depth, which is never below 0") {
  each(TaskKind::kBrackets, [](const Text& text, std::size_t n) {
    std::int32_t depth = 0;
    for (std::size_t t = 0; t < n; ++t) {
      depth += text.tokens[t] == 16 ? 1 : -1;
      REQUIRE(depth >= 0);
      REQUIRE(text.targets[t] == depth);
    }
  });
}

TEST_CASE("parity asks for the sum of the bits, modulo 2") {
  each(TaskKind::kParity, [](const Text& text, std::size_t n) {
    std::int32_t sum = 0;
    for (std::size_t t = 0; t < n; ++t) sum += text.tokens[t];
    REQUIRE(text.scored() == 1);
    REQUIRE(text.targets[n] == sum % 2);
  });
}

TEST_CASE("addition asks for the digits of the sum, the last one first") {
  each(TaskKind::kAddition, [](const Text& text, std::size_t n) {
    REQUIRE(text.tokens[n] == 10);
    REQUIRE(text.tokens[2 * n + 1] == 11);
    std::int32_t carry = 0;
    for (std::size_t i = 0; i <= n; ++i) {
      const std::int32_t sum =
          carry + (i < n ? text.tokens[i] + text.tokens[n + 1 + i] : 0);
      REQUIRE(text.targets[2 * n + 1 + i] == sum % 10);
      if (i < n) REQUIRE(text.tokens[2 * n + 2 + i] == sum % 10);
      carry = sum / 10;
    }
    REQUIRE(text.scored() == n + 1);
  });
}

TEST_CASE("hinted addition writes the same index before equal places") {
  each(TaskKind::kHintedAddition, [](const Text& text, std::size_t n) {
    const std::int32_t first = text.tokens[0];
    REQUIRE(first >= 12);
    std::int32_t carry = 0;
    const std::size_t equals = 4 * n + 1;
    REQUIRE(text.tokens[2 * n] == 10);
    REQUIRE(text.tokens[equals] == 11);
    for (std::size_t i = 0; i <= n; ++i) {
      const std::int32_t hint = first + static_cast<std::int32_t>(i);
      std::int32_t sum = carry;
      if (i < n) {
        REQUIRE(text.tokens[2 * i] == hint);
        REQUIRE(text.tokens[2 * n + 1 + 2 * i] == hint);
        sum += text.tokens[2 * i + 1] + text.tokens[2 * n + 2 + 2 * i];
        REQUIRE(text.tokens[equals + 2 + 2 * i] == sum % 10);
      }
      REQUIRE(text.tokens[equals + 1 + 2 * i] == hint);
      REQUIRE(text.targets[equals + 2 * i] == hint);
      REQUIRE(text.targets[equals + 2 * i + 1] == sum % 10);
      carry = sum / 10;
    }
  });
}

TEST_CASE("a sentence has an agent, a verb and another patient among fillers") {
  std::vector<std::size_t> places(37);
  each(
      TaskKind::kSentence,
      [&](const Text& text, std::size_t n) {
        std::size_t at = 0;
        while (text.tokens[at] >= 16) ++at;
        REQUIRE(at + 3 <= n);
        ++places[at];
        REQUIRE(text.tokens[at + 1] >= 16);
        REQUIRE(text.tokens[at + 1] < 20);
        REQUIRE(text.tokens[at + 2] < 16);
        REQUIRE(text.tokens[at + 2] != text.tokens[at]);
        REQUIRE(text.scored() == 1);
        REQUIRE(text.targets[at + 1] == text.tokens[at]);
        for (std::size_t t = 0; t < n; ++t) {
          if (t < at || t > at + 2) REQUIRE(text.tokens[t] >= 20);
        }
      },
      3);
  CHECK(places[0] > 0);
  CHECK(places[20] > 0);
}

TEST_CASE("sentences begin where they are told to") {
  TaskOptions options;
  options.kind = TaskKind::kSentence;
  options.earliest = 10;
  numeric::Random random(1);
  for (int i = 0; i < 50; ++i) {
    const Text text(options, 15, random);
    const auto at = std::find_if(text.tokens.begin(), text.tokens.end(),
                                 [](std::int32_t word) { return word < 16; });
    CHECK(at - text.tokens.begin() >= 10);
    CHECK(at - text.tokens.begin() <= 12);
  }
}

TEST_CASE("chance is what the best constant answer gets") {
  TaskOptions options;
  const auto level = [&](TaskKind kind, std::size_t n) {
    options.kind = kind;
    training::TaskShape shape;
    REQUIRE(training::task_shape(&shape, options, n) == Status::kOk);
    std::vector<std::int32_t> tokens(shape.length);
    std::vector<std::int32_t> targets(shape.length);
    return training::chance(options, n, tokens, targets);
  };
  options.symbols = 10;
  CHECK(level(TaskKind::kCopy, 20) == doctest::Approx(0.1).epsilon(0.1));
  CHECK(level(TaskKind::kBack, 40) == doctest::Approx(0.1).epsilon(0.1));
  CHECK(level(TaskKind::kParity, 20) == doctest::Approx(0.5).epsilon(0.1));
  CHECK(level(TaskKind::kFlipFlop, 20) == doctest::Approx(0.5).epsilon(0.1));
  CHECK(level(TaskKind::kCount, 40) == doctest::Approx(0.145).epsilon(0.1));
  // Nothing to go back to: nothing is asked.
  CHECK(level(TaskKind::kBack, 3) == 0);
}

TEST_CASE("tasks refuse sizes and options that make no text") {
  training::TaskShape shape;
  const auto status = [&](const TaskOptions& options, std::size_t n) {
    return training::task_shape(&shape, options, n);
  };
  const auto bad = Status::kBadArgument;
  CHECK(status({}, 0) == bad);
  CHECK(status({}, 2048) == Status::kOk);
  CHECK(status({}, 2049) == bad);
  CHECK(status({.kind = static_cast<TaskKind>(-1)}, 5) == bad);
  CHECK(status({.kind = static_cast<TaskKind>(13)}, 5) == bad);
  CHECK(status({.symbols = 1}, 5) == bad);
  CHECK(status({.symbols = 257}, 5) == bad);
  CHECK(status({.back = 1025}, 5) == bad);
  CHECK(status({.classes = 1}, 5) == bad);
  CHECK(status({.classes = 65}, 5) == bad);
  CHECK(status({.hints = 1}, 5) == bad);
  CHECK(status({.hints = 257}, 5) == bad);
  CHECK(status({.verbs = 0}, 5) == bad);
  CHECK(status({.fillers = 0}, 5) == bad);
  CHECK(status({.kind = TaskKind::kSentence}, 2) == bad);
  CHECK(status({.kind = TaskKind::kSentence, .earliest = 3}, 5) == bad);
  CHECK(status({.kind = TaskKind::kSentence, .earliest = 2}, 5) == Status::kOk);
  CHECK(status({.kind = TaskKind::kHintedAddition, .hints = 6}, 6) == bad);
  CHECK(status({.kind = TaskKind::kHintedAddition, .hints = 7}, 6) ==
        Status::kOk);
}

}  // namespace posenc

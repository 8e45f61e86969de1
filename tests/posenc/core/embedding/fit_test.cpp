#include "embedding/fit.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace posenc::embedding {
TEST_CASE("fit keeps the last, the first or both ends") {
  const std::vector<float> tokens = {0, 1, 2, 3, 4, 5, 6};  // [7, 1]
  const auto kept = [&](std::size_t limit, FitKeep keep) {
    std::vector<float> out(std::min<std::size_t>(limit, 7));
    REQUIRE(fit(out, tokens,
                {.length = 7, .width = 1, .limit = limit, .keep = keep}) ==
            Status::kOk);
    return out;
  };
  using Floats = std::vector<float>;
  CHECK(kept(4, FitKeep::kLast) == Floats{3, 4, 5, 6});
  CHECK(kept(4, FitKeep::kFirst) == Floats{0, 1, 2, 3});
  CHECK(kept(4, FitKeep::kEnds) == Floats{0, 1, 5, 6});
  CHECK(kept(3, FitKeep::kEnds) == Floats{0, 1, 6});
  CHECK(kept(1, FitKeep::kEnds) == Floats{0});
  for (const auto keep : {FitKeep::kLast, FitKeep::kFirst, FitKeep::kEnds}) {
    CHECK(kept(7, keep) == tokens);
    CHECK(kept(99, keep) == tokens);
  }
}

TEST_CASE("fit cuts every text of a batch alike and refuses no tokens at all") {
  const std::vector<float> tokens = {0, 1, 2, 3, 4, 5};  // [2, 3, 1]
  std::vector<float> out(4);
  const FitOptions options{.batch = 2, .length = 3, .width = 1, .limit = 2};
  REQUIRE(fit(out, tokens, options) == Status::kOk);
  CHECK(out == std::vector<float>{1, 2, 4, 5});
  out.assign(4, 9.0f);
  FitOptions none = options;
  none.limit = 0;
  CHECK(fit(out, tokens, none) == Status::kBadArgument);
  FitOptions word = options;
  word.keep = static_cast<FitKeep>(3);
  CHECK(fit(out, tokens, word) == Status::kBadArgument);
  FitOptions more = options;
  more.limit = 3;
  CHECK(fit(out, tokens, more) == Status::kBadShape);
  CHECK(out == std::vector<float>(4, 9.0f));
}

TEST_CASE("fit takes texts of no numbers at once, however many") {
  for (const auto keep : {FitKeep::kLast, FitKeep::kFirst, FitKeep::kEnds}) {
    CHECK(fit({}, {},
              {.batch = SIZE_MAX, .length = 9, .limit = 4, .keep = keep}) ==
          Status::kOk);
  }
}

}  // namespace posenc::embedding

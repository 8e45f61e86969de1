// What a fallible function answers.
#pragma once

namespace posenc {

// The numbers cross the border to JavaScript and never change.
enum class Status : int {
  kOk = 0,           // Done; the outputs are written.
  kBadShape = 1,     // Lengths of spans do not fit each other.
  kBadArgument = 2,  // A value lies outside the documented range.
  kOutOfRange = 3,   // A position lies outside the table it indexes.
  kTooLarge = 4,     // A product of sizes does not fit in memory.
};

}  // namespace posenc

// A target is an executable of libFuzzer: a table of calls, of which the first
// byte of an input chooses one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "input.hpp"

namespace posenc::fuzz {

struct Target {
  const char* name;
  void (*call)(Input& in);
};

}  // namespace posenc::fuzz

// Ends a file of targets.
#define POSENC_FUZZ(...)                                              \
  static constexpr ::posenc::fuzz::Target kTargets[] = {__VA_ARGS__}; \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,     \
                                        std::size_t size) {           \
    if (size == 0) return -1;                                         \
    const auto& target =                                              \
        kTargets[data[0] % (sizeof(kTargets) / sizeof(kTargets[0]))]; \
    ::posenc::fuzz::set_call(target.name);                            \
    ::posenc::fuzz::Input in(data + 1, size - 1);                     \
    target.call(in);                                                  \
    return 0;                                                         \
  }

// src/posenc/wasm, all of its exports.
#include "border_case.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace posenc::fuzz;
  static const std::span<const Target> kFiles[] = {
      analysis_targets(),    attention_targets(),  bias_targets(),
      convolution_targets(), embedding_targets(),  formula_targets(),
      numeric_targets(),     relative_targets(),   rotary_targets(),
      table_targets(),       transformer_targets()};
  constexpr std::size_t kCount = sizeof(kFiles) / sizeof(kFiles[0]);
  if (size < 2) return -1;
  const auto file = kFiles[data[0] % kCount];
  const Target& target = file[data[1] % file.size()];
  set_call(target.name);
  Input in(data + 2, size - 2);
  target.call(in);
  return 0;
}

/**
 * What memory itself takes: a fill and a copy in a second instance of our own
 * module, whose bindings are called directly.
 */
export async function loadMemory(createModule, wasm) {
  const module = await createModule({ wasmBinary: wasm });
  const contender = (run, pointers) => ({
    run,
    close() {
      for (const pointer of pointers) module._free(pointer);
    },
  });
  return {
    version: "this module",
    module,
    /** Writes `count` float32 numbers. */
    fill(count) {
      const out = module._malloc(4 * count);
      return contender(() => void module.numeric_fill(out, count, 1), [out]);
    },
    /** Reads and writes `count` float32 numbers. */
    copy(count) {
      const [out, from] = [
        module._malloc(4 * count),
        module._malloc(4 * count),
      ];
      return contender(
        () => void module.numeric_copy(out, from, count),
        [out, from],
      );
    },
  };
}

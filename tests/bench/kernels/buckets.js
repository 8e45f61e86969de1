/**
 * T5's buckets, the kernel alone: a table of integers has no buffer of the
 * public API to be written into.
 *
 * @param bindings of bindings.js
 */
export function buckets({ module }) {
  const count = 2 ** 20;
  const rule = [32, 128, 1];
  return {
    id: "t5-buckets",
    group: "bias",
    kernel: { en: "T5 buckets", zh: "T5 分桶" },
    shape: String(count),
    work: { bytes: 4 * count },
    prepare: () => ({
      posenc() {
        const [values, out, scratch] = [
          module.malloc(4 * count),
          module.malloc(4 * count),
          module.malloc(4 * module.bias_t5_bucket_scratch_size(...rule)),
        ];
        const offsets = new Int32Array(module.memory.buffer, values, count);
        for (let i = 0; i < count; i += 1)
          offsets[i] = ((i * 7919) % 601) - 300;
        return {
          run: () =>
            module.bias_t5_bucket(out, values, count, ...rule, scratch),
          close() {
            for (const pointer of [values, out, scratch]) module.free(pointer);
          },
        };
      },
      peers: {
        "memory limit"() {
          const out = module.malloc(4 * count);
          const words = () => new Int32Array(module.memory.buffer, out, count);
          return {
            run: () => void words().fill(1),
            close: () => module.free(out),
          };
        },
      },
    }),
  };
}

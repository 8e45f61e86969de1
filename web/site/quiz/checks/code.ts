import type { Check } from "./index.ts";

export const checks: Readonly<Record<string, Check>> = {
  "code/foreign-rows": () => {
    const [batch, seqLen] = [4, 20];
    // A table of shape (n, 1, d) is laid along the first axis, which is the batch:
    // all tokens of text b get row b.
    const rows = Array.from({ length: batch * seqLen }, (_, k) =>
      Math.floor(k / seqLen),
    );
    return rows.filter((row, k) => row !== k % seqLen).length;
  },
};

import * as pe from "posenc";
import { squaredNorms } from "../../../widgets/kit/pieces/tensor-rows.ts";
import type { Check } from "./index.ts";

export const checks: Readonly<Record<string, Check>> = {
  "learned/row-80": () => {
    // Lengths at equal steps from 1 to 160.
    const positions = Array.from({ length: 500 }, (_, k) =>
      Math.ceil(160 * (1 - (k + 0.5) / 500)),
    ).flatMap((length) => Array.from({ length }, (_, p) => p));
    const counts = pe.embeddingUpdate(
      { data: new Float32Array(512), shape: [512, 1] },
      positions,
      { data: positions.map(() => -1), shape: [positions.length, 1] },
      { learningRate: 1 },
    );
    return counts.data[80] as number;
  },
  "learned/noise-midpoint": () => {
    const rows = pe.learned({ maxLen: 64, dModel: 512, std: 1 });
    const longer = pe.embeddingResize(rows, 127, { alignCorners: true });
    const norms = squaredNorms(longer);
    const mean = (odd: number): number => {
      const part = norms.filter((_, row) => row % 2 === odd);
      return part.reduce((sum, it) => sum + it, 0) / part.length;
    };
    return (100 * mean(1)) / mean(0);
  },
  "learned/bert-share": () => {
    const table = pe.learned({ maxLen: 512, dModel: 768 });
    return (100 * table.data.length) / 110e6;
  },
};

/** What lives in the memory of one module, and cannot be in a thread. */
export type Bound = "prepare" | "encoder" | "decoder" | "applyInPlace";

/** Its paths. */
export const BOUND: readonly ("buffer" | `${string}.${Bound}`)[] = [
  "buffer",
  "attention.prepare",
  "bias.prepare",
  "rotary.prepare",
  "rotary.applyInPlace",
  "transformer.encoder",
  "transformer.decoder",
];

/**
 * Cases that the API cannot express, by name, each with the reason. Everything
 * else must pass.
 */
export const INEXPRESSIBLE = {};

const ATTENTION = [
  "torch.softmax",
  "torch.sdpa",
  "hf.eager_attention_forward",
  "torch.MultiheadAttention",
];

/** Why a case is left out, or undefined when it must pass. */
export function inexpressible({ name, kind, outputs }) {
  if (
    ATTENTION.includes(kind) &&
    Object.values(outputs).some(({ data }) => data.includes("NaN"))
  ) {
    return "a row with nothing to attend to is zeros, not NaN";
  }
  return INEXPRESSIBLE[name];
}

import { largestOutput, numbers, tensor } from "../compare.js";
import { permute } from "../permute.js";

/** Where a mask is 0 the published code fills in −1e10. */
const penalties = (mask) => ({
  data: numbers(mask).map((x) => (x === 0 ? -1e10 : 0)),
  shape: mask.shape,
});

/** Axes 1 and 2 change places: [B, H, T, D] ↔ [B, T, H, D]. */
const swap = (x) => permute(x, [0, 2, 1, 3]);
const heads = (array) => swap(tensor(array));

/** Cached decoding asks for the last query alone. */
const indices = (pe, queryLen, keyLen, clip) => ({
  matrix: {
    data: pe.relative.shawIndices({ queryLen, keyLen, clip }),
    shape: [queryLen, keyLen],
  },
});

const rows = (inputs, prefix) => ({
  weight: tensor(inputs[`${prefix}.weight`]),
  ...(inputs[`${prefix}.bias`]
    ? { bias: tensor(inputs[`${prefix}.bias`]) }
    : {}),
});

/** Largest distance of a table of 2c + 1 rows. */
const clipOf = (table) => (table.shape[0] - 1) / 2;

const shift = (output, input, direction, options) => (pe, testCase) => ({
  [output]: pe.relative[direction](tensor(testCase.inputs[input]), options),
});

const masked = { wrap: true };

export default {
  "t2t.relative_positions_matrix": {
    run: (pe, { params }) =>
      indices(
        pe,
        params.cache ? 1 : params.length_q,
        params.length_k,
        params.max_relative_position,
      ),
  },
  "opennmt.gen_relative_positions": {
    run: (pe, { params }) =>
      indices(
        pe,
        params.cache ? 1 : params.length,
        params.length,
        params.max_relative_positions,
      ),
  },
  "t2t.dot_product_attention_relative": {
    ulps: 8,
    floor: 1,
    run(pe, { params, inputs }) {
      const { scores, weights, output } = pe.relative.shaw({
        q: heads(inputs.q),
        k: heads(inputs.k),
        v: heads(inputs.v),
        scale: 1,
        clip: params.max_relative_position,
        keyTable: tensor(inputs.rel_k_table),
        valueTable: tensor(inputs.rel_v_table),
        ...(inputs.bias ? { mask: tensor(inputs.bias) } : {}),
      });
      return { logits: scores, weights, output: swap(output) };
    },
  },
  "t2t.rel_to_abs_masked": {
    run: (pe, testCase) => ({
      ...shift("y", "x", "shift", masked)(pe, testCase),
      ...shift("abs_to_rel_of_x", "x", "unshift", masked)(pe, testCase),
    }),
  },
  "t2t.rel_to_abs_unmasked": {
    run: (pe, testCase) => {
      const { length } = testCase.params;
      return {
        ...shift("y", "x", "shift", { columns: length })(pe, testCase),
        ...shift("abs_to_rel_of_a", "a", "unshift", {
          columns: 2 * length - 1,
        })(pe, testCase),
      };
    },
  },
  "opennmt.relative_matmul": {
    ulps: 4,
    floor: 1,
    run(pe, { inputs }) {
      const q = heads(inputs.q);
      const table = tensor(inputs.table);
      const clip = clipOf(table);
      const zeros = { data: new Float64Array(q.data.length), shape: q.shape };
      const { terms } = pe.relative.shaw({
        q,
        k: zeros,
        scale: 1,
        clip,
        keyTable: table,
      });
      return {
        q_relk: terms.key,
        p_relv: pe.relative.shawValues(tensor(inputs.p), {
          clip,
          valueTable: table,
        }),
      };
    },
  },
  "evelinehong.MultiHeadAttentionLayer": {
    // Four layers follow each other, each rounded to float32.
    ulps: 16,
    floor: largestOutput,
    run(pe, { params, inputs }) {
      const keyValue = tensor(inputs.key_value);
      const { output } = pe.relative.shaw({
        q: tensor(inputs.query),
        k: keyValue,
        v: keyValue,
        numHeads: params.n_heads,
        offset: 0,
        ...(inputs.mask ? { mask: penalties(inputs.mask) } : {}),
        clip: params.max_relative_position,
        keyTable: tensor(inputs["relative_position_k.embeddings_table"]),
        valueTable: tensor(inputs["relative_position_v.embeddings_table"]),
        projections: {
          q: rows(inputs, "fc_q"),
          k: rows(inputs, "fc_k"),
          v: rows(inputs, "fc_v"),
          output: rows(inputs, "fc_o"),
        },
      });
      return { output };
    },
  },
};

import { equalLayers } from "./equal-layers.js";
import { show } from "./findings.js";
import { HEADS, WIDTH } from "./keys.js";
import type { AlibiLayer } from "./layer.js";
import { WINDOWED } from "./layers.js";
import type {
  AlibiPlan,
  DebertaPlan,
  LearnedPlan,
  SinusoidalPlan,
  T5Plan,
  TransformerXLPlan,
} from "./plan.js";
import { lengthKey, readLength } from "./rotary.js";
import { given, INDEX, type Rule, type Section, SIZE } from "./section.js";
import type { OtherSpec, TableSpec, XlSpec } from "./spec.js";

const MAX_BIAS: Rule = ["1e-12 … 1000", (x) => x >= 1e-12 && x <= 1000];

/** In what models with ALiBi differ. */
export interface AlibiTraits {
  /** The bias is added before the scores are scaled (Falcon). */
  readonly unscaled?: boolean;
  /** Queries see the keys behind them, at the same cost. */
  readonly encoder?: true;
  /** Heads of the keys, out of those of the queries. */
  readonly keyValueHeads?: (heads: number) => number;
  /** Spellings of the length; those of text models unless given. */
  readonly lengths?: readonly string[];
}

/** ALiBi as BLOOM, MPT, Falcon, Baichuan and JinaBERT have it. */
export function readAlibi(
  root: Section,
  attention: Section = root,
  { unscaled, encoder, keyValueHeads, lengths }: AlibiTraits = {},
): AlibiPlan {
  const numHeads = root.size(HEADS);
  const headDim = root.size(WIDTH) / numHeads;
  const key = "alibi_bias_max";
  const maxBias = attention.optional(key, MAX_BIAS);
  if (maxBias && maxBias !== 8)
    attention.say("alibi-max-ignored", key, maxBias);
  if (Math.log2(numHeads) % 1 > 0) {
    root.say("alibi-heads", root.spelling(HEADS), numHeads);
  }
  const scale = attention.optional("softmax_scale");
  let biasScale: number | undefined;
  if (unscaled) {
    biasScale = 1 / Math.sqrt(headDim);
    if (biasScale > 0) {
      root.say("alibi-scaled", "alibi", Number(biasScale.toPrecision(6)));
    }
  }
  return given<AlibiPlan>({
    kind: "alibi",
    modelType: root.modelType,
    maxPositions: readLength(root, undefined, lengths) ?? null,
    numHeads,
    bias: given<AlibiPlan["bias"]>({ numHeads, maxBias }),
    scale,
    biasScale,
    layers: equalLayers(root, {
      position: given<AlibiLayer>({
        type: "alibi",
        numHeads,
        maxBias,
        symmetric: encoder,
        biasScale,
      }),
      numHeads,
      headDim,
      scale,
      causal: !encoder,
      numKeyValueHeads: keyValueHeads?.(numHeads),
    }),
  });
}

const BUCKETS: Rule = [
  "4, 6, … 65536",
  (x) => x % 2 === 0 && x >= 4 && x <= 65536,
];

const COUNTS = ["num_layers", "num_hidden_layers"];

/** T5 and its relatives: buckets of distances. */
export function readT5(
  root: Section,
  { perLayer, localRadius }: OtherSpec,
): T5Plan {
  // The key that T5 itself writes is the one to miss.
  const numHeads = root.size([...HEADS].reverse());
  const key = "relative_attention_max_distance";
  const numBuckets = root.assumed(
    "relative_attention_num_buckets",
    BUCKETS,
    32,
  );
  const maxDistance = root.assumed(key, INDEX, 128);
  // The decoder's causal half keeps more exact distances than the encoder's.
  const exact = numBuckets / 2;
  if (maxDistance <= exact)
    root.say("distance-too-short", key, exact, maxDistance);
  // LongT5 may add sums of blocks, with a bias of their own.
  const sparse = "encoder_attention_type";
  const [local, word] = ["local", root.text(sparse)];
  if (word && word !== local) {
    root.unread(sparse, show(word), local);
  }
  const buckets = { numBuckets, maxDistance };
  const headDim = root.size("d_kv", 64);
  const near = localRadius && root.size("local_radius", localRadius);
  const stack = (count: number | undefined, bidirectional: boolean) =>
    equalLayers(root, {
      numHeads,
      headDim,
      scale: 1,
      causal: !bidirectional,
      count: count ?? 0,
      own: (i) => ({
        position: {
          type: "t5",
          ...buckets,
          bidirectional,
          tableOfLayer: perLayer ? i : 0,
        },
        ...(near && bidirectional && { layerType: WINDOWED, window: near + 1 }),
      }),
    });
  return {
    kind: "t5",
    modelType: root.modelType,
    maxPositions: null,
    numHeads,
    bias: { ...buckets, bidirectional: true },
    decoderBias: { ...buckets, bidirectional: false },
    tables: perLayer ? "perLayer" : "shared",
    scale: 1,
    layers: stack(root.optional(COUNTS, SIZE), true),
    decoderLayers: stack(
      root.optional(["num_decoder_layers", ...COUNTS], SIZE),
      false,
    ),
  };
}

/** Rows for the tokens of an image of the size that the config gives. */
function patchRows(
  root: Section,
  { prefix, image, patch }: NonNullable<TableSpec["patches"]>,
): number {
  const size = root.size("image_size", image);
  const side = root.size("patch_size", patch);
  const across = Math.floor(size / side);
  if (across < 1) root.say("out-of-range", "image_size", `≥ ${side}`, size);
  return across ** 2 + prefix;
}

/** What learned tables and sinusoids have in common. */
function readTable(root: Section, spec: TableSpec) {
  const [first = "", ...others] = HEADS;
  const stacked = ["encoder_attention_heads", "attention_heads"];
  const read = spec.headDim
    ? root.size("attention_head_dim", spec.headDim)
    : root.size(WIDTH, spec.width);
  const heads = [first, ...stacked, ...others];
  const numHeads = root.size(heads, spec.heads);
  const width = spec.headDim ? read * numHeads : read;
  const { grid } = spec;
  const side = grid && root.assumed(grid[0], SIZE, grid[1]);
  const { offset: rule = 0, embeddingSize: usual } = spec;
  const own = "embedding_size";
  const dModel = usual
    ? root.size(own, usual)
    : ((usual === 0 ? root.optional(own, SIZE) : undefined) ?? width);
  const offset =
    typeof rule === "number"
      ? rule
      : root.assumed("pad_token_id", INDEX, rule.pad) + 1;
  // BART's first code had both tables under one type.
  const fixed = "static_position_embeddings";
  const given = root.boolean(fixed);
  if (given !== undefined && given !== (spec.kind === "sinusoidal")) {
    root.unread(fixed, String(given), String(!given));
  }
  const std = root.optional(root.spelling(["initializer_range", "init_std"]));
  const scaled =
    root.boolean(spec.scaledKey ?? "scale_embedding") ?? spec.scaled;
  const sparse = spec.sparseKey;
  if (sparse && !root.has(sparse)) root.say("not-in-plan", sparse);
  return {
    modelType: root.modelType,
    numHeads,
    dModel,
    offset,
    length: spec.patches
      ? patchRows(root, spec.patches)
      : side
        ? side ** 2
        : readLength(root, spec.max, spec.lengths),
    side,
    tokenScale: scaled ? Math.sqrt(dModel) : 1,
    initial: std && { std },
    width,
  };
}

/** Layers of one stack, or of the two that a sequence-to-sequence model has. */
function tableLayers(
  root: Section,
  spec: TableSpec,
  { numHeads, width }: { numHeads: number; width: number },
  scale?: number,
) {
  const rest = { position: { type: "none" } as const, scale };
  const windows = localLayers(root, spec);
  const encoderCount = spec.stacks ? root.optional(ENCODERS, SIZE) : undefined;
  const layers = equalLayers(root, {
    ...rest,
    ...windows,
    numHeads,
    headDim: width / numHeads,
    causal: spec.causal ?? false,
    count: encoderCount,
  });
  if (!spec.stacks) return { layers };
  const count = root.optional(DECODERS, SIZE);
  const heads = root.optional("decoder_attention_heads", SIZE) ?? numHeads;
  const decoderLayers = equalLayers(root, {
    ...rest,
    numHeads: heads,
    headDim: width / heads,
    causal: true,
    count: count ?? layers.length,
  });
  return { layers, decoderLayers };
}

const ENCODERS = ["encoder_layers", "num_encoder_layers"];
const DECODERS = ["decoder_layers", "num_decoder_layers"];

/** GPT-Neo's alternation of global and local layers. */
function localLayers(root: Section, spec: TableSpec) {
  if (spec.localWindow === undefined) return {};
  const key = "attention_types";
  const groups = root.raw(key);
  const kinds: unknown[] = [];
  for (const group of Array.isArray(groups) ? groups : []) {
    if (!Array.isArray(group) || !Array.isArray(group[0])) continue;
    const times = Number(group[1]);
    for (let i = 0; i < times && kinds.length < 65536; i++) {
      kinds.push(...group[0].slice(0, 1024));
    }
  }
  if (groups === undefined) {
    const usual = '[[["global", "local"], 12]]';
    root.assume(key, usual);
    for (let i = 0; i < 24; i++) kinds.push(i % 2 ? "local" : "global");
  }
  const odd = kinds.find((kind) => kind !== "global" && kind !== "local");
  if (odd !== undefined || kinds.length === 0) {
    root.say("layer-type-unknown", key, show(odd ?? groups), "global, local");
  }
  const size = root.size("window_size", spec.localWindow);
  root.dismiss("attention_layers");
  return {
    own: (i: number) =>
      kinds[i] === "local" ? { layerType: WINDOWED, window: size } : {},
  };
}

/** A table of learned rows, or the sinusoids that a key asks for instead. */
export function readLearned(
  root: Section,
  spec: TableSpec,
): LearnedPlan | SinusoidalPlan | AlibiPlan {
  if (spec.biased && root.peek("position_embedding_type") === "alibi") {
    root.dismiss("position_embedding_type");
    return readAlibi(root, root, { encoder: true });
  }
  if (spec.sinusoidalKey && root.boolean(spec.sinusoidalKey)) {
    return readSinusoidal(root, spec);
  }
  const key = "position_embedding_type";
  const word = root.text(key) ?? "absolute";
  if (word !== "absolute") {
    const read = spec.rotates ? "absolute, rotary" : "absolute";
    root.unread(key, show(word), read);
  }
  const byLayer = "scale_attn_by_inverse_layer_idx";
  if (root.boolean(byLayer)) root.say("not-in-plan", byLayer);
  const unscaled = root.boolean("scale_attn_weights") === false;
  const scale = spec.scale ?? (unscaled ? 1 : undefined);
  const common = readTable(root, spec);
  const { numHeads, dModel, offset, length, tokenScale, initial, side } =
    common;
  if (length === undefined) root.say("key-missing", "max_position_embeddings");
  const maxLen = (length ?? Number.NaN) + (spec.extraRows ?? 0);
  if (maxLen <= offset) {
    root.say("out-of-range", lengthKey(root), `> ${offset}`, maxLen);
  }
  return given<LearnedPlan>({
    kind: "learned",
    modelType: root.modelType,
    maxPositions: maxLen - offset,
    numHeads,
    embedding: { maxLen, dModel, ...initial },
    offset,
    tokenScale,
    grid: side,
    scale,
    ...tableLayers(root, spec, common, scale),
  });
}

/** Rows of sines and cosines. */
export function readSinusoidal(root: Section, spec: TableSpec): SinusoidalPlan {
  const common = readTable(root, spec);
  const { numHeads, dModel, offset, length, tokenScale } = common;
  const { decoderRows: rows } = spec;
  return {
    kind: "sinusoidal",
    modelType: root.modelType,
    maxPositions: length ?? null,
    numHeads,
    embedding: {
      dModel,
      base: 10000,
      layout: spec.layout ?? "halves",
      spacing: spec.spacing ?? "paper",
      offset,
    },
    tokenScale,
    ...(rows && {
      decoderEmbedding: {
        maxLen: root.assumed(rows[0], SIZE, rows[1]),
        dModel,
      },
    }),
    ...tableLayers(root, spec, common),
  };
}

const LOG_BUCKETS: Rule = [
  "-1, 0, 4, 5, … 65536",
  (x) => [-1, 0].includes(x) || (x >= 4 && x <= 65536 && x % 1 === 0),
];

/** DeBERTa: disentangled attention, with or without a learned table. */
export function readDeberta(root: Section): DebertaPlan | LearnedPlan {
  const learned = { kind: "learned", embeddingSize: 0 } as const;
  const [termsKey, bucketsKey, distanceKey] = [
    "pos_att_type",
    "position_buckets",
    "max_relative_positions",
  ] as const;
  const buckets = root.optional(bucketsKey, LOG_BUCKETS) ?? -1;
  const distance = root.optional(distanceKey, INDEX) ?? -1;
  if (!root.boolean("relative_attention")) {
    for (const key of [termsKey, bucketsKey, distanceKey]) {
      const off = root.raw(key) ?? -1;
      if (off !== -1) root.say("deberta-relative-off", key);
    }
    return readLearned(root, learned) as LearnedPlan;
  }
  const written = root.raw(termsKey);
  const words =
    typeof written === "string" ? written.split("|") : root.texts(termsKey);
  const named = (words ?? []).map((word) => word.trim().toLowerCase());
  const terms = (["c2p", "p2c"] as const).filter((term) =>
    named.includes(term),
  );
  if (named.some((word) => word !== "c2p" && word !== "p2c")) {
    root.say("deberta-term-unknown", termsKey, show(written));
  } else if (terms.length === 0) {
    root.say("deberta-terms-missing", termsKey);
  }
  const common = readTable(root, learned);
  const { numHeads, dModel, length, initial, width } = common;
  if (length === undefined && !(distance > 0)) {
    root.say("key-missing", distanceKey);
  }
  const maxPosition = distance > 0 ? distance : (length ?? Number.NaN);
  const bucketed = buckets > 0 && root.modelType !== "deberta";
  const exact = Math.floor(buckets / 2) + 1;
  if (bucketed && buckets % 2 > 0) {
    root.say("deberta-span-odd", bucketsKey, buckets);
  }
  if (bucketed && maxPosition <= exact) {
    root.say("distance-too-short", distanceKey, exact, maxPosition);
  }
  if (!bucketed && maxPosition > 2 ** 20) {
    root.say("out-of-range", distanceKey, "1, 2, … 2^20", maxPosition);
  }
  const added = (root.boolean("position_biased_input") ?? true) && length;
  const relative = {
    ...(bucketed
      ? { span: buckets, buckets, maxPosition }
      : { span: maxPosition }),
    terms,
  };
  const headDim = width / numHeads;
  return {
    kind: "deberta",
    modelType: root.modelType,
    maxPositions: length ?? null,
    numHeads,
    relative,
    layers: equalLayers(root, {
      position: { type: "deberta", ...relative },
      numHeads,
      headDim,
      causal: false,
      scale: 1 / Math.sqrt(headDim * (1 + terms.length)),
    }),
    shareKeys: root.boolean("share_att_key") ?? false,
    ...(added && { embedding: { maxLen: added, dModel, ...initial } }),
  };
}

/** Transformer-XL and XLNet. */
export function readTransformerXL(
  root: Section,
  spec: XlSpec,
): TransformerXLPlan {
  const numHeads = root.size(HEADS);
  const dModel = root.size(WIDTH);
  const clampLen = root.assumed("clamp_len", INDEX, spec.clampLen);
  const memoryLen = root.optional("mem_len", INDEX) ?? 0;
  const type = root.raw("attn_type");
  if (typeof type === "number" && type !== 0) {
    root.say("encoding-unsupported", "attn_type", type);
  }
  const causal = !spec.bidirectional || type === "uni";
  const headDim = root.optional("d_head", SIZE) ?? dModel / numHeads;
  if (headDim % 1 > 0) {
    root.say("head-dim-not-divisible", root.spelling(WIDTH), dModel, numHeads);
  }
  const bound = clampLen > 0 ? clampLen : null;
  return {
    kind: "transformerXL",
    modelType: root.modelType,
    maxPositions: null,
    numHeads,
    embedding: { dModel, base: 10000, layout: "halves" },
    clampLen: bound,
    headDim,
    memoryLen: Math.max(0, memoryLen),
    layers: equalLayers(root, {
      position: { type: "transformerXL", clampLen: bound },
      numHeads,
      headDim,
      causal,
    }),
  };
}

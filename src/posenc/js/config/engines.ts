import { jsonOf } from "../json.js";
import type { RotaryScaling } from "../rotary/scaling.js";
import { planOf, withPlan } from "./given-plan.js";
import type { RotaryLayer } from "./layer.js";
import type { PositionPlan } from "./plan.js";
import { given } from "./section.js";

/** What one engine, or the paper, makes of a layer's context extension. */
export interface EngineReading {
  /** Engine and, where it has several, the release; "paper". */
  readonly engine: string;
  /** Of a paper, its arXiv number and version. */
  readonly repository: string;
  /** Of a paper, section and equations. */
  readonly file: string;
  /** First 8 digits of the commit of the file that was read; null for a paper. */
  readonly commit: string | null;
  /** Day of the commit, or of the reading where that is not known. */
  readonly date: string;
  /** Its rule, in symbols: s, L, n, g(s, k) = 0.1·k·ln s + 1. */
  readonly rule: string;
  /** Factor s that it stretches by. */
  readonly factor: number;
  /** Factor that it puts on cos and sin. */
  readonly attentionFactor: number;
  /**
   * How that factor makes its q·k relate to the plan's in the rotated columns; 1:
   * as the plan. Frequencies of its own (`ramp`, `bases`) come on top.
   */
  readonly scores: number;
  /**
   * Dynamic NTK: the base for a text of the original length and for one `factor`
   * times as long. Absent where the engine refuses the model.
   */
  readonly bases?: readonly [original: number, extended: number];
  /**
   * YaRN's ramp: linear in the index of the pair, between ends that are rounded
   * to whole pairs or not, or linear in the ratio of L to the wavelength, as the
   * paper has it.
   */
  readonly ramp?: "rounded" | "unrounded" | "ratio";
}

/** Where a file was read. */
type Source = readonly [
  engine: string,
  repository: string,
  file: string,
  commit: string | null,
  date: string,
];

const READ = "2026-11-27";
const ROPE_UTILS = "src/transformers/modeling_rope_utils.py";
const VLLM = "vllm/model_executor/layers/rotary_embedding";
const SGLANG = "python/sglang/srt/layers/rotary_embedding";
const HUB = "huggingface/transformers";
const TRANSFORMERS_4: Source = [
  "transformers 4",
  HUB,
  ROPE_UTILS,
  "0044e3b3",
  READ,
];
const TRANSFORMERS_5: Source = [
  "transformers 5",
  HUB,
  ROPE_UTILS,
  "05cd1ec1",
  READ,
];
const vllm = (file: string, commit: string): Source => [
  "vLLM",
  "vllm-project/vllm",
  `${VLLM}/${file}`,
  commit,
  READ,
];
const sglang = (file: string): Source => [
  "SGLang",
  "sgl-project/sglang",
  `${SGLANG}/${file}`,
  "0b1fd02d",
  READ,
];
const LLAMA_CPP: Source = [
  "llama.cpp",
  "ggml-org/llama.cpp",
  "src/llama-context.cpp",
  "001d906a",
  READ,
];
const MLX: Source = [
  "mlx-lm",
  "ml-explore/mlx-lm",
  "mlx_lm/models/rope_utils.py",
  "d78bf58e",
  "2026-08-22",
];
const EXLLAMA: Source = [
  "exllamav3",
  "turboderp-org/exllamav3",
  "exllamav3/util/rope.py",
  "4f8ad012",
  "2026-08-08",
];

const yarnPaper = (place: string): Source => [
  "paper",
  "arXiv:2309.00071v2",
  place,
  null,
  "2023-11-01",
];

/** YaRN's and DeepSeek's temperature. */
const g = (s: number, k = 1): number =>
  s <= 1 ? 1 : 0.1 * k * Math.log(s) + 1;

type Yarn = Extract<RotaryScaling, { type: "yarn" }>;

/** What a rule sees of a model. */
interface Case {
  readonly scaling: Yarn;
  /** `factor`. */
  readonly s: number;
  /** max_position_embeddings over the original length, where both are given. */
  readonly ratio: number;
  readonly latent: boolean;
  /** Queries have a temperature by position. */
  readonly warm: boolean;
}

type Rule = readonly [
  source: Source,
  rule: string,
  read: (input: Case) => readonly [factor: number, attentionFactor: number],
  /** Absent: as `truncate` says. */
  ramp?: NonNullable<EngineReading["ramp"]>,
];

/** g(s, mscale) / g(s, mscale_all_dim), or the given factor, or g(s). */
const usual = ({ scaling }: Case, s: number): number => {
  const { attentionFactor, mscale, mscaleAllDim } = scaling;
  if (attentionFactor !== undefined) return attentionFactor;
  return mscale && mscaleAllDim ? g(s, mscale) / g(s, mscaleAllDim) : g(s);
};

const YARN_RULES: readonly Rule[] = [
  [
    /* @__PURE__ */ yarnPaper("sections 3.2 and 3.4, equations 17 to 22"),
    "g(s, 1), recommended for Llama; no key replaces it",
    ({ s }) => [s, g(s)],
    "ratio",
  ],
  [
    TRANSFORMERS_4,
    "attention_factor, else g(s, 1); mscale is not read, and L is max_position_embeddings",
    ({ s, scaling }) => [s, scaling.attentionFactor ?? g(s)],
  ],
  [
    TRANSFORMERS_5,
    "s is max_position_embeddings / L; attention_factor, else g(s, mscale) / g(s, mscale_all_dim) with both, else g(s, 1)",
    (input) => [input.ratio, usual(input, input.ratio)],
  ],
  [
    /* @__PURE__ */ vllm("yarn_scaling_rope.py", "0cd57848"),
    "attention_factor, else g(s, mscale) / g(s, mscale_all_dim) with both, else g(s, 1)",
    (input) => [input.s, usual(input, input.s)],
  ],
  [
    /* @__PURE__ */ sglang("yarn.py"),
    "g(s, mscale) / g(s, mscale_all_dim) with both, else g(s, 1); attn_factor multiplies, attention_factor is not read",
    ({ s, scaling: { mscale, mscaleAllDim } }) => [
      s,
      mscale !== undefined && mscaleAllDim !== undefined
        ? g(s, mscale) / g(s, mscaleAllDim)
        : g(s),
    ],
  ],
  [
    LLAMA_CPP,
    "g(s, 1) / g(s, mscale_all_dim), as the GGUF file has it, else g(s, 1); attention_factor is not read",
    ({ s, scaling: { mscaleAllDim }, latent }) => {
      if (!mscaleAllDim) return [s, g(s)];
      const mscale = latent && mscaleAllDim !== 1 ? mscaleAllDim : 1;
      return [s, g(s, mscale) / g(s, mscaleAllDim)];
    },
    "rounded",
  ],
  [
    MLX,
    "g(s, mscale or 1) / g(s, mscale_all_dim or 0); attention_factor and truncate are not read",
    ({ s, scaling: { mscale = 1, mscaleAllDim = 0 } }) => [
      s,
      g(s, mscale) / g(s, mscaleAllDim),
    ],
    "rounded",
  ],
  [
    EXLLAMA,
    "s is max_position_embeddings / L; attention_factor, else g(s, mscale) / g(s, mscale_all_dim) with both in DeepSeek's architecture alone, else 1 with llama_4_scaling_beta, else g(s, 1)",
    (input) => {
      const { ratio, scaling, latent, warm } = input;
      if (scaling.attentionFactor !== undefined || (latent && !warm))
        return [ratio, usual(input, ratio)];
      return [ratio, warm ? 1 : g(ratio)];
    },
  ],
];

const SQUARE_ROOT = "√(1 + ln s / ln L), s = max_position_embeddings / L";

/**
 * Which list LongRoPE takes. The factor on cos and sin is the same wherever none
 * stands behind the rule.
 */
const longropeRules = (
  byLengths: number,
): readonly (readonly [
  source: Source,
  rule: string,
  attentionFactor?: number,
])[] => [
  [
    ["paper", "arXiv:2402.13753v1", "3.1, equation 3", null, "2024-02-21"],
    "long_factor from position n̂ on, which no key has; no factor on cos and sin",
    1,
  ],
  [TRANSFORMERS_4, `long_factor for n > L; ${SQUARE_ROOT}`],
  [TRANSFORMERS_5, `long_factor for n > L; ${SQUARE_ROOT}`],
  [
    vllm("phi3_long_rope_scaled_rope.py", "17d618b0"),
    `long_factor for every text where the server allows more than L; ${SQUARE_ROOT}`,
  ],
  [
    sglang("rope_variant.py"),
    `long_factor for a batch with a position > L; ${SQUARE_ROOT}`,
  ],
  [
    [
      "llama.cpp",
      "ggml-org/whisper.cpp",
      "examples/talk-llama/llama-model.cpp",
      "4834a232",
      "2026-08-18",
    ],
    "long_factor for every text where the context allows more than L; the factor is the GGUF file's attn_factor",
  ],
  [MLX, `long_factor for every text; long_mscale, else ${SQUARE_ROOT}`],
  [
    EXLLAMA,
    `long_factor for every text where max_position_embeddings > L; ${SQUARE_ROOT}`,
    byLengths,
  ],
];

/** What multiplies the slowest wavelength, for a factor a, at n = L and n = a·L. */
type Growth = (a: number) => readonly [original: number, extended: number];
const most = (a: number): number => a * a - a + 1;
const growing: Growth = (a) => [1, most(a)];
const plain: Growth = () => [1, 1];

const PRESENT =
  "base·(a·n/L − (a − 1))^(d/(d−2)), n the present length, at least L";

/** How the base grows with the length n, for a factor a. */
const DYNAMIC_RULES: readonly (readonly [Source, string, Growth?])[] = [
  [
    /* @__PURE__ */ yarnPaper("sections 3.1 and 3.3, equation 16"),
    "base·max(1, n/L)^(d/(d−2)), n the present length: the rule of the others for a = 1",
    (a) => [1, a],
  ],
  [TRANSFORMERS_4, PRESENT, growing],
  [TRANSFORMERS_5, PRESENT, growing],
  [
    /* @__PURE__ */ vllm("dynamic_ntk_scaling_rope.py", "3cfbaf33"),
    "base·(n/L − (a − 1))^(d/(d−2)), n = a·L: the plain base, at every length",
    plain,
  ],
  [
    /* @__PURE__ */ sglang("rope_variant.py"),
    "base·(a·n/L − (a − 1))^(d/(d−2)), n = a·L at every length",
    (a) => [most(a), most(a)],
  ],
  [MLX, PRESENT, growing],
  [EXLLAMA, "refuses the model"],
  [
    [
      "llama.cpp",
      "ggml-org/llama.cpp",
      "conversion/base.py",
      "00bd27a6",
      "2026-11-28",
    ],
    "no key of a GGUF file but HunYuan's: the plain base, at every length",
    plain,
  ],
];

const described = (
  [engine, repository, file, commit, date]: Source,
  rule: string,
) => ({ engine, repository, file, commit, date, rule });

/** The first layer whose scaling engines read in ways of their own. */
export function scaledLayer(plan: PositionPlan) {
  for (const layer of plan.layers) {
    if (layer.kind !== "attention" || layer.position.type !== "rotary")
      continue;
    if (layer.position.scaling) return { layer, position: layer.position };
  }
  return undefined;
}

const times = (scaling: RotaryScaling): number =>
  "factor" in scaling ? (scaling.factor ?? 1) : 1;

const CALL = "config.engines";

/** What engines make of a plan's scaling: see {@link Config.engines}. */
export function engines(plan: PositionPlan): EngineReading[] {
  const copy = planOf(CALL, jsonOf(CALL, "plan", plan));
  return withPlan(CALL, () => readingsOf(copy));
}

function readingsOf(plan: PositionPlan): EngineReading[] {
  const found = scaledLayer(plan);
  if (!found) return [];
  const { layer, position } = found;
  const scaling = position.scaling as NonNullable<RotaryLayer["scaling"]>;
  if (scaling.type === "yarn") {
    const s = times(scaling);
    const { originalMaxSeqLen: length } = scaling;
    const most = plan.maxPositions ?? s * length;
    const input: Case = {
      scaling,
      s,
      ratio: most / length,
      latent: layer.latent !== undefined,
      warm: layer.temperature !== undefined,
    };
    const own = usual(input, s);
    const usualRamp: NonNullable<EngineReading["ramp"]> =
      scaling.truncate === false ? "unrounded" : "rounded";
    return YARN_RULES.map(([source, rule, read, ramp = usualRamp]) => {
      const [factor, attentionFactor] = read(input);
      const scores = (attentionFactor / own) ** 2;
      return {
        ...described(source, rule),
        factor,
        attentionFactor,
        scores,
        ramp,
      };
    });
  }
  const factor = times(scaling);
  if (scaling.type === "dynamic") {
    const { base, rotaryDim } = position;
    const power = rotaryDim / (rotaryDim - 2);
    return DYNAMIC_RULES.map(([source, rule, growth]) => {
      const grown = growth?.(factor);
      return given<EngineReading>({
        ...described(source, rule),
        factor,
        attentionFactor: 1,
        scores: 1,
        bases: grown && [base * grown[0] ** power, base * grown[1] ** power],
      });
    });
  }
  if (scaling.type !== "longrope") return [];
  const { originalMaxSeqLen: length } = scaling;
  const stretched = (s: number) =>
    s > 1 ? Math.sqrt(1 + Math.log(s) / Math.log(length)) : 1;
  const own = factor > 1 ? (scaling.attentionFactor ?? stretched(factor)) : 1;
  const byLengths = stretched((plan.maxPositions ?? length) / length);
  return longropeRules(byLengths).map(
    ([source, rule, attentionFactor = own]) => ({
      ...described(source, rule),
      factor,
      attentionFactor,
      scores: (attentionFactor / own) ** 2,
    }),
  );
}

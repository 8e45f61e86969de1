"""Numbers of models on the page models/, computed apart from the library.

    /usr/bin/python3 tests/across/golden/config/reference.py > tests/across/golden/config/expected.json

Each family's rule is written down once more here, from the modelling code that
SOURCES names, with NumPy in float64; nothing is taken from the library.
transformers is huggingface/transformers at the commits in docs/models.json,
mlx-lm is ml-explore/mlx-lm d78bf58e (2026-08-22), exllamav3 is
turboderp-org/exllamav3 4f8ad012 (2026-08-08), diffusers is huggingface/diffusers
58eb52c0 (2026-08-23), vLLM is vllm-project/vllm
01da88c5.
"""
import json
import math
import os

import numpy as np

FILES = [
    "widgets/figures/11-long-context/published-configs.json",
    "site/models/presets.json",
]
HERE = os.path.dirname(os.path.abspath(__file__))


def plain(base, dim):
    return 1.0 / base ** (np.arange(0, dim, 2, dtype=np.float64) / dim)


def llama3(theta, rs):
    wavelength = 2 * np.pi / theta
    old = rs["original_max_position_embeddings"]
    low, high = rs["low_freq_factor"], rs["high_freq_factor"]
    slow = theta / rs["factor"]
    if low == high:
        return np.where(wavelength > old / low, slow, theta)
    smooth = (old / wavelength - low) / (high - low)
    between = (1 - smooth) * slow + smooth * theta
    out = np.where(wavelength > old / low, slow, theta)
    medium = (wavelength <= old / low) & (wavelength >= old / high)
    return np.where(medium, between, out)


def yarn(theta, rs, base, dim, factor=None):
    """Frequencies and the factor on cos and sin."""
    s = rs["factor"]
    old = rs["original_max_position_embeddings"]

    def at(turns):
        return dim * math.log(old / (turns * 2 * math.pi)) / (2 * math.log(base))

    low, high = at(rs.get("beta_fast", 32)), at(rs.get("beta_slow", 1))
    if rs.get("truncate", True):
        low, high = math.floor(low), math.ceil(high)
    low, high = max(low, 0), min(high, dim - 1)
    if low == high:
        high += 0.001
    ramp = np.clip((np.arange(dim // 2) - low) / (high - low), 0, 1)

    def g(k):
        return 0.1 * k * math.log(s) + 1 if s > 1 else 1.0

    if factor is None:
        factor = rs.get("attention_factor")
    if factor is None:
        both = rs.get("mscale") and rs.get("mscale_all_dim")
        factor = g(rs["mscale"]) / g(rs["mscale_all_dim"]) if both else g(1)
    return theta / s * ramp + theta * (1 - ramp), factor


def scaled(rs, base, dim, length, most):
    """Frequencies and factor by a rope object, at a length."""
    theta = plain(base, dim)
    kind = (rs or {}).get("rope_type", (rs or {}).get("type", "default"))
    if kind in ("default", "mrope"):
        return theta, 1.0
    if kind == "linear":
        return theta / rs["factor"], 1.0
    if kind == "llama3":
        return llama3(theta, rs), 1.0
    if kind == "yarn":
        return yarn(theta, rs, base, dim)
    if kind in ("longrope", "su"):
        old = rs["original_max_position_embeddings"]
        by = rs["long_factor"] if length > old else rs["short_factor"]
        s = most / old
        return theta / np.array(by), math.sqrt(1 + math.log(s) / math.log(old)) if s > 1 else 1.0
    if kind == "dynamic":
        n, a = max(length, most), rs["factor"]
        return plain(base * (a * n / most - (a - 1)) ** (dim / (dim - 2)), dim), 1.0
    raise ValueError(kind)


def proportional(base, dim, share):
    turned = int(share * dim // 2)
    theta = 1.0 / base ** (2.0 * np.arange(turned) / dim)
    return np.concatenate([theta, np.zeros(dim // 2 - turned)]), 1.0


class Family:
    """One model's keys with what most families have in common."""

    def __init__(self, c):
        self.c = c
        self.heads = c.get("num_attention_heads") or c.get("n_head") or c["n_heads"]
        self.layers = c.get("num_hidden_layers") or c.get("num_layers") or c.get("n_layer") or c["n_layers"]
        self.kv = c.get("num_key_value_heads") or self.heads
        width = c.get("hidden_size") or c.get("n_embd")
        self.dim = c.get("head_dim") or c.get("attention_head_dim") or width // self.heads
        self.most = c.get("max_position_embeddings", 2048)
        self.length = 2 * self.most
        self.rs = c.get("rope_scaling") or c.get("rope_parameters")
        self.base = c.get("rope_theta") or (self.rs or {}).get("rope_theta") or 10000.0

    def layer(self, theta=None, factor=1.0, **rest):
        out = dict(
            heads=self.heads, kv=self.kv, dim=self.dim, scale=self.dim**-0.5,
            causal=True, layout="halves",
        )
        if theta is not None:
            n = len(theta)
            picks = sorted({0, 1 % n, n // 3, n // 2, n - 1})
            out.update(
                pairs=n, at=picks, theta=[float(theta[i]) for i in picks],
                factor=float(factor), start=0,
            )
        out.update(rest)
        return {k: v for k, v in out.items() if v is not None}

    def usual(self, share=1.0, **rest):
        dim = int(self.dim * share)
        theta, factor = scaled(self.rs, self.base, dim, self.length, self.most)
        return self.layer(theta, factor, **rest)


def every(**rest):
    return lambda f: [f.usual(**rest)] * f.layers


def llama(f):
    return every()(f)


def windowed(f):
    w = f.c.get("sliding_window")
    return [f.usual(window=w)] * f.layers


def late(f):
    c = f.c
    on = c.get("use_sliding_window")
    first = c.get("max_window_layers", 28)
    w = c.get("sliding_window")
    return [f.usual(window=w if on and i >= first else None) for i in range(f.layers)]


def partial(default=1.0, **rest):
    return lambda f: [f.usual(f.c.get("partial_rotary_factor", default), **rest)] * f.layers


def gemma2(f):
    c = f.c
    cap = c.get("attn_logit_softcapping", 50.0)
    scale = c.get("query_pre_attn_scalar", 256) ** -0.5
    return [
        f.usual(softcap=cap, scale=scale, window=c["sliding_window"] if i % 2 == 0 else None)
        for i in range(f.layers)
    ]


def gemma3(f):
    c = f.c
    scale = c["query_pre_attn_scalar"] ** -0.5
    near = f.layer(plain(c["rope_local_base_freq"], f.dim), window=c["sliding_window"], scale=scale)
    far = f.usual(scale=scale)
    return [far if (i + 1) % c["sliding_window_pattern"] == 0 else near for i in range(f.layers)]


def gemma4(f):
    c = f.c
    near = f.layer(plain(10000.0, 256), window=c["sliding_window"], scale=1.0)
    full = c["rope_parameters"]["full_attention"]
    theta, factor = proportional(full["rope_theta"], 512, full["partial_rotary_factor"])
    far = f.layer(theta, factor, dim=512, kv=2, scale=1.0)
    return [far if (i + 1) % 6 == 0 else near for i in range(f.layers)]


def gpt_oss(f):
    near = f.usual(window=f.c["sliding_window"], sinks=True)
    far = f.usual(sinks=True)
    return [near if i % 2 == 0 else far for i in range(f.layers)]


def olmo3(f):
    near = f.layer(plain(f.base, f.dim), window=f.c["sliding_window"])
    far = f.usual()
    return [far if (i + 1) % 4 == 0 else near for i in range(f.layers)]


def other_width(c, dim):
    """Width of values where it is not that of queries and keys."""
    return c["v_head_dim"] if c["v_head_dim"] != dim else None


def latent(layout="interleaved"):
    def make(f):
        c = f.c
        rope, nope = c["qk_rope_head_dim"], c["qk_nope_head_dim"]
        rs = dict(f.rs) if f.rs else None
        scale = (rope + nope) ** -0.5
        theta, factor = scaled(rs, f.base, rope, f.length, f.most)
        if rs and rs.get("mscale_all_dim"):
            scale *= (0.1 * rs["mscale_all_dim"] * math.log(rs["factor"]) + 1) ** 2
        one = f.layer(
            theta, factor, dim=rope + nope, kv=f.heads, scale=scale, start=nope,
            layout=layout, latent=[nope, rope], value=other_width(c, rope + nope),
        )
        return [one] * f.layers

    return make


def params(f):
    """Mistral Large 3: YaRN without its factor, and Llama 4's temperature."""
    c = f.c
    rope, nope, y = c["qk_rope_head_dim"], c["qk_nope_head_dim"], c["yarn"]
    rs = dict(factor=y["factor"], beta_fast=y["beta"], beta_slow=y["alpha"],
              original_max_position_embeddings=y["original_max_position_embeddings"])
    theta, factor = yarn(plain(f.base, rope), rs, f.base, rope, 1.0)
    warm = c["llama_4_scaling"]
    one = f.layer(
        theta, factor, dim=rope + nope, kv=f.heads, scale=(rope + nope) ** -0.5, start=nope,
        layout="interleaved", latent=[nope, rope], value=other_width(c, rope + nope),
        temperature=floors(warm["beta"], warm["original_max_position_embeddings"], 0),
    )
    return [one] * f.layers


def deepseek_v4(f):
    c = f.c
    rope = c["qk_rope_head_dim"]
    common = dict(layout="interleaved", start=f.dim - rope, kv=1, window=c["sliding_window"],
                  sinks=True, turned_back=True)
    main = plain(c["rope_theta"], rope)
    base = c["compress_rope_theta"]
    long, factor = yarn(plain(base, rope), f.rs, base, rope, 1.0)
    return [
        f.layer(long, factor, ratio=r, **common) if r else f.layer(main, **common)
        for r in c["compress_ratios"]
    ]


POSITIONS = [0, 8190, 8191, 16384, 1048575]


def floors(beta, length, shift):
    return [1 + beta * math.log(1 + math.floor((p + shift) / length)) for p in POSITIONS]


def llama4(f):
    c = f.c
    turned = f.usual(layout="interleaved", chunk=c["attention_chunk_size"])
    still = f.layer(temperature=floors(0.1, 8192, 1))
    still.pop("layout")
    return [still if (i + 1) % 4 == 0 else turned for i in range(f.layers)]


def nope_every_fourth(f):
    still = f.layer()
    still.pop("layout")
    return [still if (i + 1) % 4 == 0 else f.usual() for i in range(f.layers)]


def local_turned(layout="halves"):
    """Layers with a window turn, the others do not."""

    def make(f):
        near = f.usual(window=f.c["sliding_window"], layout=layout)
        far = f.layer()
        far.pop("layout")
        period = f.c.get("sliding_window_pattern") or f.c.get("global_attn_every_n_layers") or 4
        return [far if (i + 1) % period == 0 else near for i in range(f.layers)]

    return make


def gptj(f):
    theta = plain(10000.0, f.c["rotary_dim"])
    return [f.layer(theta, layout="interleaved")] * f.layers


def falcon(f):
    return [f.layer(plain(10000.0, f.dim), kv=1)] * f.layers


def neox(f):
    dim = int(f.dim * f.c["rotary_pct"])
    return [f.layer(plain(f.c["rotary_emb_base"], dim))] * f.layers


def granite(f):
    return [f.usual(scale=f.c["attention_multiplier"])] * f.layers


def minimax_m2(f):
    return [f.layer(plain(f.base, f.c["rotary_dim"]))] * f.layers


def mimo_v2(f):
    c = f.c
    out = []
    for swa in c["hybrid_layer_pattern"]:
        dim = int(c["partial_rotary_factor"] * c["swa_head_dim" if swa else "head_dim"])
        theta = plain(c["swa_rope_theta"] if swa else c["rope_theta"], dim)
        out.append(f.layer(
            theta, kv=c["swa_num_key_value_heads"] if swa else f.kv, value=128,
            window=c["sliding_window_size"] if swa else None, sinks=True if swa else None,
        ))
    return out


def step35(f):
    c = f.c
    out = []
    for i, kind in enumerate(c["layer_types"]):
        base = c["rope_theta"][i]
        dim = int(f.dim * c["partial_rotary_factors"][i])
        near = kind == "sliding_attention"
        theta = plain(base, dim)
        if not near:
            theta = llama3(theta, c["rope_scaling"])
        heads = c["attention_other_setting"] if near else c
        out.append(f.layer(
            theta, heads=heads["num_attention_heads"], kv=heads["num_attention_groups"],
            window=c["sliding_window"] if near else None,
        ))
    return out


def hunyuan(f):
    alpha = f.rs["alpha"]
    return [f.layer(plain(f.base * alpha ** (f.dim / (f.dim - 2)), f.dim))] * f.layers


def lfm2(f):
    full = f.c["full_attn_idxs"]
    return [f.usual() if i in full else None for i in range(f.layers)]


def bamba(f):
    full = f.c["attn_layer_indices"]
    return [f.usual(0.5) if i in full else None for i in range(f.layers)]


def qwen3_next(f):
    n = f.c["full_attention_interval"]
    return [f.usual(0.25) if (i + 1) % n == 0 else None for i in range(f.layers)]


def laguna(f):
    c = f.c
    out = []
    for kind, heads in zip(c["layer_types"], c["num_attention_heads_per_layer"]):
        rp = c["rope_parameters"][kind]
        dim = int(f.dim * rp.get("partial_rotary_factor", 1.0))
        theta, factor = scaled(rp, rp["rope_theta"], dim, f.length, f.most)
        near = kind == "sliding_attention"
        window = c["sliding_window"] if near else None
        out.append(f.layer(theta, factor, heads=heads, window=window))
    return out


def cwm(f):
    rs = dict(factor=16.0, high_freq_factor=4.0, low_freq_factor=1.0, original_max_position_embeddings=8192)
    theta = llama3(plain(1e6, f.dim), rs)
    return [f.layer(theta, window=None if i % 4 == 0 else f.c["sliding_window"]) for i in range(f.layers)]


def openelm(f):
    return [f.layer(plain(f.c["rope_freq_constant"], f.dim))] * f.layers


def ministral3(f):
    rs = f.rs
    warm = floors(rs["llama_4_scaling_beta"], rs["original_max_position_embeddings"], 0)
    return [f.usual(temperature=warm)] * f.layers


def modernbert(f):
    c = f.c
    far = f.layer(plain(c["global_rope_theta"], f.dim), causal=False)
    near = f.layer(plain(c["local_rope_theta"], f.dim), causal=False, window=c["local_attention"] // 2 + 1)
    return [far if i % 3 == 0 else near for i in range(f.layers)]


def nomic(f):
    return [f.layer(plain(f.c["rotary_emb_base"], f.dim), causal=False)] * f.layers


def gte(f):
    """Static NTK of kexue.fm/archives/9706: pair i is s^(2(i + 1)/d) times slower."""
    s, i = f.rs["factor"], np.arange(f.dim // 2, dtype=np.float64)
    theta = plain(f.base, f.dim) / s ** (2 * (i + 1) / f.dim)
    return [f.layer(theta, causal=False)] * f.layers


def ltx(f):
    """All heads turn as one vector: speeds of its pairs, by head, in the code's order."""
    dim = f.heads * f.dim
    speeds = 10000.0 ** np.linspace(0, 1, dim // 6) * np.pi / 2
    still = np.zeros(dim % 6 // 2)
    by_head = np.concatenate([still, np.repeat(speeds, 3)]).reshape(f.heads, -1)
    half = f.dim // 2
    picks = [(h, p) for h in (0, 1, f.heads - 1) for p in (0, 1, half // 3, half - 1)]
    one = f.layer(causal=False, by_head=[[h, p, float(by_head[h, p])] for h, p in picks])
    one.pop("layout")
    return [one] * f.layers


def vl(sections, woven, **rest):
    return lambda f: every(sections=sections, woven=woven, **rest)(f)


T = "transformers src/transformers/models/"
M = "mlx-lm mlx_lm/models/"
D = "diffusers src/diffusers/models/transformers/"
# Family: rule, and the code that it was written from.
SOURCES = {
    "llama-3-1": (llama, T + "llama"),
    "mistral-7b-0.1": (windowed, T + "mistral"),
    "mixtral": (windowed, T + "mixtral"),
    "qwen2.5-7b-window": (late, T + "qwen2"),
    "qwen3-8b-yarn": (late, T + "qwen3"),
    "qwen3-moe": (late, T + "qwen3_moe"),
    "qwen3-next": (qwen3_next, T + "qwen3_next"),
    "qwen3-vl-8b": (vl([24, 20, 20], True), T + "qwen3_vl"),
    "qwen2.5-vl-7b": (vl([16, 24, 24], False), T + "qwen2_5_vl"),
    "phi-2": (partial(), T + "phi"),
    "phi-3-mini": (windowed, T + "phi3"),
    "gemma-2-9b": (gemma2, T + "gemma2"),
    "gemma-2-27b": (gemma2, T + "gemma2"),
    "gemma-3-4b": (gemma3, T + "gemma3"),
    "gemma-4-26b": (gemma4, T + "gemma4"),
    "vaultgemma": (gemma2, T + "vaultgemma"),
    "gpt-oss-20b": (gpt_oss, T + "gpt_oss"),
    "olmo-3": (olmo3, M + "olmo3.py"),
    "olmo-2": (llama, T + "olmo2"),
    "deepseek-v3": (latent(), T + "deepseek_v3"),
    "kimi-k2": (latent(), T + "deepseek_v3"),
    "glm-5": (latent(), T + "glm_moe_dsa"),
    "longcat-flash": (latent(), T + "longcat_flash"),
    "deepseek-v4": (deepseek_v4, T + "deepseek_v4"),
    "minicpm3": (latent("halves"), M + "minicpm3.py"),
    "llama-4-scout": (llama4, T + "llama4"),
    "smollm3": (nope_every_fourth, T + "smollm3"),
    "cohere-command-r": (every(layout="interleaved"), T + "cohere"),
    "cohere2-r7b": (local_turned("interleaved"), T + "cohere2"),
    "exaone-4-32b": (local_turned(), M + "exaone4.py"),
    "glm-4-9b": (partial(layout="interleaved"), T + "glm4"),
    "glm-4.5": (partial(), T + "glm4_moe"),
    "glm-4.1v": (partial(layout="interleaved", sections=[8, 12, 12], woven=False), T + "glm4v"),
    "ernie-4.5": (every(layout="interleaved"), T + "ernie4_5"),
    "stablelm-2": (partial(), T + "stablelm"),
    "gpt-neox-20b": (neox, T + "gpt_neox"),
    "gpt-j-6b": (gptj, T + "gptj"),
    "falcon-7b": (falcon, T + "falcon"),
    "persimmon": (partial(0.5), T + "persimmon"),
    "nemotron": (partial(), T + "nemotron"),
    "granite-3": (granite, T + "granite"),
    "starcoder2": (windowed, T + "starcoder2"),
    "helium": (every(layout="interleaved"), M + "helium.py"),
    "nanochat": (every(inverse=True), M + "nanochat.py"),
    "minimax-m2": (minimax_m2, M + "minimax.py"),
    "mimo-7b": (late, M + "mimo.py"),
    "mimo-v2-flash": (mimo_v2, M + "mimo_v2_flash.py"),
    "step-3.5": (step35, M + "step3p5.py"),
    "ling-flash": (partial(), M + "bailing_moe.py"),
    "hunyuan-7b": (hunyuan, M + "hunyuan_v1_dense.py"),
    "lfm2": (lfm2, M + "lfm2.py"),
    "laguna": (laguna, M + "laguna.py"),
    "afmoe": (local_turned(), M + "afmoe.py"),
    "apertus": (llama, M + "apertus.py"),
    "seed-oss": (llama, M + "seed_oss.py"),
    "exaone-3.5": (llama, M + "exaone.py"),
    "internlm2": (llama, M + "internlm2.py"),
    "internlm3": (llama, M + "internlm3.py"),
    "cwm": (cwm, T + "cwm"),
    "openelm": (openelm, M + "openelm.py"),
    "hyperclovax": (granite, "exllamav3 exllamav3/architecture/hyperclovax.py"),
    "ministral-3": (ministral3, T + "ministral3"),
    "modernbert": (modernbert, T + "modernbert"),
    "nomic-bert": (nomic, "vLLM vllm/model_executor/models/bert_with_rope.py"),
    "gte-multilingual-base": (gte, "vLLM vllm/model_executor/layers/rotary_embedding/ntk_scaling_rope.py"),
    "ltx-video": (ltx, D + "transformer_ltx.py"),
    "dots1": (late, M + "dots1.py"),
    "bamba": (bamba, T + "bamba"),
    "mistral-large-3-params": (params, "vLLM vllm/transformers_utils/configs/mistral.py"),
}


def runs(layers):
    """Layers in a row that are alike, with how many there are."""
    out = []
    for one in layers:
        if out and out[-1][1] == one:
            out[-1][0] += 1
        else:
            out.append([1, one])
    return out


def main():
    models = {}
    for file in FILES:
        listed = json.load(open(os.path.join(HERE, "../../../../web", file)))
        models.update({name: it["config"] for name, it in listed.items()})
    missing = SOURCES.keys() - models.keys()
    assert not missing, missing
    lines = []
    for name in SOURCES:
        body = models[name]
        family = Family(body)
        rule, source = SOURCES[name]
        entry = dict(source=source, length=family.length, layers=runs(rule(family)))
        lines.append(f"{json.dumps(name)}: {json.dumps(entry)}")
    print("{\n" + ",\n".join(lines) + "\n}")


if __name__ == "__main__":
    main()

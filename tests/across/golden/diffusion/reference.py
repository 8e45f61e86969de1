"""Frequencies of diffusion transformers beyond their training size.

    /usr/bin/python3 tests/across/golden/diffusion/reference.py > tests/across/golden/diffusion/expected.json

The rules are written down once more here with NumPy in float64, from
get_1d_rotary_pos_embed_riflex in riflex_utils.py of thu-ml/RIFLEx (2bff7fe0,
arXiv 2502.15894) and get_1d_rotary_pos_embed and FluxPosEmbed in
flux/transformer_flux.py of guyyariv/DyPE (5db5897b, arXiv 2510.20766); nothing
is taken from the library.
"""
import json
import math

import numpy as np


def exponents(dim):
    return np.arange(0, dim, 2, dtype=np.float64) / dim


def riflex(dim, base, k, length):
    theta = 1.0 / base ** exponents(dim)
    theta[k - 1] = 0.9 * 2 * math.pi / length
    return theta, 1.0


def ramp(fast, slow, dim, base, length):
    """1 where a pair stays, 0 where it is scaled."""

    def pair(turns):
        return dim * math.log(length / (turns * 2 * math.pi)) / (2 * math.log(base))

    low = max(math.floor(pair(fast)), 0)
    high = min(math.ceil(pair(slow)), dim - 1, dim // 2)
    if low == high:
        high += 0.001
    return 1 - np.clip((np.arange(dim // 2) - low) / (high - low), 0, 1)


def dype(dim, base, patches, trained, t):
    """YaRN of vision models, its ramps moved by the time t of the sampler."""
    kappa = t**2.0
    s = patches / trained
    plain = 1.0 / base ** exponents(dim)
    linear = plain / s
    ntk = 1.0 / (base * s ** (dim / (dim - 2))) ** exponents(dim)
    inner = ramp(1.25 * kappa, 0.75 * kappa, dim, base, trained)
    outer = ramp(16 * kappa, 2 * kappa, dim, base, trained)
    theta = linear * (1 - inner) + ntk * inner
    theta = theta * (1 - outer) + plain * outer
    return theta, 0.1 * math.log(s) + 1


def dype_ntk(dim, base, patches, trained, t):
    new = (patches / trained) ** (dim / (dim - 2))
    factor = max(1.0, new ** (2.0 * t**2.0))
    return 1.0 / (base * factor) ** exponents(dim), 1.0


# HunyuanVideo, CogVideoX and Wan 2.1 along time; FLUX along height and width.
RIFLEX = [(16, 256, 4, 66), (16, 10000, 2, 25), (44, 10000, 6, 66)]
DYPE = [
    (dim, 10000, patches, 64, t)
    for dim in (32, 56)
    for patches in (65, 128, 256)
    for t in (1.0, 0.75, 0.5, 0.25, 0.1, 0.05)
]


def cases(rule, names, lists):
    for numbers in lists:
        theta, factor = rule(*numbers)
        yield {
            "rule": rule.__name__,
            **dict(zip(names, numbers)),
            "theta": theta.tolist(),
            "factor": factor,
        }


STEP = ["dim", "base", "patches", "trained", "t"]
every = [
    *cases(riflex, ["dim", "base", "k", "length"], RIFLEX),
    *cases(dype, STEP, DYPE),
    *cases(dype_ntk, STEP, DYPE),
]
print("[\n" + ",\n".join(json.dumps(case) for case in every) + "\n]")

"""The models of src/training/core/training in PyTorch, with nothing of ours but the
formulas: what tests/training/core/twin_test.cpp compares with.

    python3 tools/training/twin.py > tests/training/core/twin.inc

It writes the losses of 20 steps of every scheme, in float64. Weights and texts
come from the generator of tests/posenc/core/random.hpp, so that both sides make their
own. tools/training-speed.mjs times its steps.

Needs PyTorch 1.12 or newer (Debian: python3-torch).
"""

import math

import torch
import torch.nn.functional as F

SCHEMES = (
    "none sinusoidal learned hybrid perturbed shaw xl deberta cope forgetting "
    "t5 alibi kerple fire sandwich designed_bias rope partial xpos "
    "designed_rotation"
).split()
STEPS = 20
BATCH, LENGTH = 3, 11
MASK64 = (1 << 64) - 1


class Random:
    """tests/posenc/core/random.hpp"""

    def __init__(self, seed):
        self.state = seed

    def bits(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK64
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
        return z ^ (z >> 31)

    def real(self, low, high):
        return low + (high - low) * (self.bits() >> 11) * 2.0**-53

    def integer(self, low, high):
        return low + self.bits() % (high - low + 1)


class Options:
    layers, width, heads, vocabulary, positions = 2, 24, 2, 7, 16
    clip, span, cope, buckets, max_distance = 3, 3, 4, 8, 10
    fire_width, fire_length, sandwich = 5, 4.0, 16

    def __init__(self, scheme, **others):
        self.scheme = scheme
        self.__dict__.update(others)

    @property
    def head(self):
        return self.width // self.heads


def tensors(o):
    """Names, shapes and beginnings (constant, deviation or ends) in the order
    of the plan, and whether they decay."""
    d, h, w = o.width, o.heads, o.head
    root = lambda n: n**-0.5

    def weight(name, out, into, factor=1.0):
        return (name, (out, into), ("normal", factor * root(into)), True)

    def normal(name, shape, deviation):
        return (name, shape, ("normal", deviation), False)

    def constant(name, shape, value):
        return (name, shape, ("constant", value), False)

    def uniform(name, shape, low, high):
        return (name, shape, ("uniform", low, high), False)

    yield normal("tokens", (o.vocabulary, d), 0.3 * root(d))
    if o.scheme == "learned":
        yield normal("rows", (o.positions, d), 0.7071)
    if o.scheme == "hybrid":
        yield normal("rows", (o.positions, d // 2), 0.7071)
    if o.scheme == "perturbed":
        yield normal("rows", (o.positions, d), 0.02)
    if o.scheme == "deberta":
        yield normal("relative", (2 * o.span, d), 0.02)
    if o.scheme == "t5":
        yield normal("relative", (o.buckets, h), root(d))
    shrink = root(2 * o.layers)
    for layer in range(o.layers):
        at = f"{layer}."
        yield constant(at + "gain1", (d,), 1)
        yield constant(at + "bias1", (d,), 0)
        yield weight(at + "qkv", 3 * d, d)
        yield constant(at + "qkv_bias", (3 * d,), 0)
        yield weight(at + "proj", d, d, shrink)
        yield constant(at + "proj_bias", (d,), 0)
        yield constant(at + "gain2", (d,), 1)
        yield constant(at + "bias2", (d,), 0)
        yield weight(at + "up", 4 * d, d)
        yield constant(at + "up_bias", (4 * d,), 0)
        yield weight(at + "down", d, 4 * d, shrink)
        yield constant(at + "down_bias", (d,), 0)
        if o.scheme == "shaw":
            yield normal(at + "keys", (2 * o.clip + 1, w), 0.02)
            yield normal(at + "values", (2 * o.clip + 1, w), 0.02)
        if o.scheme == "xl":
            yield weight(at + "keys", d, d)
            yield normal(at + "u", (h, w), 0.02)
            yield normal(at + "v", (h, w), 0.02)
        if o.scheme == "deberta":
            yield weight(at + "keys", d, d)
            yield weight(at + "queries", d, d)
        if o.scheme == "cope":
            yield constant(at + "keys", (o.cope, w), 0)
        if o.scheme == "forgetting":
            yield weight(at + "forget", h, d)
            yield constant(at + "forget_bias", (h,), 0)
        if o.scheme == "kerple":
            yield uniform(at + "p", (h,), 0, 2)
            yield uniform(at + "a", (h,), 0, 1)
        if o.scheme == "fire":
            n, limit = o.fire_width, root(o.fire_width)
            yield uniform(at + "hidden", (n,), -1, 1)
            yield uniform(at + "hidden_bias", (n,), -1, 1)
            yield uniform(at + "out", (h, n), -limit, limit)
            yield uniform(at + "out_bias", (h,), -limit, limit)
            yield constant(at + "c", (1,), 0.1)
            yield constant(at + "multiplier", (1,), 1)
    yield constant("gain", (d,), 1)
    yield constant("bias", (d,), 0)


def begin(o, seed):
    """Every number from the generator: of a constant, somewhat beside it; of a
    deviation, between twice of it and minus that."""
    random = Random(seed)
    params, decays = {}, {}
    for name, shape, (kind, *ends), decay in tensors(o):
        if kind == "constant":
            low, high = ends[0] - 0.1, ends[0] + 0.1
        elif kind == "normal":
            low, high = -2 * ends[0], 2 * ends[0]
        else:
            low, high = ends
        numbers = [random.real(low, high) for _ in range(math.prod(shape))]
        value = torch.tensor(numbers, dtype=torch.float64).reshape(shape)
        params[name] = value.requires_grad_()
        decays[name] = decay
    return params, decays


def texts(o, seed):
    random = Random(seed)
    tokens, targets = [], []
    for _ in range(BATCH * LENGTH):
        tokens.append(random.integer(0, o.vocabulary - 1))
        targets.append(random.integer(0, o.vocabulary - 1))
        if random.real(0, 1) < 0.25:
            targets[-1] = -1
    targets[0] = 1
    design = None
    if o.scheme == "designed_bias":
        n = o.heads * o.positions**2
        design = torch.tensor([random.real(-1, 1) for _ in range(n)])
        design = design.to(torch.float32).to(torch.float64)
        design = design.reshape(o.heads, o.positions, o.positions)
    if o.scheme == "designed_rotation":
        design = [random.real(0, 1) for _ in range(o.head // 2)]
        design = torch.tensor(design, dtype=torch.float64)
    shape = (BATCH, LENGTH)
    return (
        torch.tensor(tokens).reshape(shape),
        torch.tensor(targets).reshape(shape),
        design,
    )


def frequencies(width, base=10000.0):
    return torch.tensor(
        [base ** (-2 * i / width) for i in range(width // 2)],
        dtype=torch.float64,
    )


def waves(positions, width, halves=False):
    """Sinusoidal rows as the tables hold them: rounded to float32."""
    angle = positions.to(torch.float64)[:, None] * frequencies(width)
    sine, cosine = angle.sin(), angle.cos()
    if halves:
        rows = torch.cat([sine, cosine], 1)
    else:
        rows = torch.stack([sine, cosine], 2).flatten(1)
    return rows.to(torch.float32).to(torch.float64)


def turn(x, theta, scale=None):
    """x [B, H, T, d], of which the first 2 len(theta) columns turn."""
    half = len(theta)
    t = torch.arange(x.shape[2], dtype=torch.float64)
    angle = t[:, None] * theta
    size = 1.0 if scale is None else scale ** (t[:, None] / 512)
    cosine = (angle.cos() * size).to(torch.float32).to(x.dtype)
    sine = (angle.sin() * size).to(torch.float32).to(x.dtype)
    a, b, rest = x[..., :half], x[..., half : 2 * half], x[..., 2 * half :]
    return torch.cat(
        [a * cosine - b * sine, b * cosine + a * sine, rest], -1
    )


def rotated(o, q, k, design):
    if o.scheme == "rope":
        theta = frequencies(o.head)
        return turn(q, theta), turn(k, theta)
    if o.scheme == "partial":
        theta = frequencies(o.head // 4 * 2)
        return turn(q, theta), turn(k, theta)
    if o.scheme == "xpos":
        theta = frequencies(o.head)
        i = torch.arange(o.head // 2, dtype=torch.float64)
        zeta = (2 * i + 0.4 * o.head) / (1.4 * o.head)
        return turn(q, theta, zeta), turn(k, theta, 1 / zeta)
    if o.scheme == "designed_rotation":
        return turn(q, design), turn(k, design)
    return q, k


def t5_bucket(o, distance):
    exact = o.buckets // 2
    if distance < exact:
        return max(distance, 0)
    share = math.log(distance / exact) / math.log(o.max_distance / exact)
    return min(o.buckets - 1, exact + math.floor(share * (o.buckets - exact)))


def bias(o, p, at, x, design):
    """What is added to the scores and knows nothing of queries and keys: a
    tensor that broadcasts to [B, H, T, T], of p_i - p_j."""
    length, kind = x.shape[1], x.dtype
    i = torch.arange(length)
    distance = i[:, None] - i[None, :]
    far = distance.abs().to(kind)
    heads = torch.arange(1, o.heads + 1, dtype=kind)[:, None, None]
    if o.scheme == "alibi":
        return -(2.0 ** (-8 * heads / o.heads)) * far
    if o.scheme == "sandwich":
        angle = far[..., None] * frequencies(o.sandwich).to(kind)
        value = angle.cos().sum(-1) / (8 * heads / o.heads)
        return value.to(torch.float32).to(kind)
    if o.scheme == "t5":
        rows = [[t5_bucket(o, int(d)) for d in row] for row in distance]
        return p["relative"][torch.tensor(rows)].permute(2, 0, 1)
    if o.scheme == "kerple":
        power = p[at + "p"].clamp(min=0.01)[:, None, None]
        slope = p[at + "a"].clamp(min=0.01)[:, None, None]
        return -power * torch.log1p(slope * far)
    if o.scheme == "fire":
        c, m = p[at + "c"].abs(), (p[at + "multiplier"] * o.fire_length).abs()
        floor = torch.log1p(c * torch.maximum(i[:, None].to(kind), m)) + 1e-6
        x = torch.log1p(c * far) / floor
        hidden = F.relu(x[..., None] * p[at + "hidden"] + p[at + "hidden_bias"])
        value = hidden @ p[at + "out"].T + p[at + "out_bias"]
        return value.permute(2, 0, 1)
    if o.scheme == "designed_bias":
        return design[:, :length, :length]
    if o.scheme == "forgetting":
        log = F.logsigmoid(x @ p[at + "forget"].T + p[at + "forget_bias"])
        total = log.cumsum(1).transpose(1, 2)  # [B, H, T]
        return total[..., :, None] - total[..., None, :]
    return 0.0


def split(o, x):
    """[..., T, D] as [..., H, T, d]"""
    return x.unflatten(-1, (o.heads, o.head)).transpose(-2, -3)


def pick(products, index):
    """products [..., T, R] at index [T, T], in the last axis."""
    return products.gather(-1, index.expand(*products.shape[:-1], -1))


def attention(o, p, at, x, design):
    length, kind = x.shape[1], x.dtype
    q, k, v = (
        split(o, part)
        for part in (x @ p[at + "qkv"].T + p[at + "qkv_bias"]).chunk(3, -1)
    )
    q, k = rotated(o, q, k, design)
    i = torch.arange(length)
    distance = i[:, None] - i[None, :]
    scale = (o.head * (3 if o.scheme == "deberta" else 1)) ** -0.5
    hidden = distance < 0
    if o.scheme == "xl":
        rows = waves(i, o.width, halves=True).to(kind) @ p[at + "keys"].T
        r = split(o, rows)  # [H, R, d]
        u, w = p[at + "u"][:, None], p[at + "v"][:, None]
        scores = (q + u) @ k.transpose(-1, -2)
        scores = scores + pick((q + w) @ r.transpose(-1, -2), distance.clamp(min=0))
    else:
        scores = q @ k.transpose(-1, -2)
    if o.scheme == "shaw":
        index = (-distance).clamp(-o.clip, o.clip) + o.clip
        scores = scores + pick(q @ p[at + "keys"].T, index)
    if o.scheme == "deberta":
        index = (distance + o.span).clamp(0, 2 * o.span - 1)
        kr = split(o, p["relative"] @ p[at + "keys"].T)
        qr = split(o, p["relative"] @ p[at + "queries"].T)
        scores = scores + pick(q @ kr.transpose(-1, -2), index)
        back = pick(k @ qr.transpose(-1, -2), index.T.contiguous())
        scores = scores + back.transpose(-1, -2)
    scores = scores * scale
    if o.scheme == "cope":
        gates = torch.sigmoid(scores).masked_fill(hidden, 0)
        place = gates.flip(-1).cumsum(-1).flip(-1).clamp(max=o.cope - 1)
        low = place.floor().long().clamp(max=o.cope - 2)
        share = place - low
        logits = (q * scale) @ p[at + "keys"].T
        scores = (
            scores
            + logits.gather(-1, low) * (1 - share)
            + logits.gather(-1, low + 1) * share
        )
    scores = scores + bias(o, p, at, x, design)
    weights = scores.masked_fill(hidden, -math.inf).softmax(-1)
    out = weights @ v
    if o.scheme == "shaw":
        index = (-distance).clamp(-o.clip, o.clip) + o.clip
        out = out + torch.einsum("bhij,ije->bhie", weights, p[at + "values"][index])
    out = out.transpose(1, 2).flatten(2)
    return out @ p[at + "proj"].T + p[at + "proj_bias"]


def logits_of(o, p, tokens, design):
    length = tokens.shape[1]
    t = torch.arange(length)
    x = p["tokens"][tokens] * math.sqrt(o.width)
    if o.scheme in ("sinusoidal", "perturbed"):
        x = x + waves(t, o.width).to(x.dtype)
    if o.scheme in ("learned", "perturbed"):
        x = x + p["rows"][:length]
    if o.scheme == "hybrid":
        rest = waves(t, o.width - o.width // 2).to(x.dtype)
        x = x + torch.cat([p["rows"][:length], rest], 1)
    shape = (o.width,)
    for layer in range(o.layers):
        at = f"{layer}."
        y = F.layer_norm(x, shape, p[at + "gain1"], p[at + "bias1"], 1e-5)
        x = x + attention(o, p, at, y, design)
        y = F.layer_norm(x, shape, p[at + "gain2"], p[at + "bias2"], 1e-5)
        y = F.gelu(y @ p[at + "up"].T + p[at + "up_bias"], approximate="tanh")
        x = x + y @ p[at + "down"].T + p[at + "down_bias"]
    x = F.layer_norm(x, shape, p["gain"], p["bias"], 1e-5)
    return x @ p["tokens"].T


def loss_of(o, p, tokens, targets, design):
    logits = logits_of(o, p, tokens, design)
    return F.cross_entropy(
        logits.flatten(0, 1), targets.flatten(), ignore_index=-1
    )


PEAK, WARMUP, FINAL, DECAY, CLIP = 1e-2, 5, 0.1, 0.1, 0.5
BETAS = (0.9, 0.98)


def rate(n):
    if n <= WARMUP:
        return PEAK * n / WARMUP
    x = (n - WARMUP) / (STEPS - WARMUP)
    return PEAK * (FINAL + (1 - FINAL) * 0.5 * (1 + math.cos(math.pi * x)))


def optimiser(params, decays):
    groups = [
        {
            "params": [p for n, p in params.items() if decays[n] == d],
            "weight_decay": DECAY if d else 0.0,
        }
        for d in (True, False)
    ]
    return torch.optim.AdamW(groups, lr=PEAK, betas=BETAS, eps=1e-8)


def curve(scheme):
    o = Options(scheme)
    params, decays = begin(o, 1)
    adamw = optimiser(params, decays)
    losses = []
    for n in range(1, STEPS + 1):
        adamw.zero_grad()
        loss = loss_of(o, params, *texts(o, 100 + n))
        loss.backward()
        losses.append(loss.item())
        norm = math.sqrt(sum((p.grad**2).sum().item() for p in params.values()))
        for p in params.values():
            p.grad *= min(1.0, CLIP / norm)
        for group in adamw.param_groups:
            group["lr"] = rate(n)
        adamw.step()
    return losses


def stepper(layers, width, batch, length):
    """A step of training with RoPE in float32, as a function."""
    o = Options(
        "rope", layers=layers, width=width, heads=4, vocabulary=16, positions=128
    )
    params, decays = begin(o, 1)
    params = {
        n: p.detach().to(torch.float32).requires_grad_()
        for n, p in params.items()
    }
    adamw = optimiser(params, decays)
    tokens = torch.randint(0, 16, (batch, length))

    @torch.enable_grad()
    def step():
        adamw.zero_grad()
        loss_of(o, params, tokens, tokens, None).backward()
        torch.nn.utils.clip_grad_norm_(list(params.values()), CLIP)
        adamw.step()

    return step


def main():
    print("// Written by tools/training/twin.py with PyTorch: losses of 20 steps.")
    print("constexpr double kTwin[training::kSchemes][20] = {")
    for scheme in SCHEMES:
        print(f"    // {scheme}")
        print("    {" + ", ".join(f"{x:.12g}" for x in curve(scheme)) + "},")
    print("};")


if __name__ == "__main__":
    main()

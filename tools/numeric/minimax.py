#!/usr/bin/env python3
"""Minimax polynomials of src/posenc/core/numeric, by Remez exchange at 60 digits.

Usage: python3 tools/numeric/minimax.py   (needs mpmath)

Prints, for every kernel, the coefficients from the lowest power on, rounded
to the working format, and the largest error that the rounded polynomial
leaves in the function it serves (relative unless said otherwise).
"""

import struct

from mpmath import (cos, cosh, erf, erfc, exp, log, lu_solve, matrix, mp, mpf,
                    pi, sin, sinh, sqrt, tanh)

mp.dps = 60


def float64(x):
    return float(x)


def float32(x):
    return struct.unpack("f", struct.pack("f", float(x)))[0]


def remez(f, weight, lo, hi, degree, rounds=12, grid=3000):
    """Coefficients p minimising max |weight * (p - f)| on [lo, hi]."""
    lo, hi = mpf(lo), mpf(hi)
    n = degree + 2
    nodes = [(lo + hi) / 2 - (hi - lo) / 2 * cos(pi * k / (n - 1))
             for k in range(n)]
    sample = [lo + (hi - lo) * (1 - cos(pi * k / grid)) / 2
              for k in range(grid + 1)]
    fs = [f(x) for x in sample]
    ws = [weight(x) for x in sample]
    for _ in range(rounds):
        a = matrix(n, n)
        b = matrix(n, 1)
        for i, x in enumerate(nodes):
            for j in range(degree + 1):
                a[i, j] = x**j
            a[i, degree + 1] = (-1) ** i / weight(x)
            b[i] = f(x)
        p = [c for c in lu_solve(a, b)][: degree + 1]
        error = [w * (horner(p, x) - y) for x, y, w in zip(sample, fs, ws)]
        nodes = exchange(sample, error, n)
    return p


def exchange(sample, error, n):
    """The n alternating extrema of the error, largest run kept."""
    peaks = []
    for i in range(len(sample)):
        left = error[i - 1] if i else None
        right = error[i + 1] if i + 1 < len(sample) else None
        size = abs(error[i])
        if (left is None or size >= abs(left) or left * error[i] < 0) and (
            right is None or size >= abs(right) or right * error[i] < 0
        ):
            if peaks and error[peaks[-1]] * error[i] > 0:
                if size > abs(error[peaks[-1]]):
                    peaks[-1] = i
            else:
                peaks.append(i)
    while len(peaks) > n:
        if abs(error[peaks[0]]) < abs(error[peaks[-1]]):
            peaks.pop(0)
        else:
            peaks.pop()
    assert len(peaks) == n, "the exchange lost an extremum"
    return [sample[i] for i in peaks]


def horner(p, x):
    y = mpf(0)
    for c in reversed(p):
        y = y * x + c
    return y


def report(name, f, weight, lo, hi, degree, rounding=float64, final=None):
    """`final(poly_value, x)` is the relative error of the function served."""
    p = [mpf(rounding(c)) for c in remez(f, weight, lo, hi, degree)]
    worst = mpf(0)
    for k in range(1, 1501):
        x = mpf(lo) + (mpf(hi) - mpf(lo)) * k / 1500
        e = weight(x) * (horner(p, x) - f(x))
        worst = max(worst, abs(e))
    print(f"{name}: error {mp.nstr(worst, 3)} = 2^{mp.nstr(log(worst, 2), 4)}")
    for c in p:
        print(f"    {float(c)!r},")


def main():
    tiny = mpf(10) ** -12

    # sin x = x + x^3 S(x^2), |x| <= pi/4.
    def s(z):
        if z < mpf(10) ** -9:
            return -mpf(1) / 6 + z / 120
        x = sqrt(z)
        return (sin(x) - x) / x**3

    report("sin", s, lambda z: z / (1 - z / 6), tiny, (pi / 4) ** 2, 5)

    # cos x = 1 - x^2/2 + x^4 C(x^2), |x| <= pi/4.
    def c(z):
        if z < mpf(10) ** -9:
            return mpf(1) / 24 - z / 720
        return (cos(sqrt(z)) - 1 + z / 2) / z**2

    report("cos", c, lambda z: z * z / cos(sqrt(z)), tiny, (pi / 4) ** 2, 5)

    # r coth(r/2) = 2 + z E(z), z = r^2, |r| <= ln(2)/2. The function served
    # is exp(r) = 1 + 2r / (r coth(r/2) - r).
    def e(z):
        if z < mpf(10) ** -9:
            return mpf(1) / 6 - z / 360
        r = sqrt(z)
        return (r * cosh(r / 2) / sinh(r / 2) - 2) / z

    half = log(2) / 2 * (1 + mpf(2) ** -20)
    report("exp", e, lambda z: z * sqrt(z) / 2, tiny, half**2, 4)

    # log((1+s)/(1-s)) = 2s + s^3 L(s^2), |s| <= (sqrt2-1)/(sqrt2+1).
    def lg(z):
        if z < mpf(10) ** -9:
            return mpf(2) / 3 + 2 * z / 5
        s_ = sqrt(z)
        return (log((1 + s_) / (1 - s_)) - 2 * s_) / s_**3

    edge = (sqrt(2) - 1) / (sqrt(2) + 1)
    report("log", lg, lambda z: z / 2, tiny, edge**2, 6)

    # The same without its first term, for log2 and pow: + s^5 L5(s^2).
    def lg5(z):
        if z < mpf(10) ** -9:
            return mpf(2) / 5 + 2 * z / 7
        s_ = sqrt(z)
        return (log((1 + s_) / (1 - s_)) - 2 * s_ - 2 * s_**3 / 3) / s_**5

    report("log tail", lg5, lambda z: z * z / 2, tiny, edge**2, 7)

    # float32: exp r = 1 + r + r^2 F(r), |r| <= ln(2)/2.
    def f(r):
        if abs(r) < mpf(10) ** -12:
            return mpf(1) / 2 + r / 6
        return (exp(r) - 1 - r) / r**2

    report("exp float32", f, lambda r: r * r / exp(r), -half, half, 4, float32)

    # float32: tanh x = x + x^3 T(x^2), |x| <= 0.625.
    def th(z):
        if z < mpf(10) ** -9:
            return -mpf(1) / 3 + 2 * z / 15
        x = sqrt(z)
        return (tanh(x) / x - 1) / z

    report("tanh float32", th, lambda z: z * sqrt(z) / tanh(sqrt(z)),
           mpf(10) ** -9, mpf(5) / 8 * mpf(5) / 8, 4, float32)

    # erf x = x + x P(x^2), |x| <= 1.
    def small(z):
        if z < mpf(10) ** -12:
            return 2 / sqrt(pi) - 1
        return erf(sqrt(z)) / sqrt(z) - 1

    report("erf below 1", small, lambda z: 1 / (1 + small(z)),
           mpf(10) ** -9, 1, 12)

    # erf x = 1 - exp(-x^2) Q((x - 2) / (x + 2)), 1 <= x <= 6; error absolute.
    def large(t):
        x = 2 * (1 + t) / (1 - t)
        return erfc(x) * exp(x * x)

    def gauss(t):
        x = 2 * (1 + t) / (1 - t)
        return exp(-x * x)

    report("erf above 1", large, gauss, -mpf(1) / 3, mpf(1) / 2, 13)


if __name__ == "__main__":
    main()

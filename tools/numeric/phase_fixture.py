#!/usr/bin/env python3
"""Sines and cosines of position * frequency at 60 digits, for the tests.

Usage: python3 tools/numeric/phase_fixture.py \
           > tests/posenc/core/numeric/phase_fixture.inc      (needs mpmath)

Each line is one pair i of omega_i = base^(-i * step / period) at one position:

    {base, step, period, i, position, turns.hi, turns.lo, sine, cosine},

with omega_i / 2 pi as the sum of two float64, and sine and cosine rounded to
the nearest float64. The lines are the same at every run.
"""

import random

from mpmath import cos, mp, mpf, pi, sin

mp.dps = 60

BASES = [2, 100, 10000, 500000, 1000000000]
PERIODS = [(2, 2), (2, 5), (1, 3), (2, 64), (2, 511), (2, 512), (1, 255),
           (2, 8192), (2, 65536)]
POSITIONS = [1, 3, -1, 0.5, -2.75, 0.1, 31, 255, 256, -257, 4999, 65537,
             131072.3, 999999, 2**24, -(2**24), 2**24 - 0.5, 1e9 + 0.25,
             2**31 - 1, -(2**31), 2**40 + 1, 2**53]


def main():
    draw = random.Random(2017)
    print("// Made by tools/numeric/phase_fixture.py; do not edit.")
    for base in BASES:
        for step, period in PERIODS:
            last = (period - 1) // step if step == 2 else period
            for n in range(10):
                i = [0, last][n] if n < 2 else draw.randint(0, last)
                position = draw.choice(POSITIONS)
                omega = mpf(base) ** (mpf(-i * step) / period)
                turns = omega / (2 * pi)
                hi = float(turns)
                lo = float(turns - hi)
                angle = mpf(position) * omega
                print(f"{{{base}, {step}, {period}, {i}, {position!r}, {hi!r}, "
                      f"{lo!r}, {float(sin(angle))!r}, {float(cos(angle))!r}}},")


if __name__ == "__main__":
    main()

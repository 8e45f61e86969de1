"""Milliseconds of a PyTorch expression on one thread, as a JSON list.

Usage: time_torch.py CODE, lines that end in one setting `run` to a function.
"""

import json
import sys
import time

import torch

torch.set_num_threads(1)
torch.manual_seed(1)
scope = {"torch": torch}
with torch.no_grad():
    exec(sys.argv[1], scope)  # our own code, from the command line
    run = scope["run"]
    start = time.perf_counter()
    while time.perf_counter() - start < 0.3:
        run()
    times = []
    while len(times) < 5 or (len(times) < 21 and sum(times) < 4000):
        start = time.perf_counter()
        run()
        times.append((time.perf_counter() - start) * 1000)
print(json.dumps(times))

"""Times a PyTorch expression on one thread, so many calls at a time.

Usage: time_torch.py CODE, lines that set `run` to a function. Each line on
standard input is a number of calls; the answer is their milliseconds.
"""

import sys
import time

import torch

torch.set_num_threads(1)
torch.manual_seed(1)
scope = {"torch": torch}
with torch.no_grad():
    exec(sys.argv[1], scope)  # our own code, from the command line
    run = scope["run"]
    for line in sys.stdin:
        start = time.perf_counter()
        for _ in range(int(line)):
            run()
        print((time.perf_counter() - start) * 1000, flush=True)

"""A PyTorch that is measured beside posenc, on one thread.

Usage: peer.py --configuration prints what it is, as JSON: version, BLAS,
threads, instructions, and the rate of a product of 512 x 512 float32 matrices in
GFLOP/s, the best of several.

Usage: peer.py CODE, lines that set `run` to a function. Each line on standard
input is a number of calls; the answer is their milliseconds of the processor.
"""

import ctypes
import json
import re
import sys
import time

import torch

torch.set_num_threads(1)
torch.manual_seed(1)


def rate():
    size = 512
    a, b = torch.randn(size, size), torch.randn(size, size)
    times = []
    for _ in range(20):
        start = time.process_time()
        a @ b
        times.append(time.process_time() - start)
    return 2e-9 * size**3 / min(times)


def loaded_blas():
    """The BLAS that this process has loaded, and its threads."""
    with open("/proc/self/maps", encoding="utf8") as maps:
        paths = sorted(set(re.findall(r"\S*blas\S*\.so\S*", maps.read())))
    for path in paths:
        library = ctypes.CDLL(path)
        try:
            config, threads = (
                library.openblas_get_config,
                library.openblas_get_num_threads,
            )
        except AttributeError:
            continue
        config.restype = ctypes.c_char_p
        words = config().decode().split()
        core = next((w for w in words[2:] if re.match("[A-Z][a-z]", w)), "")
        return " ".join([*words[:2], core]).strip(), threads()
    return ("the reference BLAS" if paths else "an unknown BLAS"), 1


def blas():
    config = torch.__config__.show()
    mkl = re.search(r"Math Kernel Library Version (\S+)", config)
    if mkl:
        return f"MKL {mkl[1]}", 1
    if sys.platform == "linux":
        return loaded_blas()
    kind = re.search(r"BLAS_INFO=(\w+)", config)
    return (kind[1] if kind else "an unknown BLAS"), 1


def configuration():
    gflops = rate()
    name, threads = blas()
    usage = re.search(r"CPU capability usage: (\S+)", torch.__config__.show())
    return {
        "version": torch.__version__,
        "blas": name,
        "threads": max(threads, torch.get_num_threads()),
        "simd": usage[1] if usage else "unknown instructions",
        "rate": gflops,
    }


def answer(code):
    scope = {"torch": torch}
    with torch.no_grad():
        exec(code, scope)  # our own code, from the command line
        run = scope["run"]
        for line in sys.stdin:
            start = time.process_time()
            for _ in range(int(line)):
                run()
            print((time.process_time() - start) * 1000, flush=True)


if sys.argv[1] == "--configuration":
    print(json.dumps(configuration()))
else:
    answer(sys.argv[1])

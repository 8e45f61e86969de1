"""Runs many Python programs in one process.

Reads a JSON list of programs, writes a JSON list of {output, error}.
"""

import contextlib
import io
import json
import sys
import traceback


def run(program):
    output = io.StringIO()
    error = None
    with contextlib.redirect_stdout(output):
        try:
            exec(compile(program, "listing.py", "exec"), {"__name__": "__main__"})
        except BaseException as fault:
            last = traceback.format_exception_only(type(fault), fault)[-1].strip()
            error = {"last": last, "trace": traceback.format_exc()}
    return {"output": output.getvalue(), "error": error}


programs = json.load(sys.stdin)
json.dump([run(program) for program in programs], sys.stdout)

/** Native PyTorch on one thread, when a Python has it. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { summary } from "../measure.js";

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL("time_torch.py", import.meta.url));

/** The peer, or undefined when no Python here can import torch. */
export async function loadTorch() {
  for (const python of ["python3", "/usr/bin/python3"]) {
    try {
      const ask = "import torch; print(torch.__version__)";
      const { stdout } = await run(python, ["-c", ask]);
      return {
        version: stdout.trim(),
        /** Times of `code`: setup lines, the last one a lambda to time. */
        async time(code) {
          const { stdout: times } = await run(python, [SCRIPT, code]);
          return summary(JSON.parse(times));
        },
      };
    } catch {
      // Not this one.
    }
  }
}

/**
 * The kernels of the benchmark. To add one, write a file like the others here
 * that exports a list of cases, and name it below. A case:
 *
 *   kernel, shape   what the table calls it
 *   flops or bytes  work of one run
 *   posenc(env)     a contender: { run(), output()?, close()? }
 *   peers           name → the same of another library
 *   torch           Python lines that set `run`, or nothing
 *   tolerance       largest difference of a peer's output from ours
 *
 * `env` holds `pe` and the peers by name: `ort`, `tfjs`, `memory` (whose
 * `module` has the bindings themselves).
 */
import attention from "./attention.js";
import bias from "./bias.js";
import rotary from "./rotary.js";
import sinusoidal from "./sinusoidal.js";

export default [...attention, ...bias, ...rotary, ...sinusoidal];

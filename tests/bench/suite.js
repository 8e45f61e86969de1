/**
 * Runs the cases of kernels/: the same in Node and in a browser.
 */
import kernels from "./kernels/index.js";
import { measure } from "./measure.js";

/** Cases whose kernel or shape contains the text. */
export const choose = (text = "") =>
  kernels.filter(({ kernel, shape }) => `${kernel} ${shape}`.includes(text));

/** A peer that gives other numbers does other work. */
function compare(name, found, expected, tolerance) {
  let worst = 0;
  for (let i = 0; i < expected.length; i += 1) {
    const error = Math.abs(found[i] - expected[i]);
    if (!(error <= worst)) worst = error;
  }
  if (found.length !== expected.length || !(worst <= tolerance)) {
    throw new Error(`${name} differs from posenc by ${worst}`);
  }
}

/**
 * Measures one case.
 *
 * @param env `pe`, and the peers that are there
 * @returns { kernel, shape, flops?, bytes?, ms, min, max, peers }
 */
export async function runCase(testCase, env) {
  const { kernel, shape, flops, bytes, peers, tolerance, torch } = testCase;
  const contenders = { posenc: await testCase.posenc(env) };
  for (const [name, make] of Object.entries(peers)) {
    contenders[name] = await make(env);
  }
  const runs = Object.fromEntries(
    Object.entries(contenders).map(([name, { run }]) => [name, run]),
  );
  const times = await measure(runs);
  for (const [name, { output }] of Object.entries(contenders)) {
    if (name === "posenc" || !output || tolerance === undefined) continue;
    compare(name, output(), contenders.posenc.output(), tolerance);
  }
  for (const { close } of Object.values(contenders)) close?.();
  if (torch && env.torch) times.PyTorch = await env.torch.time(torch);
  const { posenc, ...others } = times;
  return {
    kernel,
    shape,
    ...(flops ? { flops } : { bytes }),
    ...posenc,
    peers: Object.fromEntries(
      Object.entries(others).map(([name, time]) => [
        name,
        { ...time, ratio: posenc.ms / time.ms },
      ]),
    ),
  };
}

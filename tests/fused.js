// Engines with relaxed SIMD: Node 20 has it behind a flag.
import { execFile } from "node:child_process";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const FLAG = "--experimental-wasm-relaxed-simd";
// A function with f32x4.relaxed_madd.
const PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 19, 1,
  17, 0, 65, 0, 253, 15, 65, 0, 253, 15, 65, 0, 253, 15, 253, 133, 2, 11,
]);

const canFuse = WebAssembly.validate(PROBE);

/**
 * Runs tests where the fused module runs: here, or in a Node with the flag,
 * which runs the whole file again.
 *
 * @param {string} url of the file, import.meta.url
 * @param {Record<string, () => Promise<void>>} tests
 *   by title
 */
export function testFused(url, tests) {
  if (canFuse) {
    for (const [title, run] of Object.entries(tests)) test(title, run);
    return;
  }
  test("passes in a Node with relaxed SIMD", async () => {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const args = [...process.execArgv, FLAG, fileURLToPath(url)];
    await promisify(execFile)(process.execPath, args, { env });
  });
}

/** Runs `work` in an engine that refuses the probe of relaxed SIMD. */
export async function withoutRelaxed(work) {
  const { validate } = WebAssembly;
  WebAssembly.validate = (bytes) =>
    !Buffer.from(/** @type {Uint8Array} */ (bytes)).includes(
      "\xfd\x85\x02",
      0,
      "latin1",
    ) && validate(bytes);
  try {
    return await work();
  } finally {
    WebAssembly.validate = validate;
  }
}

/**
 * The bindings themselves, in an instance of our module beside the library's.
 *
 * @param {BufferSource} wasm bytes of build/wasm/posenc.wasm, which has their names
 */
export async function loadBindings(wasm) {
  const { instance } = await WebAssembly.instantiate(wasm);
  const module = /** @type {any} */ (instance.exports);
  module._initialize();
  return { module };
}

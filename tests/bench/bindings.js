/**
 * The bindings themselves, in an instance of our module beside the library's.
 *
 * @param wasm bytes of posenc.wasm
 */
export async function loadBindings(wasm) {
  const { instance } = await WebAssembly.instantiate(wasm);
  instance.exports._initialize();
  return { module: instance.exports };
}

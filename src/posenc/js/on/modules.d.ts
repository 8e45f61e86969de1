// What bundlers for runtimes at the edge make of such imports.
declare module "*/posenc.wasm" {
  const module: WebAssembly.Module;
  export default module;
}

declare module "*/posenc.wasm?module" {
  const module: WebAssembly.Module;
  export default module;
}

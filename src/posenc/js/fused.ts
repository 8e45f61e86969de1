/** Where the fused module lies: beside this file, of which bundlers take it along. */
export const fusedAddress = (): { readonly href: string } =>
  new URL("./fused.wasm", import.meta.url);

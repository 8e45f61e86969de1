/** Where the fused module lies: beside this file, of which bundlers take it along. */
export const fusedAddress = (): URL => new URL("./fused.wasm", import.meta.url);

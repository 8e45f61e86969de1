/**
 * The strictest Content-Security-Policy that all figures of a page live with.
 *
 * @param folder - address of the package's folder, where its scripts are
 */
export const strictestPolicy = (folder: string): readonly string[] => [
  "default-src 'none'",
  `script-src ${folder} 'wasm-unsafe-eval'`,
  // Pictures that readers save.
  "img-src data: blob:",
  // Figures that train do so in threads, which begin from text.
  "worker-src blob:",
];

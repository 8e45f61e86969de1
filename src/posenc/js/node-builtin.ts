interface Process {
  readonly versions?: { readonly node?: string };
  getBuiltinModule?(name: string): unknown;
}

/** A module of Node's own, which bundlers don't look for; undefined elsewhere. */
export function nodeBuiltin(name: `node:${string}`): unknown {
  const { process } = globalThis as { process?: Process };
  return process?.versions?.node === undefined
    ? undefined
    : process.getBuiltinModule?.(name);
}

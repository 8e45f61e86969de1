// The modules of the package itself.
import { canFuse } from "./load.js";
import { compileFrom } from "./source.js";

/** Compiles the entry's own copy of the module. */
type Compile = () => PromiseLike<object>;

/** Compiles once; after a failure the next call tries again. */
export function once(compile: () => Promise<object>): Compile {
  let compiling: Promise<object> | undefined;
  return () => {
    compiling ??= compile().catch((error: unknown) => {
      compiling = undefined;
      throw error;
    });
    return compiling;
  };
}

/** Compiles a module of the package: the fused one if asked for and possible. */
export type Own = (isFused?: boolean | undefined) => PromiseLike<object>;

/**
 * An entry's own module, or the fused one.
 *
 * @param compile - the plain one
 * @param find - imports what knows where the fused one lies
 */
export function orFused(
  compile: Compile,
  find: () => Promise<{
    readonly fusedAddress: () => { readonly href: string };
  }>,
): Own {
  const fused = once(async () => {
    const { fusedAddress } = await find();
    return compileFrom({ url: fusedAddress() });
  });
  return (isFused) => (isFused && canFuse() ? fused : compile)();
}

import { createApi, type Posenc } from "./api.js";
import { startCompiled } from "./load.js";

/**
 * The `load` of an entry: all its calls share one instance, and a call after a
 * failed one tries again.
 *
 * @param compile - gives the entry's own copy of the module
 */
export function sharing(
  compile: () => PromiseLike<object>,
): () => Promise<Posenc> {
  let loading: Promise<Posenc> | undefined;
  return () => {
    loading ??= startCompiled(compile)
      .then(createApi)
      .catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
    return loading;
  };
}

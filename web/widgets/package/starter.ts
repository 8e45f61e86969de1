// How the kit starts the library, where it comes with the first figure that calls
// it. A figure that calls nothing of it doesn't ask.
type Init = () => Promise<void>;

let init: Init | undefined;

/** @param found - of the library that a figure has brought */
export function provide(found: Init): void {
  init = found;
}

export async function start(): Promise<void> {
  if (init === undefined) throw new Error("nothing has brought the library");
  return init();
}

// Where a script of ours was loaded from: its files are beside it.

const isCalled = (address: string, name: string): boolean =>
  (address.split(/[?#]/, 1)[0] as string).endsWith(`/${name}`);

/**
 * The element that has loaded the script that runs, if there is one with its address.
 *
 * @param name - of the script's file
 */
export function ownScript(name: string): HTMLScriptElement | undefined {
  const own = document.currentScript as HTMLScriptElement | null;
  if (own?.src) return own;
  // Modules are not told, and jQuery runs the text of what it has fetched.
  const all = [...document.scripts].filter(
    ({ src, type }) =>
      isCalled(src, name) && (own !== null || type === "module"),
  );
  // Others have an auto.js, too.
  return all.find(({ src }) => isCalled(src, `widgets/${name}`)) ?? all[0];
}

// The file of the threads that train, as the site has it: an asset of its own.

/** Its address; asked for later, so that Node can load what only names it. */
export const threadAddress = async (): Promise<string> =>
  (await import("virtual:posenc-training-thread?url")).default;

/** What `new Worker` takes of it: the site asks for no Trusted Types. */
export const trust = (address: string): string => address;

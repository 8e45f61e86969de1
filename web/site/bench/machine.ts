// What the browser tells of itself and the machine, which is little.

interface Brand {
  readonly brand: string;
  readonly version: string;
}

interface OptionInfo {
  readonly userAgent: string;
  readonly hardwareConcurrency?: number;
  readonly userAgentData?: { readonly brands?: readonly Brand[] };
}

export interface Machine {
  /** Brands with versions, or the whole user agent where there are none. */
  readonly browser: string;
  readonly processors: number | undefined;
}

/** Reads `navigator`. */
export function machineOf(told: OptionInfo): Machine {
  const brands = (told.userAgentData?.brands ?? [])
    // Browsers add one that means nothing, so that nobody counts on a list.
    .filter(({ brand }) => !/not.?a.?brand/i.test(brand.replace(/\W/g, "")))
    .map(({ brand, version }) => `${brand} ${version}`);
  return {
    browser: brands.length > 0 ? brands.join(", ") : told.userAgent,
    processors: told.hardwareConcurrency,
  };
}

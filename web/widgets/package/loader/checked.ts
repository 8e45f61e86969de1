// The files that figures are made of, and that each is the one of this version:
// the browser compares its hash when it is fetched ahead. Chromium and Firefox
// do, WebKit fetches without comparing.

/** What is known of files, as the build writes it. */
export interface Files {
  /** Paths from auto.js. */
  readonly paths: readonly string[];
  /** SHA-256 of each in base64, 43 characters without the "=" at the end. */
  readonly hashes: string;
  /**
   * Path → the others that it imports, at once or by and by: a character each,
   * 35 above its place in `paths`.
   */
  readonly needs: Readonly<Record<string, string>>;
  /** How tall the figures of `needs` are, twelve characters each: see size.ts. */
  readonly rooms?: string;
}

const FIRST = 35;
const LENGTH = 43;

/** Path → what it needs, of those of which that is known. */
export const neededOf = ({
  paths,
  needs,
}: Files): ReadonlyMap<string, readonly string[]> =>
  new Map(
    Object.entries(needs).map(([path, codes]) => [
      path,
      [...codes].map((code) => paths[code.charCodeAt(0) - FIRST] as string),
    ]),
  );

/** Of a figure's file, figures/pe-heatmap-0123456.js. */
export const tagOf = (path: string): string | undefined =>
  /^figures\/(.*)-.{7}\.js$/.exec(path)?.[1];

/** The first figure of a table, shared/table-pe-heatmap-0123456.js. */
export const firstOf = (path: string): string | undefined =>
  /^shared\/table-(.*)-.{7}\.js$/.exec(path)?.[1];

/** What such a file exports. */
export interface Table {
  readonly default: Files;
}

/** Where modules find who checks what they load late. */
export const CHECKER = Symbol.for("posenc.checked");

type Check = (path: string) => Promise<void>;

/** Fetches files once, each with its hash. */
export class Checked {
  readonly #version: string;
  readonly #base: string;
  readonly #hashes = new Map<string, string>();
  #needs: ReadonlyMap<string, readonly string[]> = new Map();
  readonly #fetched = new Map<string, Promise<unknown>>();
  /** By path, of the tables that were learnt. */
  readonly rooms = new Map<string, string>();

  readonly #later: string;

  /**
   * @param base - address of auto.js
   * @param first - what it knows
   * @param later - of its files, the table of what is loaded late
   */
  constructor(version: string, base: string, first: Files, later: string) {
    this.#version = version;
    this.#base = base;
    this.#later = later;
    this.know(first);
    // Another version may be there: names tell whose a file is.
    const page = globalThis as { [CHECKER]?: Check };
    const before = page[CHECKER];
    page[CHECKER] = async (path) => {
      if (!this.#needs.has(path)) await this.learn(this.#later);
      return this.#needs.has(path) ? this.check(path) : before?.(path);
    };
  }

  /** Takes a table; resolves with the paths that it knows. */
  async learn(table: string): Promise<readonly string[]> {
    const { default: files } = await this.bring<Table>(table);
    this.know(files);
    return files.paths;
  }

  /** Takes what is known of more files. */
  know(files: Files): void {
    const { paths, hashes, rooms = "" } = files;
    Object.keys(files.needs).map((path, k) =>
      this.rooms.set(path, rooms.slice(12 * k, 12 * k + 12)),
    );
    for (const [k, path] of paths.entries()) {
      this.#hashes.set(path, hashes.slice(k * LENGTH, (k + 1) * LENGTH));
    }
    this.#needs = new Map([...this.#needs, ...neededOf(files)]);
  }

  /** Imports a module when it and what it needs have been compared. */
  async bring<Module>(path: string): Promise<Module> {
    await this.check(path);
    return import(this.#addressOf(path));
  }

  /** Fetches a file with all that it needs, side by side. */
  async check(path: string): Promise<void> {
    const all = [path, ...(this.#needs.get(path) ?? [])];
    await Promise.all(all.map((it) => this.#fetch(it)));
  }

  #addressOf(path: string): string {
    return new URL(path, this.#base).href;
  }

  #fetch(path: string): Promise<unknown> {
    let begun = this.#fetched.get(path);
    if (begun === undefined) {
      begun = this.#ahead(path);
      this.#fetched.set(path, begun);
    }
    return begun;
  }

  #ahead(path: string): Promise<unknown> {
    const link = document.createElement("link");
    // Before Firefox 115 and Safari 17 there is nothing to compare with.
    if (!link.relList.supports("modulepreload")) return Promise.resolve();
    link.rel = "modulepreload";
    link.href = this.#addressOf(path);
    link.integrity = `sha256-${this.#hashes.get(path)}=`;
    return new Promise((done, fail) => {
      link.onload = done;
      link.onerror = () => {
        link.remove();
        this.#fetched.delete(path);
        const text = `${link.href} does not load, or is not that of version ${this.#version}`;
        fail(new Error(text));
      };
      document.head.append(link);
    });
  }
}

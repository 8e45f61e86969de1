import { importSource } from "../../tools/lib/web-source.mjs";
import { settle } from "./browser.js";

// What the tests of figures share.

export { importSource };

let list;

/** How `<pe-name>` is described. */
export async function specOf(name) {
  list ??= importSource("widgets/figures/list.ts");
  const { figures } = await list;
  return figures[`pe-${name}`]();
}

/** The page that begins with the triptych. */
export const TRIPTYCH = "what-waves-can-do/";

/**
 * Opens a page with the triptych and waits until it lives.
 *
 * @returns the page, its problems, and the figure with a few questions to it
 */
export async function openTriptych(
  site,
  t,
  path = `en/${TRIPTYCH}`,
  options = {},
) {
  const { page, problems } = await site.open(t, path, options);
  const figure = new Triptych(page);
  await figure.ready();
  await figure.more();
  return { page, problems, figure };
}

/**
 * A page with the triptych for tests that change no more than its attributes and
 * its state: each begins with the page's own, and with the mouse elsewhere.
 *
 * @param {ReturnType<typeof import("./browser.js").useSite>} site
 */
export function shareTriptych(site, path = `en/${TRIPTYCH}`) {
  const opened = site.share(path, {}, async (page) => {
    const figure = new Triptych(page);
    await figure.ready();
    await figure.more();
  });
  return async () => {
    const { page, problems } = await opened();
    const figure = new Triptych(page);
    await page.mouse.move(2, 2);
    await figure.element.evaluate((it) => {
      const { table } = /** @type {any} */ (it.constructor);
      for (const name of [...Object.keys(table), "theme"]) {
        it.removeAttribute(name);
      }
      it.reset();
    });
    await figure.element.scrollIntoViewIfNeeded();
    await figure.settle();
    return { page, problems, figure };
  };
}

/** The playground of a page. */
export class Triptych {
  constructor(page) {
    this.page = page;
    this.element = page.locator("pe-playground");
    this.window = page.locator("pe-playground .window");
    this.cells = page.locator("pe-playground .cells");
    this.curves = page.locator("pe-playground .curves");
    this.hands = page.locator("pe-playground .hands");
  }

  /** It begins when a reader comes near. */
  async ready() {
    await this.element.scrollIntoViewIfNeeded();
    return this.page.waitForFunction(() => {
      const root = document.querySelector("pe-playground")?.shadowRoot;
      const value = root?.querySelector("[data-v=value]")?.textContent;
      return value !== undefined && value !== "…" && value !== "";
    });
  }

  /** Lets pending drawings happen. */
  settle() {
    return settle(this.page);
  }

  async state() {
    await this.settle();
    return this.element.evaluate((it) => it.state);
  }

  async set(values) {
    await this.element.evaluate((it, state) => it.setState(state), values);
    await this.settle();
  }

  /** The formula as text: "P(12,6)=sin(12/10 0002·3/64)=−0.9401" */
  async formula() {
    await this.settle();
    return this.element.evaluate((it) =>
      it.shadowRoot.querySelector(".formula math").textContent.trim(),
    );
  }

  /** What a screen reader hears of the three pictures. */
  async spoken() {
    await this.settle();
    return this.element.evaluate((it) =>
      [".cells", ".curves", ".hands"].map((name) =>
        it.shadowRoot.querySelector(name).getAttribute("aria-label"),
      ),
    );
  }

  /** One pixel of the heatmap as 0xAABBGGRR. */
  pixel(pos, dim) {
    return this.cells.evaluate(
      (canvas, [x, y]) => {
        // By a copy: reading the figure's own canvas would slow it down.
        const copy = new OffscreenCanvas(1, 1);
        const context = copy.getContext("2d", { willReadFrequently: true });
        context.drawImage(canvas, -x, -y);
        const { data } = context.getImageData(0, 0, 1, 1);
        return new Uint32Array(data.buffer)[0];
      },
      [dim, pos],
    );
  }

  /**
   * Where the curves are, in the middle of the screen, with the mouse over them:
   * in a narrow column the formula above wraps as it reads what the mouse is at.
   */
  async curvesBox(across = 0.5, down = 0.5) {
    await this.curves.evaluate((it) => it.scrollIntoView({ block: "center" }));
    for (let before; ; ) {
      await this.settle();
      const box = await this.curves.boundingBox();
      if (before?.y === box.y) return box;
      before = box;
      await this.page.mouse.move(
        box.x + across * box.width,
        box.y + down * box.height,
      );
    }
  }

  /** The middle of a cell on the screen. */
  async cell(pos, dim) {
    await this.window.scrollIntoViewIfNeeded();
    const box = await this.window.boundingBox();
    const { seqLen, dModel } = await this.state();
    return {
      x: box.x + ((dim + 0.5) / dModel) * box.width,
      y: box.y + ((pos + 0.5) / seqLen) * box.height,
    };
  }

  async dragTo(from, to, steps = 6) {
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.page.mouse.move(to.x, to.y, { steps });
    await this.page.mouse.up();
  }

  box(name) {
    return this.element.locator(`#${name}`);
  }

  note(name) {
    return this.element.locator(`#${name}-note`).textContent();
  }

  tool(name) {
    return this.element.locator(`[data-tool="${name}"]`);
  }

  /** Chooses an entry of the menu. */
  async use(name) {
    await this.element.locator("[data-menu]").click();
    await this.tool(name).click();
  }

  /** Unfolds the controls that are not beside the picture. */
  more() {
    return this.element
      .locator(".more")
      .evaluate((it) => it.toggleAttribute("open", true));
  }
}

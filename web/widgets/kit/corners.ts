// Where a plot is on the screen, however the page has turned, mirrored, scaled or
// tilted it. A bounding box does not tell; where its four corners are does.
import type { Point } from "./pointer.ts";
import type { Box } from "./spec.ts";

export class Corners {
  readonly #corners: readonly Element[];

  /** @param plot - takes a box that its styles put where the drawing is */
  constructor(plot: Element) {
    const box = document.createElement("div");
    box.className = "corners";
    // In turn around the box, from its origin on.
    this.#corners = Array.from({ length: 4 }, () =>
      box.appendChild(document.createElement("i")),
    );
    plot.append(box);
  }

  /**
   * A point of the screen in px of the drawing; undefined: the drawing is seen
   * edge-on, or not at all.
   */
  pointOf(
    { clientX: x, clientY: y }: Pick<MouseEvent, "clientX" | "clientY">,
    { width, height }: Box,
  ): Point | undefined {
    const at = this.#corners.map((it) => it.getBoundingClientRect());
    const [a, b, c, d] = at as [DOMRect, DOMRect, DOMRect, DOMRect];
    // The projective map of the unit square (u, v) onto the four corners:
    // x = (xu u + xv v + a.x) / (pu u + pv v + 1), y alike.
    const [bx, by, dx, dy] = [b.x - c.x, b.y - c.y, d.x - c.x, d.y - c.y];
    const [sx, sy] = [a.x - b.x + c.x - d.x, a.y - b.y + c.y - d.y];
    const area = bx * dy - dx * by;
    const pu = (sx * dy - dx * sy) / area;
    const pv = (bx * sy - sx * by) / area;
    const xu = b.x - a.x + pu * b.x;
    const xv = d.x - a.x + pv * d.x;
    const yu = b.y - a.y + pu * b.y;
    const yv = d.y - a.y + pv * d.y;
    // Solved for u and v.
    const [uu, uv] = [xu - pu * x, xv - pv * x];
    const [vu, vv] = [yu - pu * y, yv - pv * y];
    const all = uu * vv - uv * vu;
    const u = ((x - a.x) * vv - uv * (y - a.y)) / all;
    const v = (uu * (y - a.y) - (x - a.x) * vu) / all;
    return Number.isFinite(u) && Number.isFinite(v)
      ? { x: u * width, y: v * height }
      : undefined;
  }
}

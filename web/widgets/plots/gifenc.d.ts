// What is used of a library that brings no types.
declare module "gifenc" {
  type Format = "rgb565" | "rgb444" | "rgba4444";
  interface FrameOptions {
    palette?: number[][];
    /** ms */
    delay?: number;
    /** 0: for ever. */
    repeat?: number;
    transparent?: boolean;
    transparentIndex?: number;
    /** 1: the next frame is drawn over this one. */
    dispose?: number;
  }
  export function GIFEncoder(): {
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options?: FrameOptions,
    ): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  };
  export function quantize(
    rgba: Uint8Array,
    colors: number,
    options?: { format?: Format },
  ): number[][];
  export function applyPalette(
    rgba: Uint8Array | Uint8ClampedArray,
    palette: number[][],
    format?: Format,
  ): Uint8Array;
  export function snapColorsToPalette(
    palette: number[][],
    colors: number[][],
    threshold?: number,
  ): void;
}

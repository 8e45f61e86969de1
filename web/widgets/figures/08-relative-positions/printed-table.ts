// The table of relative vectors that section 4.2 of document 2 prints,
// for offsets −2 … 2.

/** Largest offset of the table. */
export const REACH = 2;

export const PRINTED = {
  data: [
    -0.1, 0.2, 0.3, 0.4, -0.5, 0.6, 0, 0, 0, -0.4, 0.5, -0.6, 0.1, -0.2, -0.3,
  ],
  shape: [5, 3] as const,
};

/** Every row_step-th row and col_step-th column of a table of coordinates. */
function thinned({ data, shape: [rows, columns] }, rowStep = 1, colStep = 1) {
  const kept = [];
  for (let i = 0; i < rows; i += rowStep) {
    for (let j = 0; j < columns; j += colStep) {
      kept.push(...data.subarray(2 * (i * columns + j)).subarray(0, 2));
    }
  }
  return {
    data: kept,
    shape: [Math.ceil(rows / rowStep), Math.ceil(columns / colStep), 2],
  };
}

export default {
  "swinv2.relative_coords_table": {
    run: (pe, { params }) => ({
      relative_coords_table: thinned(
        pe.bias.relativeCoords({
          windowSize: params.window_size,
          pretrainedWindowSize: params.pretrained_window_size,
        }),
        params.row_step,
        params.col_step,
      ),
    }),
  },
  "swin.relative_position_index": {
    run: (pe, { params }) => ({
      relative_position_index: {
        data: pe.bias.relativePositionIndex({ windowSize: params.window_size }),
      },
    }),
  },
};

// What `posenc table` writes of pe.embedding.

import { AXIAL } from "../../js/embedding/axial.js";
import { TABLE, TOKENS } from "../../js/embedding/common.js";
import {
  CONVOLUTIONAL,
  CONVOLUTIONAL_2D,
  CONVOLUTIONAL_GROUPED,
} from "../../js/embedding/convolution.js";
import {
  DOCUMENT,
  type DocumentEncoding,
} from "../../js/embedding/document.js";
import { FOURIER, RANDOM_FOURIER } from "../../js/embedding/fourier.js";
import { ADD, FIT } from "../../js/embedding/fusion.js";
import {
  HIERARCHICAL,
  LOOKUP,
  PADDED_POSITIONS,
  UPDATE,
} from "../../js/embedding/learned.js";
import {
  BINARY,
  INDEX,
  LOGARITHMIC,
  NORMALIZED,
} from "../../js/embedding/ordinal.js";
import {
  BATCHED_POSITIONS,
  type BatchedPositions,
  PACKED_POSITIONS,
} from "../../js/embedding/packed.js";
import { LEARNED } from "../../js/embedding/random-table.js";
import { RESIZE, RESIZE_2D } from "../../js/embedding/resize.js";
import { SINUSOIDAL } from "../../js/embedding/sinusoidal.js";
import { HYBRID, PERTURBED } from "../../js/embedding/sinusoidal-variants.js";
import { GAIN } from "../../js/embedding/weights.js";
import { LENGTH } from "../../js/positions.js";
import { integers, tensor } from "../../js/schema.js";
import type { ReadTensor } from "../../js/tensor.js";
import { argument, command } from "./command.js";

const LEARNED_TABLE = argument(tensor(TABLE), "The learned table.");
const POSITIONS = argument(integers(), "The positions, which may repeat.");
const TEXT = argument(tensor(TOKENS), "Token embeddings.");
const ROWS = argument(
  tensor({ rank: 2, as: "[T, D]" }),
  "A row per token, shared by the batch.",
);

/** Calls without options. */
const without = (call: string) => ({ call, fields: {} });

export const EMBEDDING = {
  sinusoidal: command(
    SINUSOIDAL,
    "Sinusoidal encoding (Vaswani et al. 2017)",
    "--seq-len 50 --d-model 128",
  ),
  learned: command(
    LEARNED,
    "A fresh table for training, of random numbers",
    "--max-len 512 --d-model 64 --seed 1",
  ),
  hybrid: command(
    HYBRID,
    "Learned columns beside sinusoidal ones",
    "--seq-len 50 --d-model 64 --learned-dims 16",
  ),
  perturbed: command(
    PERTURBED,
    "Sinusoidal rows and a disturbance to be trained",
    "--seq-len 50 --d-model 64 --std 0.1",
  ),
  "document-rows": command(
    DOCUMENT,
    "Sinusoidal rows with an offset per paragraph",
    "--paragraphs 6,4 --sentences 3,3,4 --d-model 16",
    { take: (result: DocumentEncoding) => result.rows },
  ),
  "document-bias": command(
    DOCUMENT,
    "Biases between the tokens of one sentence of a document",
    "--paragraphs 6,4 --sentences 3,3,4 --d-model 16 --window 2",
    { take: (result: DocumentEncoding) => result.localBias },
  ),
  index: command(INDEX, "The position itself", "--seq-len 10"),
  normalized: command(
    NORMALIZED,
    "Positions from 0 to 1, p / (T - 1)",
    "--seq-len 11",
  ),
  binary: command(BINARY, "The binary digits of the position", "--seq-len 16"),
  logarithmic: command(
    LOGARITHMIC,
    "Logarithms of the position in place of waves",
    "--seq-len 50 --d-model 16",
  ),
  hierarchical: command(
    HIERARCHICAL,
    "Rows for n² positions out of n trained ones (Su 2020)",
    "--table table.npy --new-len 12",
    {
      args: {
        table: LEARNED_TABLE,
        newLen: argument(LENGTH, "Rows of the result, up to n²."),
      },
    },
  ),
  fourier: command(
    FOURIER,
    "Fourier features of points (NeRF, Perceiver)",
    "--coords points.csv --bands 4",
  ),
  "random-fourier": command(
    RANDOM_FOURIER,
    "Random Fourier features of points (Tancik et al. 2020)",
    "--coords points.csv --features 8 --seed 1",
  ),
  axial: command(
    AXIAL,
    "Sinusoidal rows for the cells of a grid (MAE, timm, ...)",
    "--shape 4,6 --d-model 32",
  ),
  resize: command(
    RESIZE,
    "A learned table, interpolated to another length",
    "--table table.npy --new-len 8 --method cubic",
    {
      args: {
        table: LEARNED_TABLE,
        newLen: argument(LENGTH, "Rows of the result, the prefix counted."),
      },
    },
  ),
  "resize-2d": command(
    RESIZE_2D,
    "A learned table of a grid, interpolated to another grid",
    "--table table.npy --to 3,3",
    { args: { table: LEARNED_TABLE } },
  ),
  lookup: command(
    LOOKUP,
    "Rows of a learned table",
    "--table table.npy --positions 0,2,2",
    { args: { table: LEARNED_TABLE, positions: POSITIONS } },
  ),
  update: command(
    UPDATE,
    "A learned table after one step of gradient descent",
    "--table table.npy --positions 0,2 --gradient gradient.npy --learning-rate 0.1",
    {
      args: {
        table: LEARNED_TABLE,
        positions: POSITIONS,
        gradient: argument(
          tensor({ rank: 2, as: "[T, D]" }),
          "Gradient of the loss for each row that was looked up.",
        ),
      },
    },
  ),
  "padded-positions": command(
    PADDED_POSITIONS,
    "Positions of padded texts, as fairseq counts them",
    "--mask mask.json",
    {
      args: {
        mask: argument(
          tensor({ rank: [1, 2], as: "[B, T] or [T]" }),
          "0 is padding, all else a token.",
        ),
      },
      shape: ({ mask }) => (mask as ReadTensor).shape,
    },
  ),
  "packed-positions": command(
    PACKED_POSITIONS,
    "Positions of texts packed into one row",
    "--lengths 3,4",
  ),
  "batched-positions": command(
    BATCHED_POSITIONS,
    "Positions of texts padded to rows of one length",
    "--lengths 3,5,1 --side left --padding 1",
    { take: ({ positions }: BatchedPositions) => positions },
  ),
  add: command(
    ADD,
    "Token embeddings plus rows",
    "--tokens tokens.npy --rows table.npy --token-scale 2",
    {
      args: {
        tokens: TEXT,
        rows: argument(
          tensor({ rank: 2, as: "[R, D]" }),
          "Rows of positions, at least as many as tokens.",
        ),
      },
    },
  ),
  multiply: command(
    without("embedding.multiply"),
    "Token embeddings times (1 + rows)",
    "--tokens tokens.npy --rows rows.npy",
    { args: { tokens: TEXT, rows: ROWS } },
  ),
  concat: command(
    without("embedding.concat"),
    "Token embeddings, each with its row behind it",
    "--tokens tokens.npy --rows rows.npy",
    { args: { tokens: TEXT, rows: ROWS } },
  ),
  fit: command(
    FIT,
    "Token embeddings cut to the positions of a model",
    "--tokens tokens.npy --max-len 2 --keep ends",
    {
      args: {
        tokens: TEXT,
        maxLen: argument(LENGTH, "The most tokens that may remain."),
      },
    },
  ),
  convolutional: command(
    CONVOLUTIONAL,
    "Rows from a depthwise convolution of the tokens",
    "--x tokens.npy --depthwise kernel.npy --padding causal",
    { args: { x: TEXT } },
  ),
  "convolutional-grouped": command(
    CONVOLUTIONAL_GROUPED,
    "Rows from a grouped convolution (wav2vec 2.0)",
    "--x tokens.npy --weight weight.json --groups 2",
    { args: { x: TEXT } },
  ),
  "convolutional-2d": command(
    CONVOLUTIONAL_2D,
    "Tokens of an image and a convolution of them (CPVT's PEG)",
    "--x image.json --shape 2,2 --depthwise kernel2d.json",
    { args: { x: TEXT } },
  ),
  "weight-norm": command(
    without("embedding.weightNorm"),
    "A weight from directions and a gain per tap",
    "--v weight.json --gain gain.csv",
    {
      args: {
        v: argument(tensor({ rank: 3, as: "[O, I, K]" }), "Directions."),
        gain: argument(GAIN, "One number per tap."),
      },
    },
  ),
};

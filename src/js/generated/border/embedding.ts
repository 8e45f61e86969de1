// Made by tools/lib/border.mjs from src/wasm and src/core.
import type { Address, Status } from "../../buffer.js";
import type * as embedding from "./enums/embedding.js";
import type * as numeric from "./enums/numeric.js";

type Floats = Address<Float32Array>;
type Doubles = Address<Float64Array>;
type Ints = Address<Int32Array>;
type Bytes = Address<Uint8Array>;

/** WebAssembly takes true for 1. */
type Plain = (...numbers: (number | boolean)[]) => number;

export interface Bindings {
  /** `embedding_sinusoidal` */
  readonly K: Plain;
  /** `embedding_sinusoidal_range` */
  readonly L: Plain;
  /** `embedding_add` */
  readonly M: Plain;
  /** `embedding_multiply` */
  readonly N: Plain;
  /** `embedding_fit` */
  readonly O: Plain;
  /** `embedding_concat` */
  readonly P: Plain;
  /** `embedding_convolutional_scratch_size` */
  readonly Q: Plain;
  /** `embedding_convolutional` */
  readonly R: Plain;
  /** `embedding_weight_norm` */
  readonly S: Plain;
  /** `embedding_convolutional2d` */
  readonly T: Plain;
  /** `embedding_logarithmic` */
  readonly U: Plain;
  /** `embedding_timestep` */
  readonly V: Plain;
  /** `embedding_coordinate` */
  readonly W: Plain;
  /** `embedding_index` */
  readonly X: Plain;
  /** `embedding_normalized` */
  readonly Y: Plain;
  /** `embedding_binary` */
  readonly Z: Plain;
  /** `embedding_fourier` */
  readonly a1: Plain;
  /** `embedding_random_fourier` */
  readonly b1: Plain;
  /** `embedding_axial_scratch_size` */
  readonly c1: Plain;
  /** `embedding_axial` */
  readonly d1: Plain;
  /** `embedding_learned` */
  readonly e1: Plain;
  /** `embedding_update` */
  readonly f1: Plain;
  /** `embedding_padded_positions` */
  readonly g1: Plain;
  /** `embedding_resize` */
  readonly h1: Plain;
  /** `embedding_hierarchical` */
  readonly i1: Plain;
  /** `embedding_hybrid` */
  readonly j1: Plain;
  /** `embedding_perturbed` */
  readonly k1: Plain;
  /** `embedding_document_rows` */
  readonly l1: Plain;
  /** `embedding_document_bias` */
  readonly m1: Plain;
}

/** `embedding_sinusoidal` */
export const embeddingSinusoidal = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly positions: Doubles;
    readonly rows: number;
    readonly width: number;
    readonly base: number;
    readonly layout: embedding.SinusoidalLayout;
    readonly spacing: embedding.SinusoidalSpacing;
  },
): Status => m.K(a.out, a.positions, a.rows, a.width, a.base, a.layout, a.spacing);

/** `embedding_sinusoidal_range` */
export const embeddingSinusoidalRange = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly rows: number;
    readonly offset: number;
    readonly width: number;
    readonly base: number;
    readonly layout: embedding.SinusoidalLayout;
    readonly spacing: embedding.SinusoidalSpacing;
  },
): Status => m.L(a.out, a.rows, a.offset, a.width, a.base, a.layout, a.spacing);

/** `embedding_add` */
export const embeddingAdd = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly tokens: Floats;
    readonly rows: Floats;
    readonly batch: number;
    readonly length: number;
    readonly width: number;
    readonly rowCount: number;
    readonly offset: number;
    readonly tokenScale: number;
  },
): Status => m.M(a.out, a.tokens, a.rows, a.batch, a.length, a.width, a.rowCount, a.offset, a.tokenScale);

/** `embedding_multiply` */
export const embeddingMultiply = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly tokens: Floats;
    readonly rows: Floats;
    readonly batch: number;
    readonly length: number;
    readonly width: number;
  },
): Status => m.N(a.out, a.tokens, a.rows, a.batch, a.length, a.width);

/** `embedding_fit` */
export const embeddingFit = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly tokens: Floats;
    readonly batch: number;
    readonly length: number;
    readonly width: number;
    readonly limit: number;
    readonly keep: embedding.FitKeep;
  },
): Status => m.O(a.out, a.tokens, a.batch, a.length, a.width, a.limit, a.keep);

/** `embedding_concat` */
export const embeddingConcat = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly tokens: Floats;
    readonly rows: Floats;
    readonly batch: number;
    readonly length: number;
    readonly tokenWidth: number;
    readonly rowWidth: number;
  },
): Status => m.P(a.out, a.tokens, a.rows, a.batch, a.length, a.tokenWidth, a.rowWidth);

/** `embedding_convolutional_scratch_size` */
export const embeddingConvolutionalScratchSize = (
  m: Bindings,
  a: {
    readonly inputs: number;
    readonly groups: number;
    readonly kernel: number;
  },
): number => m.Q(a.inputs, a.groups, a.kernel);

/** `embedding_convolutional` */
export const embeddingConvolutional = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly x: Floats;
    readonly weight: Floats;
    readonly gain: Floats | 0;
    readonly bias: Floats | 0;
    readonly residual: Floats | 0;
    readonly scratch: Doubles;
    readonly scratchSize: number;
    readonly batch: number;
    readonly length: number;
    readonly inputs: number;
    readonly outputs: number;
    readonly groups: number;
    readonly kernel: number;
    readonly padding: embedding.ConvolutionPadding;
    readonly activation: embedding.Activation;
  },
): Status => m.R(a.out, a.x, a.weight, a.gain, a.bias, a.residual, a.scratch, a.scratchSize, a.batch, a.length, a.inputs, a.outputs, a.groups, a.kernel, a.padding, a.activation);

/** `embedding_weight_norm` */
export const embeddingWeightNorm = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly v: Floats;
    readonly gain: Floats;
    readonly rows: number;
    readonly taps: number;
  },
): Status => m.S(a.out, a.v, a.gain, a.rows, a.taps);

/** `embedding_convolutional2d` */
export const embeddingConvolutional2d = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly x: Floats;
    readonly weight: Floats;
    readonly bias: Floats | 0;
    readonly outTokens: number;
    readonly batch: number;
    readonly height: number;
    readonly width: number;
    readonly channels: number;
    readonly kernelHeight: number;
    readonly kernelWidth: number;
    readonly stride: number;
    readonly prefix: number;
    readonly residual: boolean;
    readonly padding: embedding.ConvolutionPadding;
  },
): Status => m.T(a.out, a.x, a.weight, a.bias, a.outTokens, a.batch, a.height, a.width, a.channels, a.kernelHeight, a.kernelWidth, a.stride, a.prefix, a.residual, a.padding);

/** `embedding_logarithmic` */
export const embeddingLogarithmic = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly positions: Doubles;
    readonly rows: number;
    readonly width: number;
    readonly maxLen: number;
    readonly base: number;
  },
): Status => m.U(a.out, a.positions, a.rows, a.width, a.maxLen, a.base);

/** `embedding_timestep` */
export const embeddingTimestep = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly timesteps: Doubles;
    readonly rows: number;
    readonly width: number;
    readonly maxPeriod: number;
    readonly shift: number;
    readonly scale: number;
    readonly cosineFirst: boolean;
  },
): Status => m.V(a.out, a.timesteps, a.rows, a.width, a.maxPeriod, a.shift, a.scale, a.cosineFirst);

/** `embedding_coordinate` */
export const embeddingCoordinate = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly positions: Doubles;
    readonly rows: number;
    readonly width: number;
    readonly step: number;
    readonly base: number;
    readonly layout: embedding.SinusoidalLayout;
    readonly spacing: embedding.SinusoidalSpacing;
  },
): Status => m.W(a.out, a.positions, a.rows, a.width, a.step, a.base, a.layout, a.spacing);

/** `embedding_index` */
export const embeddingIndex = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly positions: Doubles;
    readonly rows: number;
  },
): Status => m.X(a.out, a.positions, a.rows);

/** `embedding_normalized` */
export const embeddingNormalized = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly rows: number;
  },
): Status => m.Y(a.out, a.rows);

/** `embedding_binary` */
export const embeddingBinary = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly positions: Doubles;
    readonly rows: number;
    readonly bits: number;
  },
): Status => m.Z(a.out, a.positions, a.rows, a.bits);

/** `embedding_fourier` */
export const embeddingFourier = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly coords: Doubles;
    readonly width: number;
    readonly rows: number;
    readonly coordinates: number;
    readonly bands: number;
    readonly spacing: embedding.FourierSpacing;
    readonly maxFrequency: number;
    readonly layout: embedding.FourierLayout;
    readonly includeInput: boolean;
  },
): Status => m.a1(a.out, a.coords, a.width, a.rows, a.coordinates, a.bands, a.spacing, a.maxFrequency, a.layout, a.includeInput);

/** `embedding_random_fourier` */
export const embeddingRandomFourier = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly coords: Doubles;
    readonly matrix: Floats;
    readonly rows: number;
    readonly coordinates: number;
    readonly features: number;
  },
): Status => m.b1(a.out, a.coords, a.matrix, a.rows, a.coordinates, a.features);

/** `embedding_axial_scratch_size` */
export const embeddingAxialScratchSize = (
  m: Bindings,
  a: {
    readonly axes: number;
    readonly first: number;
    readonly second: number;
    readonly third: number;
    readonly width: number;
    readonly convention: embedding.AxialConvention;
  },
): number => m.c1(a.axes, a.first, a.second, a.third, a.width, a.convention);

/** `embedding_axial` */
export const embeddingAxial = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly coordinates: Doubles;
    readonly scratch: Floats;
    readonly scratchSize: number;
    readonly rows: number;
    readonly axes: number;
    readonly first: number;
    readonly second: number;
    readonly third: number;
    readonly width: number;
    readonly prefix: number;
    readonly base: number;
    readonly convention: embedding.AxialConvention;
    readonly interleave: boolean;
  },
): Status => m.d1(a.out, a.coordinates, a.scratch, a.scratchSize, a.rows, a.axes, a.first, a.second, a.third, a.width, a.prefix, a.base, a.convention, a.interleave);

/** `embedding_learned` */
export const embeddingLearned = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly rows: number;
    readonly width: number;
    readonly std: number;
    readonly seed: number;
  },
): Status => m.e1(a.out, a.rows, a.width, a.std, a.seed);

/** `embedding_update` */
export const embeddingUpdate = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly table: Floats;
    readonly positions: Ints;
    readonly gradient: Floats;
    readonly scratch: Ints;
    readonly count: number;
    readonly rows: number;
    readonly width: number;
    readonly learningRate: number;
  },
): Status => m.f1(a.out, a.table, a.positions, a.gradient, a.scratch, a.count, a.rows, a.width, a.learningRate);

/** `embedding_padded_positions` */
export const embeddingPaddedPositions = (
  m: Bindings,
  a: {
    readonly out: Ints;
    readonly mask: Bytes;
    readonly batch: number;
    readonly length: number;
    readonly padding: number;
  },
): Status => m.g1(a.out, a.mask, a.batch, a.length, a.padding);

/** `embedding_resize` */
export const embeddingResize = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly table: Floats;
    readonly height: number;
    readonly width: number;
    readonly newHeight: number;
    readonly newWidth: number;
    readonly columns: number;
    readonly prefix: number;
    readonly method: numeric.ResampleMethod;
    readonly alignCorners: boolean;
    readonly antialias: boolean;
    readonly offset: number;
  },
): Status => m.h1(a.out, a.table, a.height, a.width, a.newHeight, a.newWidth, a.columns, a.prefix, a.method, a.alignCorners, a.antialias, a.offset);

/** `embedding_hierarchical` */
export const embeddingHierarchical = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly table: Floats;
    readonly count: number;
    readonly rows: number;
    readonly width: number;
    readonly alpha: number;
  },
): Status => m.i1(a.out, a.table, a.count, a.rows, a.width, a.alpha);

/** `embedding_hybrid` */
export const embeddingHybrid = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly learned: Floats;
    readonly scratch: Floats;
    readonly rows: number;
    readonly width: number;
    readonly learnedWidth: number;
    readonly base: number;
  },
): Status => m.j1(a.out, a.learned, a.scratch, a.rows, a.width, a.learnedWidth, a.base);

/** `embedding_perturbed` */
export const embeddingPerturbed = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly delta: Floats;
    readonly rows: number;
    readonly width: number;
    readonly base: number;
  },
): Status => m.k1(a.out, a.delta, a.rows, a.width, a.base);

/** `embedding_document_rows` */
export const embeddingDocumentRows = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly paragraphs: Ints;
    readonly offsets: Floats;
    readonly rows: number;
    readonly count: number;
    readonly width: number;
    readonly base: number;
  },
): Status => m.l1(a.out, a.paragraphs, a.offsets, a.rows, a.count, a.width, a.base);

/** `embedding_document_bias` */
export const embeddingDocumentBias = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly sentences: Ints;
    readonly table: Floats;
    readonly rows: number;
    readonly count: number;
    readonly tableSize: number;
    readonly window: number;
    readonly strength: number;
  },
): Status => m.m1(a.out, a.sentences, a.table, a.rows, a.count, a.tableSize, a.window, a.strength);

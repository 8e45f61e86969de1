// All types that calls of posenc-training have.
export type { WasmResponse, WasmSource } from "posenc/internal";
export type { Training } from "./api.js";
export type { OptionInfo, SchemeInfo, TaskInfo } from "./lists.js";
export type { Model } from "./model.js";
export type {
  Attention,
  Example,
  Generated,
  Network,
  Score,
  Weight,
} from "./network.js";
export type {
  EvaluateOptions,
  GenerateOptions,
  ModelOptions,
  Prompt,
  Stretch,
  StretchOptions,
  StretchType,
  TestOptions,
  TrainerOptions,
  WeightsInput,
} from "./options.js";
export type {
  CopePosition,
  CustomPosition,
  DebertaPosition,
  EveryPosition,
  FirePosition,
  HybridPosition,
  PartialRotaryPosition,
  Position,
  PositionType,
  SandwichPosition,
  ShawPosition,
  T5Position,
  WavePosition,
  XposPosition,
} from "./position.js";
export type {
  BackTask,
  BracketsTask,
  CountTask,
  HintedTask,
  SentenceTask,
  SymbolTask,
  Task,
  TaskType,
} from "./tasks.js";
export type { Report, Trainer } from "./trainer.js";

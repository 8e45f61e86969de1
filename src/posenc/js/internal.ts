// What posenc-training and posenc-widgets take of this package beside its public
// calls. Not for anybody else: it changes without notice.
export { disposable } from "./buffer.js";
export { engineNotes } from "./config/engine-notes.js";
export { setDefaultInstance } from "./default-instance.js";
export { describe, nearest, showBytes } from "./errors.js";
export { ScalingType } from "./generated/border/enums/rotary.js";
export { GOLDEN_FORMATS } from "./golden-files.js";
export { inlineBytes } from "./inline.js";
export { checkEngine, explain, isFusedModule, startCompiled } from "./load.js";
export { allowedText, defaultText } from "./option-text.js";
export { checkInteger, type Options, refuseUnknown } from "./options.js";
export { type Own, orFused } from "./own.js";
export { XPOS_REACH } from "./positions.js";
export { either, type Rule, type Way } from "./rules.js";
export {
  BASE,
  type Bound,
  type Field,
  type Fields,
  flag,
  given,
  integer,
  integers,
  type OptionInfo,
  type OptionsOf,
  openScheme,
  optional,
  type Part,
  part,
  Reading,
  reader,
  real,
  SEED,
  type Table,
  table,
} from "./schema.js";
export {
  compileFrom,
  readSource,
  refusedBoth,
  type WasmResponse,
  type WasmSource,
} from "./source.js";
export type * from "./tensor.js";
export {
  type Answers,
  type Channel,
  channelOfScope,
  serving,
} from "./threads/channel.js";
export {
  type AbortLike,
  ADDRESS,
  checkListeners,
  FUSED,
  type Host,
  readConnect,
  SOURCE,
  tell,
  WORKERS,
} from "./threads/host.js";
export { type Beginning, Thread } from "./threads/thread.js";
export { AS_MODULE, inBrowser } from "./threads/web-worker.js";

import { describe } from "../errors.js";
import { refuseUnknown } from "../options.js";
import type { CallSettings } from "./types.js";

const SETTINGS = ["signal", "onProgress", "transfer"] as const;

/** How calls are to be made, checked. */
export function readSettings(given: CallSettings): CallSettings {
  if (typeof given !== "object" || given === null) {
    throw new TypeError(
      `with: settings must be an object with ${SETTINGS.join(", ")}, got ${describe(given)}`,
    );
  }
  refuseUnknown("with", Object.keys(given), SETTINGS);
  const { signal, onProgress, transfer } = given;
  const refuse = (name: string, what: string, value: unknown) => {
    throw new TypeError(
      `with: ${name} must be ${what}, got ${describe(value)}`,
    );
  };
  const isSignal = typeof Object(signal).addEventListener === "function";
  if (signal !== undefined && !isSignal) {
    refuse("signal", "an AbortSignal", signal);
  }
  if (onProgress !== undefined && typeof onProgress !== "function") {
    refuse("onProgress", "a function", onProgress);
  }
  if (transfer !== undefined && typeof transfer !== "boolean") {
    refuse("transfer", "true or false", transfer);
  }
  return { signal, onProgress, transfer };
}

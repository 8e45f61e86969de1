import { describe } from "../errors.js";
import { refuseUnknown } from "../options.js";
import { checkListeners } from "../threads/host.js";
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
  checkListeners("with", signal, onProgress);
  if (transfer !== undefined && typeof transfer !== "boolean") {
    throw new TypeError(
      `with: transfer must be true or false, got ${describe(transfer)}`,
    );
  }
  return { signal, onProgress, transfer };
}

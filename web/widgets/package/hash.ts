// The hash that a browser compares a file with: SHA-256 in base64, without the
// "=" at its end.
import { createHash } from "node:crypto";

export const hashOf = (content: string | Uint8Array): string =>
  createHash("sha256").update(content).digest("base64").slice(0, 43);

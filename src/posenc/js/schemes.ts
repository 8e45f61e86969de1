// How attention reads each scheme, by its type.

import type { Prepare } from "./attention/sequence.js";
import { alibiScheme } from "./bias/schemes/alibi.js";
import { fireScheme } from "./bias/schemes/fire.js";
import { kerpleScheme } from "./bias/schemes/kerple.js";
import { sandwichScheme } from "./bias/schemes/sandwich.js";
import { t5Scheme } from "./bias/schemes/t5.js";
import { RELATIVE_SCHEMES } from "./relative/schemes.js";
import { rotaryScheme } from "./rotary/scheme.js";

/** In the order in which messages name them. */
export const SCHEMES = {
  rotary: rotaryScheme,
  alibi: alibiScheme,
  t5: t5Scheme,
  kerple: kerpleScheme,
  sandwich: sandwichScheme,
  fire: fireScheme,
  ...RELATIVE_SCHEMES,
} satisfies Readonly<Record<string, Prepare>>;

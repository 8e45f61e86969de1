// Values that nobody means well with, for tests of what figures do with them.
import fc from "fast-check";

/** Texts that have broken other programs. */
export const TEXTS = [
  ...[
    "<b>x</b>",
    "</title><script>alert(1)</script>",
    '"><img src=x onerror=a>',
  ],
  ...["<!--", "]]>", "<![CDATA[", "&", "&amp;lt;", "&#0;", "&#x1;", "<?xml?>"],
  ...["'\"`", "javascript:alert(1)", "url(https://example.org/x)", "{{1}}"],
  ...["\u0000", "\u0001\u0008\u000b\u001b[31m", "\u007f\u0085", "\ufffe\uffff"],
  ...[
    "\ud800",
    "a\udc00b",
    "\udfff\ud800",
    "👍🏽",
    "e\u0301\u0301\u0301\u0301",
  ],
  ...[
    "\u202eabc\u202c",
    "שלום עולם",
    "مرحبا",
    "\u200b\u200d\ufeff",
    "\u2028\u2029",
  ],
  ...[
    "",
    " ",
    "\t\r\n",
    "\r",
    "a".repeat(120),
    "猫".repeat(60),
    "ﷺ ".repeat(12),
  ],
  ...[
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "null",
    "undefined",
  ],
  ...[
    "NaN",
    "Infinity",
    "1e999",
    "-1e999",
    "0x10",
    "1_0",
    "１２",
    "−3",
    "1,000",
  ],
  ...[
    "9007199254740993",
    "1e-400",
    "-0",
    "+",
    ".",
    "e",
    "1e",
    "%00",
    "%",
    "%zz",
  ],
  ...["$&", "$1$`", "\\", "a=b&c=d", "a;b;c", "a|b|c", "a.b.c", "#x?y=z"],
];

/** Values that are no texts. */
export const THINGS = [
  ...[null, true, false, Number.NaN, Infinity, -Infinity, -0, 0, 1, -1, 0.5],
  ...[2 ** 31, 2 ** 53, 1e21, 1e308, 5e-324, 7n, [], [3], {}],
  { toString: () => "<b>x</b>" },
  Object.create(null),
];

/** A hostile text: one of them, several in a row, among words, or any at all. */
export const text = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc
    .array(fc.constantFrom(...TEXTS, "the", "dog", "."), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) => parts.join(" ")),
  fc.string({ unit: "binary", maxLength: 40 }),
);

/** JSON with hostile names and values, as a text. */
export const json = fc
  .dictionary(
    fc.oneof(
      text,
      fc.constantFrom("model_type", "rope_theta", "max_position_embeddings"),
    ),
    fc.oneof(text, fc.double(), fc.constantFrom(null, true, [], {}, 4096)),
    { maxKeys: 6 },
  )
  .map((it) => JSON.stringify(it));

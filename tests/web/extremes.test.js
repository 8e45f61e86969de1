// Every figure at the ends of every control: what a reader reaches with one
// move of a slider is drawn, and in words that make sense.
import assert from "node:assert/strict";
import { test } from "node:test";
import { describe, renderSVG } from "posenc-widgets/render";
import { MANY, NONSENSE } from "./wording.js";

/** Numbers of more than this only take time. */
const LARGE = 200_000;

const plain = (text) => text.replaceAll("−", "-").replaceAll(/[,\u202f]/g, "");

/** The values worth trying of an attribute. */
function extremes({ type, allowed }) {
  if (type === "boolean") return ["true", "false"];
  if (type.includes("|"))
    return type.match(/(?<=")[^"]+(?=")/g).filter((x) => x !== " | ");
  const range = /from (\S+) to (\S+)$/.exec(plain(allowed.en));
  if (type !== "number" || range === null) return [];
  const [low, high] = [Number(range[1]), Number(range[2])];
  assert.ok(low < high, allowed.en);
  return [low, Math.min(high, LARGE)].map(String);
}

for (const widget of await describe()) {
  const { tag, attributes } = widget;
  test(`${tag} draws at the ends of its controls`, async () => {
    for (const attribute of attributes) {
      for (const value of extremes(attribute)) {
        for (const lang of /** @type {const} */ (["en", "zh"])) {
          const where = `${tag} ${attribute.name}=${value} ${lang}`;
          const state = { [attribute.name]: value };
          const svg = await renderSVG(tag, state, { lang }).catch((error) => {
            throw new Error(`${where}: ${error.message}`, { cause: error });
          });
          const text = [...svg.matchAll(/>([^<]+)</g)]
            .map(([, at]) => at)
            .join("\n");
          assert.doesNotMatch(text, NONSENSE, where);
          assert.doesNotMatch(text, MANY, where);
        }
      }
    }
  });
}

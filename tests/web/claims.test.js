import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { embeddingLookup, sinusoidal } from "posenc";
import { libraryWith } from "../../tools/lib/web-source.mjs";
import { importSource } from "./figure.js";
import { describeFigure } from "./spec.js";

let ledger;
let types;
let words;
let works;
let checks;
let kit;
let contradictions;
let trainings;
before(async () => {
  const source = (name) => importSource(`site/claims/${name}.ts`);
  ledger = await source("index");
  types = await source("types");
  words = await source("words");
  ({ works } = await source("works"));
  checks = await source("checks/index");
  kit = await source("checks/kit");
  trainings = await source("trainings");
  ({ contradictions } = await importSource(
    "site/tutorial/claims/contradictions.ts",
  ));
});

/** Every pair of texts below a value, with the way to it. */
function* texts(value, path = "") {
  if (typeof value !== "object" || value === null) return;
  if ("en" in value || "zh" in value) yield [path, value];
  for (const [key, inner] of Object.entries(value)) {
    yield* texts(inner, `${path}.${key}`);
  }
}

const HAN = /\p{Script=Han}/u;

describe("the ledger of claims", () => {
  test("has all claims of the five documents, numbered without gaps", () => {
    const counts = [36, 38, 27, 30, 20];
    const ids = counts.flatMap((count, document) =>
      Array.from(
        { length: count },
        (_, k) => `00${document}-${String(k + 1).padStart(2, "0")}`,
      ),
    );
    assert.equal(ids.length, 151);
    assert.deepEqual(
      ledger.claims.map(({ id }) => id),
      ids,
    );
  });

  test("finds a claim by its id and refuses one that is not there", () => {
    assert.equal(ledger.claim("002-24").id, "002-24");
    assert.throws(() => ledger.claim("005-01"), {
      message: "there is no claim 005-01",
    });
  });

  test("is written in both languages throughout", () => {
    for (const [path, text] of texts({ ...ledger.claims, contradictions })) {
      assert.ok(text.en?.trim() && text.zh?.trim(), path);
      assert.ok(!HAN.test(text.en), `${path}: Chinese in the English text`);
      assert.ok(
        !/[,;:!?] ?\p{Script=Han}/u.test(text.zh),
        `${path}: ${text.zh}`,
      );
    }
    for (const claim of ledger.claims) {
      for (const key of ["claim", "correct", "evidence"]) {
        assert.ok(claim[key].en && claim[key].zh, `${claim.id} ${key}`);
      }
      assert.match(claim.claim.zh + claim.correct.zh, HAN, claim.id);
    }
  });

  test("uses only verdicts, kinds and grounds that have a name", () => {
    for (const { id, verdict, kind, ground } of ledger.claims) {
      assert.ok(types.VERDICTS.includes(verdict), `${id} ${verdict}`);
      assert.ok(types.KINDS.includes(kind), `${id} ${kind}`);
      if (ground) assert.ok(types.GROUNDS.includes(ground), `${id} ${ground}`);
    }
    const named = (list, names) =>
      assert.deepEqual(Object.keys(names).sort(), [...list].sort());
    named(types.VERDICTS, words.verdictWords);
    named(types.VERDICTS, words.verdictMeanings);
    named(types.KINDS, words.kindWords);
    named(types.GROUNDS, words.groundWords);
  });

  test("cites only works that are listed, each with a year and an address", () => {
    const cited = new Set();
    for (const { id, sources = [] } of ledger.claims) {
      for (const { work } of sources) {
        cited.add(work);
        assert.ok(works[work], `${id} cites ${work}`);
      }
    }
    for (const [name, { year, url }] of Object.entries(works)) {
      assert.ok(year >= 1986 && year <= 2030, name);
      assert.match(url, /^https:\/\//, name);
    }
  });

  test("gives every claim either a check or a ground, never both", () => {
    for (const { id, ground } of ledger.claims) {
      assert.equal(Boolean(ground), !checks.checks[id], id);
    }
  });

  test("has a check for every claim about a number", () => {
    const missing = ledger.claims.filter(
      ({ id, kind }) => kind === "numeric" && !checks.checks[id],
    );
    assert.deepEqual(
      missing.map(({ id }) => id),
      [],
    );
  });

  test("has no check without a claim", () => {
    for (const id of Object.keys(checks.checks)) ledger.claim(id);
  });

  test("names claims that exist where documents contradict each other", () => {
    assert.equal(contradictions.length, 30);
    for (const { topic, claims } of contradictions) {
      assert.ok(claims.length > 0, topic.en);
      for (const id of claims) ledger.claim(id);
    }
  });

  test("computes every number that decides a contradiction", () => {
    for (const { topic, holds, values = {} } of contradictions) {
      const used = [...holds.en.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      assert.deepEqual(used.sort(), Object.keys(values).sort(), topic.en);
      for (const name of used) {
        assert.ok(holds.zh.includes(`{${name}}`), `${topic.en}: ${name}`);
        const value = values[name]();
        if (typeof value === "number") assert.ok(Number.isFinite(value));
        assert.doesNotMatch(JSON.stringify(value), /NaN|undefined/);
      }
    }
  });
});

describe("the check of a claim", () => {
  test("computes the verdict that the ledger states, in less than a second", (t) => {
    // Of the processor: what else runs on the machine does not count.
    const spent = () => process.cpuUsage().user / 1000;
    const times = [];
    for (const { id, verdict } of ledger.claims) {
      if (!checks.checks[id]) continue;
      const from = spent();
      const result = checks.runCheck(id);
      times.push([spent() - from, id]);
      const said = result.parts
        .map(({ role, passed, text }) => `${role} ${passed}: ${text.en}`)
        .join("\n");
      assert.equal(result.verdict, verdict, `${id}\n${said}`);
    }
    times.sort(([a], [b]) => b - a);
    const slowest = times.slice(0, 3).map(([ms, id]) => `${id} ${ms | 0} ms`);
    t.diagnostic(`${times.length} checks; slowest: ${slowest.join(", ")}`);
    assert.ok(times[0][0] < 1000, slowest[0]);
  });

  test("says what it found in both languages, with finite numbers", () => {
    for (const id of Object.keys(checks.checks)) {
      const { detail, expected, found, parts } = checks.runCheck(id);
      for (const [path, text] of texts({ detail, expected, found, parts })) {
        assert.ok(text.en.trim() && text.zh.trim(), `${id} ${path}`);
        assert.ok(!HAN.test(text.en), `${id} ${path}`);
        assert.doesNotMatch(
          text.en + text.zh,
          /NaN|undefined|Infinity|null|\[object/,
          `${id} ${path}`,
        );
      }
      assert.match(detail.en + String(found.en ?? found), /\d/, id);
    }
  });

  test("gives the same numbers every time", () => {
    for (const id of Object.keys(checks.checks)) {
      const once = JSON.stringify(checks.runCheck(id));
      assert.equal(JSON.stringify(checks.runCheck(id)), once, id);
    }
  });

  test("a printed table is judged by what its numbers round to", async () => {
    // cos 0.01 = 0.99995000…, in float32 0.9999499…: it rounds to 1.0000.
    const right = Array.from({ length: 5 }, (_, pos) => [
      Math.sin(pos),
      Math.cos(pos),
      Math.sin(pos / 100),
      Math.cos(pos / 100),
    ]);
    const table = right
      .map((row) => row.map((x) => x.toFixed(4)).join(" "))
      .join("; ");
    const { model } = await describeFigure("checker", { table });
    assert.deepEqual([model.matching, model.count], [20, 20]);
    const wrong = table.replace("0.0100 1.0000", "0.0100 0.9999");
    assert.notEqual(wrong, table);
    const { model: other } = await describeFigure("checker", { table: wrong });
    assert.equal(other.matching, 19);
  });

  test("comes to another verdict when the library computes something else", async () => {
    const broken = async (others) => {
      const library = libraryWith(others);
      return importSource("site/claims/checks/index.ts", "neutral", library);
    };
    const verdict = ({ runCheck }, id) => runCheck(id).verdict;
    const zeros = (rows) => ({ ...rows, data: rows.data.map(() => 0) });
    const silent = await broken({
      sinusoidal: (options) => zeros(sinusoidal(options)),
    });
    assert.equal(verdict(silent, "002-08"), "true");
    assert.equal(verdict(silent, "000-04"), "false");
    const other = await broken({
      sinusoidal: (options) => sinusoidal({ ...options, base: 100 }),
    });
    assert.equal(verdict(other, "002-04"), "false");
    const lenient = await broken({
      embeddingLookup: (table, positions) =>
        embeddingLookup(table, positions, { overflow: "clamp" }),
    });
    assert.equal(verdict(lenient, "000-11"), "false");
    const changed = Object.keys(checks.checks).filter((id) => {
      try {
        return verdict(silent, id) !== ledger.claim(id).verdict;
      } catch {
        return true;
      }
    });
    assert.ok(changed.length > 20, `${changed.length} notice zeros`);
  });

  test("refuses a claim that cannot be computed", () => {
    assert.throws(() => checks.runCheck("001-28"), {
      message: "claim 001-28 has no check",
    });
  });
});

describe("a claim that the reader's own models decide", () => {
  /** Each model of a claim, right at the trained length, and so much at twice it. */
  const own = (id, far) =>
    trainings.plansOf(id).map(({ task, scheme }) => ({
      task,
      scheme,
      near: 1,
      far: far(task, scheme),
    }));

  test("names models that can be trained, and has a check", () => {
    const ids = Object.keys(trainings.TRAININGS);
    assert.equal(ids.length, 7);
    for (const id of ids) {
      assert.ok(checks.checks[id], id);
      for (const { plan } of trainings.plansOf(id)) {
        const [near, far] = plan.lengths;
        assert.equal(near, plan.options.trainLen);
        assert.equal(far, 2 * near);
        assert.equal(plan.options.steps, trainings.STEPS_NOW);
      }
    }
    assert.deepEqual(trainings.plansOf("002-24"), []);
  });

  test("has the stated verdict when they fail at twice the length", () => {
    for (const id of Object.keys(trainings.TRAININGS)) {
      const found = checks.runCheck(
        id,
        own(id, (task, scheme) =>
          task === "back" && scheme === "rope"
            ? 0.99
            : scheme === "learned"
              ? 0.5
              : 0.6,
        ),
      );
      assert.equal(found.verdict, ledger.claim(id).verdict, id);
      assert.match(found.detail.en, /you have just trained/);
      assert.match(found.detail.zh, /你刚刚训练/);
    }
  });

  test("has another part, or verdict, when they hold there", () => {
    const rope = checks.runCheck(
      "001-27",
      own("001-27", () => 0.95),
    );
    const { passed, text } = rope.parts.at(-1);
    assert.equal(passed, true);
    assert.match(text.en, /back 100 → 95.*in 2 of 2 tasks/);
    const alike = checks.runCheck(
      "004-12",
      own("004-12", () => 0.95),
    );
    assert.equal(alike.verdict, "true");
    const apart = own("004-12", () => 0.5);
    apart[1] = { ...apart[1], near: 0.9 };
    assert.equal(checks.runCheck("004-12", apart).verdict, "false");
  });
});

describe("the verdict of comparisons", () => {
  const verdict = (...parts) =>
    kit.judge(parts.map(([role, passed]) => kit[role](passed, "a", "b")));

  test("is true when all hold, false when the claim's own case fails", () => {
    assert.equal(verdict(["core", true]), "true");
    assert.equal(verdict(["core", true], ["always", true]), "true");
    assert.equal(verdict(["core", false]), "false");
    assert.equal(verdict(["core", true], ["core", false]), "false");
    assert.equal(verdict(["core", false], ["near", false]), "false");
  });

  test("has conditions when only another case fails", () => {
    const found = verdict(["core", true], ["always", false]);
    assert.equal(found, "true-with-conditions");
  });

  test("is misleading when only something near holds, or what follows does not", () => {
    assert.equal(verdict(["core", false], ["near", true]), "misleading");
    assert.equal(verdict(["core", true], ["suggests", false]), "misleading");
  });

  test("is unverifiable when nothing was compared", () => {
    assert.equal(verdict(), "unverifiable");
    assert.equal(verdict(["near", true]), "unverifiable");
  });
});

// npm run dev in a copy of the repository, whose sources are changed.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before, describe } from "node:test";
import { WASM } from "../../tools/build-wasm.mjs";
import { inDist, inRoot } from "../../tools/lib/paths.mjs";
import { importSource } from "../../tools/lib/web-source.mjs";

const START_MS = 120_000;
const PARTS = [
  "tools",
  "cmake",
  "src",
  "web",
  "LICENSE",
  "CHANGELOG.md",
  "package.json",
  "package-lock.json",
  "CMakeLists.txt",
  "CMakePresets.json",
  "tsconfig.json",
  "README.md",
  "docs/licences",
  // What was built is of the same sources: nothing is built again.
  "build/stamps",
  "build/libraries",
  "build/npm",
  "build/one-file",
  ...["wasm", "mjs", "d.ts"].map((it) => `build/wasm/posenc-training.${it}`),
  WASM,
];

let folder;
let child;
let url;
let output = "";

/** Waits until `check` gives something. */
async function until(check, ms = 60_000) {
  for (const end = Date.now() + ms; Date.now() < end; ) {
    const found = await check();
    if (found) return found;
    if (child.exitCode !== null) throw new Error(`it ended:\n${output}`);
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`waited for ${ms} ms in vain; the server said:\n${output}`);
}

/** Changes a file of the copy as an editor does. */
function edit(file, change) {
  const path = join(folder, file);
  const text = readFileSync(path, "utf8");
  const changed = change(text);
  assert.notEqual(changed, text, file);
  writeFileSync(path, changed);
  return () => writeFileSync(path, text);
}

async function get(path) {
  const response = await fetch(new URL(path, url), {
    headers: { accept: "text/html" },
  });
  return { status: response.status, text: await response.text() };
}

/** The texts in a stream of WebSocket frames, as far as they are whole. */
function textsIn(bytes) {
  const texts = [];
  for (let at = 0; at + 2 <= bytes.length; ) {
    const short = bytes[at + 1];
    const wide = { 126: 2, 127: 8 }[short] ?? 0;
    const from = at + 2 + wide;
    if (from > bytes.length) break;
    const length = wide
      ? bytes.readUIntBE(from - Math.min(wide, 6), Math.min(wide, 6))
      : short;
    if (from + length > bytes.length) break;
    if ((bytes[at] & 15) === 1)
      texts.push(bytes.toString("utf8", from, from + length));
    at = from + length;
  }
  return texts;
}

/** What the server tells the pages: a function that gives all of it so far. */
async function listen(t) {
  const { text } = await get("@vite/client");
  const [, token] = /const wsToken = "([^"]*)"/.exec(text);
  // Node 20 has no WebSocket of its own.
  const asked = request(new URL(`?token=${token}`, url), {
    headers: {
      connection: "upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": randomBytes(16).toString("base64"),
      "sec-websocket-protocol": "vite-hmr",
    },
  });
  asked.end();
  const [, socket, head] = await once(asked, "upgrade");
  t.after(() => socket.destroy());
  let bytes = head;
  socket.on("data", (more) => {
    bytes = Buffer.concat([bytes, more]);
  });
  const heard = () => textsIn(bytes).map((it) => JSON.parse(it));
  await until(() => heard().some(({ type }) => type === "connected"));
  return heard;
}

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "posenc-dev-"));
  const filter = (source) => source !== inRoot("web", "dist");
  for (const name of PARTS) {
    cpSync(inRoot(name), join(folder, name), { recursive: true, filter });
  }
  symlinkSync(inRoot("node_modules"), join(folder, "node_modules"));
  const script = join(folder, "tools", "dev.mjs");
  child = spawn(process.execPath, [script, "--port", "0"]);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const found = () => /posenc is at (http:\S+)/.exec(output)?.[1];
  url = await until(found, START_MS);
});

after(() => {
  child?.kill("SIGKILL");
  if (folder) rmSync(folder, { recursive: true });
});

describe("npm run dev", () => {
  test("serves the pages and the frames, with Vite's script for reloading", async () => {
    for (const path of ["", "en/", "zh/sinusoids/", "embed/clock.html"]) {
      const { status, text } = await get(path);
      assert.equal(status, 200, `${path}\n${output}`);
      assert.match(text, /@vite\/client/, path);
    }
    const style = await get("widget-style/pe-clock.css");
    assert.match(style.text, /:host/);
    assert.equal((await get("no/such/page/")).status, 404);
  });

  test("figures start with a module whose exports have the names that the sources call", async () => {
    const { text } = await get("widgets/element/library/start.ts");
    const [, path] = /"([^"]*\.wasm[^"]*)"/.exec(text);
    const module = await get(path);
    const [, address] = /export default "([^"]+)"/.exec(module.text);
    const response = await fetch(new URL(address, url));
    const exportsOf = (bytes) =>
      WebAssembly.Module.exports(new WebAssembly.Module(bytes))
        .map(({ name }) => name)
        .sort();
    assert.deepEqual(
      exportsOf(await response.arrayBuffer()),
      exportsOf(readFileSync(inDist("posenc", "posenc.wasm"))),
    );
  });

  test("shows every figure in both languages and both themes", async () => {
    const { text } = await get("dev/figures/");
    const { figures } = await importSource("widgets/figures/list.ts");
    const tags = Object.keys(figures).map((it) => it.replace(/^pe-/, ""));
    assert.ok(tags.length > 50);
    for (const tag of tags) {
      for (const lang of ["en", "zh"]) {
        for (const theme of ["light", "dark"]) {
          const src = `/embed/${tag}.html?lang=${lang}&theme=${theme}`;
          assert.ok(text.includes(`<iframe data-src="${src}"`), src);
          assert.ok(text.includes(`<a href="${src}"`), src);
        }
      }
    }
  });

  test("a saved text is on the page, which is told to load again", async (t) => {
    await get("en/");
    const heard = await listen(t);
    const undo = edit("web/site/pages/document.ts", (text) =>
      text.replace("MIT licence.", "the licence of MIT."),
    );
    t.after(undo);
    await until(() => heard().some(({ type }) => type === "full-reload"));
    const { text } = await get("en/");
    assert.match(text, /the licence of MIT\./);
    undo();
    // So that the next test's change is not one with this: a page that is asked
    // for between the two makes the server write all of them.
    const told = () => heard().filter(({ type }) => type === "full-reload");
    await until(() => told().length > 1);
  });

  test("a mistake is said in the terminal and on the page, until it is mended", async (t) => {
    const noticed = await listen(t);
    const undo = edit(
      "web/site/pages/document.ts",
      (text) => `${text}\nconst ;`,
    );
    t.after(undo);
    await until(() => noticed().some(({ type }) => type === "full-reload"));
    const broken = await until(async () => {
      const found = await get("en/");
      return found.status === 500 && found;
    });
    assert.match(broken.text, /document\.ts/);
    assert.match(output, /document\.ts/);
    const heard = await listen(t);
    undo();
    await until(() => heard().some(({ type }) => type === "full-reload"));
    // The reload may have been that of the mistake, told late.
    await until(async () => (await get("en/")).status === 200);
  });

  test("a text of a chapter is on its page, whose faults stop no other page", async (t) => {
    const FILE = "web/site/tutorial/3-sinusoids/sinusoids.en.md";
    assert.equal((await get("en/sinusoids/")).status, 200);
    const heard = await listen(t);
    // A reload may be that of an earlier change, told late: the page decides.
    const shows = (path, text) =>
      until(async () => text.test((await get(path)).text));
    // Both languages have as many paragraphs: a sentence goes into one.
    const saying = (text, words) =>
      text.replace(/^[A-Z].*\.$/m, (it) => `${it} ${words}`);
    let undo = edit(FILE, (text) => saying(text, "Tick tock."));
    t.after(() => undo());
    await shows("en/sinusoids/", /Tick tock\./);
    await until(() => heard().some(({ type }) => type === "full-reload"));
    undo();
    const hides = (path, text) =>
      until(async () => !text.test((await get(path)).text));
    await hides("en/sinusoids/", /Tick tock\./);
    undo = edit(FILE, (text) => saying(text, "[Gone](~/nowhere/)."));
    await shows("en/sinusoids/", /~\/nowhere\/.*does not exist/);
    assert.equal((await get("en/sinusoids/")).status, 500);
    assert.equal((await get("zh/ladder/")).status, 200);
    undo();
    await hides("en/sinusoids/", /nowhere/);
    assert.equal((await get("en/sinusoids/")).status, 200);
    // What lists of chapters show is on their pages too.
    undo = edit(FILE, (text) => text.replace("\n## ", "\n## Tick tock: "));
    await shows("en/contents/", /Tick tock: /);
    undo();
    await hides("en/contents/", /Tick tock: /);
  });

  test("a meaning of the glossary is on its page and beside the word on others", async (t) => {
    const old = "in geometric progression.";
    const undo = edit("web/site/tutorial/glossary/terms.en.md", (text) =>
      text.replace(old, `${old} Tick tock.`),
    );
    t.after(undo);
    for (const path of ["en/glossary/", "en/sinusoids/"]) {
      await until(async () => /Tick tock\./.test((await get(path)).text));
    }
    undo();
    await until(
      async () => !/Tick tock\./.test((await get("en/sinusoids/")).text),
    );
  });

  test("a module that cannot be compiled is said, and the server goes on", async (t) => {
    const heard = await listen(t);
    const undo = edit(
      "cmake/flags.cmake",
      () => 'message(FATAL_ERROR "no way")',
    );
    t.after(undo);
    const { err } = await until(() =>
      heard().find(({ type }) => type === "error"),
    );
    assert.match(err.message, /no way/);
    assert.match(output, /no way/);
    // Who comes later hears of it too.
    const later = await listen(t);
    await until(() => later().some(({ type }) => type === "error"));
    assert.equal((await get("en/")).status, 200);
    undo();
    // The same sources as before: nothing is to be compiled.
    await until(() => heard().some(({ type }) => type === "full-reload"));
  });

  test("Ctrl-C ends it well", async () => {
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGINT");
    assert.equal(await ended, 0);
  });
});

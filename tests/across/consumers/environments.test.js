// posenc where people use it: a project for each place, with the packed package
// and the tools of tests/across/consumers/environments/package.json. The lines of the
// table in README.md are theirs.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { engines } from "../../../tools/browser/engines.mjs";
import { NAMES as PACKAGE_NAMES } from "../../../tools/lib/packages.mjs";
import { namesBelow } from "../../../tools/lib/paths.mjs";
import { serve } from "../../../tools/lib/serve.mjs";
import { packed } from "../../packed.js";
import { TAGS } from "../../web/every-widget.js";
import {
  command,
  inProject,
  installProjects,
  nodeOf,
  PLACE,
  SOURCES,
  serving,
} from "./projects.js";

const NAMES = readdirSync(SOURCES, { withFileTypes: true })
  .filter((it) => it.isDirectory() && it.name !== "node_modules")
  .map(({ name }) => name);
const TSC = fileURLToPath(
  new URL("../../../node_modules/typescript/bin/tsc", import.meta.url),
);
/** As many as most machines of tests have processors. */
const together = { concurrency: 2 };

let server;
let browser;
before(async () => {
  await installProjects(NAMES);
  // Under the policy of the site: no bundle needs more.
  server = await serve(PLACE);
  browser = await engines.chromium();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

describe("Node", together, () => {
  const row = "0,1\n";
  const files = {
    // An instance of its own, and threads: for import alone.
    "import.mjs": `${row}${row}pe-heatmap\n${row}`,
    "require.cjs": `${row}pe-heatmap\n`,
  };
  for (const version of ["20.19", "22.12", "24.0"]) {
    test(`Node ${version}, by import and by require`, async (t) => {
      const node = nodeOf(version);
      if (node === undefined) {
        t.skip(`npm has no Node ${version} for this system`);
        return;
      }
      for (const [file, said] of Object.entries(files)) {
        assert.equal(await inProject("node", [file], { node }), said, file);
      }
    });
  }

  test("the range that package.json promises begins where this was tried", () => {
    const file = join(PLACE, "node_modules/posenc/package.json");
    const { engines } = JSON.parse(readFileSync(file, "utf8"));
    assert.equal(engines.node, ">=20.19");
  });
});

describe("a DOM that shows nothing", together, () => {
  for (const name of ["jsdom", "happy-dom"]) {
    test(`every figure says what it has to say in ${name}`, async () => {
      const said = (await inProject(name, ["figure.js"])).trim().split("\n");
      assert.equal(said.length, TAGS.length);
      assert.deepEqual(
        said.filter((line) => !/^pe-[a-z\d-]+ (true|–)$/.test(line)),
        [],
      );
      assert.ok(said.includes("pe-heatmap true"));
    });
  }

  test("Jest, with Node's flag for modules", async () => {
    const flag = "--experimental-vm-modules";
    await inProject("jest", [flag, command("jest"), "--ci"]);
  });

  test("Vitest, without settings", async () => {
    await inProject("vitest", [command("vitest"), "run"]);
  });
});

/** What the page of a project says, and what goes wrong in it. */
async function page(t, path, text, options = {}) {
  const context = await browser.newContext(options);
  t.after(() => context.close());
  const tab = await context.newPage();
  const problems = [];
  tab.on("pageerror", (error) => problems.push(error.message));
  tab.on("console", (message) => {
    const { url } = message.location();
    if (message.type() === "error" && !url.endsWith("/favicon.ico")) {
      problems.push(message.text());
    }
  });
  await tab.goto(`${server.url}${path}`);
  await tab.locator("body", { hasText: text }).waitFor();
  assert.deepEqual(problems, []);
  return tab;
}

describe("bundlers", together, () => {
  const vite = () => [command("vite"), "build"];
  const parcel = () => [
    command("parcel"),
    "build",
    "index.html",
    "--public-url",
    "./",
    "--no-source-maps",
    "--no-cache",
  ];
  for (const [title, name, build, path, text] of /** @type {const} */ ([
    ["Vite", "vite", vite, "dist/", "0,1;0,1;"],
    ["Vite with Vue", "vue", vite, "dist/", "0,1"],
    [
      "Rollup",
      "rollup",
      () => [command("rollup"), "-c", "--silent"],
      "",
      "0,1",
    ],
    ["esbuild", "esbuild", () => ["build.js"], "", "0,1;0,1;"],
    ["webpack", "webpack", () => ["build.js"], "", "0,1;0,1;"],
    ["Parcel, without settings", "parcel", parcel, "dist/", "0,1"],
    ["Parcel with packageExports", "parcel-exports", parcel, "dist/", "0,1;"],
  ])) {
    test(title, async (t) => {
      await inProject(name, build());
      // Parcel writes an import map into the page.
      const bypassCSP = name.startsWith("parcel");
      const tab = await page(t, `${name}/${path}`, text, { bypassCSP });
      if (name === "vue") {
        const figure = tab.locator("pe-heatmap");
        assert.equal(await figure.evaluate((it) => it.state.pos), 3);
      }
    });
  }
});

const row = async (address) => (await fetch(address)).text();

describe("the edge", together, () => {
  test("Next.js, in Node and in its edge runtime", async (t) => {
    const next = command("next");
    await inProject("next", [next, "build"]);
    const start = [process.execPath, next, "start", "-p", "0"];
    const url = await serving(t, "next", start, /localhost:(\d+)/);
    assert.equal(await row(`${url}node`), "0,1");
    assert.equal(await row(`${url}edge`), "0,1");
  });

  /** A configuration of workerd for what a bundler has made. */
  const configuration = (
    modules,
  ) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  compatibilityDate = "2025-01-01",
  modules = [${modules}],
);
`;

  /** Runs in workerd what a bundler has put into a folder; its address. */
  async function inWorkerd(t, folder) {
    const modules = readdirSync(join(PLACE, "workerd", folder))
      .filter((name) => /\.(js|wasm)$/.test(name))
      // The first is the worker.
      .sort((a, b) => Number(/\.js$/.test(b)) - Number(/\.js$/.test(a)))
      .map((name) => {
        const kind = name.endsWith(".js") ? "esModule" : "wasm";
        return `(name = "${name}", ${kind} = embed "${folder}/${name}")`;
      });
    const file = `${folder}.capnp`;
    writeFileSync(join(PLACE, "workerd", file), configuration(modules));
    const start = [command("workerd"), "serve", file, "--control-fd=1"];
    return serving(t, "workerd", start, /"port":(\d+)/);
  }

  test("Cloudflare Workers with the compatibility date 2025-01-01", async (t) => {
    const deploy = ["deploy", "--dry-run", "--outdir", "out"];
    await inProject("workerd", [command("wrangler"), ...deploy]);
    assert.equal(await row(await inWorkerd(t, "out")), "0,1;0,1");
  });

  test("a worker whose bundler took the entry of others is told what to import", async (t) => {
    await inProject("workerd", ["bundle-plain.js"]);
    assert.match(
      await row(await inWorkerd(t, "plain")),
      /^posenc: this runtime compiles no WebAssembly from bytes; import the module and give it to init\(\{ module \}\): import module/,
    );
  });
});

describe("what looks at the packages", together, () => {
  for (const name of PACKAGE_NAMES) {
    test(`publint has nothing to say of ${name}`, async () => {
      const { tarball } = await packed(name);
      const said = await inProject("node", [
        command("publint"),
        "run",
        tarball,
        "--strict",
      ]);
      assert.match(said, /All good!/);
    });

    test(`attw finds types that fit in ${name}, of ES modules alone`, async () => {
      const { tarball } = await packed(name);
      const said = await inProject("types", ["problems.js", tarball]);
      const problems = JSON.parse(said).filter(
        ({ kind, resolutionKind }) =>
          // Resolution as before Node 12.7, which knows no exports.
          resolutionKind !== "node10" && kind !== "CJSResolvesToESM",
      );
      assert.deepEqual(problems, []);
    });
  }

  for (const module of ["node16", "nodenext"]) {
    test(`TypeScript takes its types by import and by require: ${module}`, async () => {
      await inProject("types", [TSC, "--project", ".", "--module", module]);
    });
  }
});

test("the lines of README.md are those of the projects", () => {
  const readme = readFileSync(
    new URL("../../../src/posenc/README.md", import.meta.url),
    "utf8",
  );
  const [, table] =
    /<!-- environments -->([\s\S]*?)<!-- \/environments -->/.exec(readme);
  const rows = table
    .split("\n")
    .filter((line) =>
      line.includes("](../../tests/across/consumers/environments/"),
    );
  const told = new Set();
  for (const line of rows) {
    const folders = [
      ...line.matchAll(
        /\]\(\.\.\/\.\.\/tests\/across\/consumers\/environments\/([a-z-]+)\)/g,
      ),
    ];
    for (const [, name] of folders) {
      told.add(name);
      const folder = join(SOURCES, name);
      const texts = namesBelow(folder)
        .filter((file) => /\.\w+$/.test(file))
        .map((file) => readFileSync(join(folder, file), "utf8"));
      for (const [, code] of line.matchAll(/`([^`]+)`/g)) {
        const found = texts.some((text) => text.includes(code));
        assert.ok(found, `${name} has no line ${code}`);
      }
    }
  }
  assert.deepEqual(
    [...told].sort(),
    NAMES.filter((it) => it !== "types").sort(),
  );
});

// npm test [-- LAYER …]: sets up and builds what is missing, runs the layers, and
// ends with the line "N passed, N failed". See npm test -- --help.
import { availableParallelism } from "node:os";
import { buildNpm } from "./build-npm.mjs";
import {
  buildPackage,
  writeGenerated,
  writePublished,
} from "./build-package.mjs";
import { buildSite } from "./build-site.mjs";
import { buildTraining } from "./build-training.mjs";
import { buildWasm } from "./build-wasm.mjs";
import {
  apart,
  main,
  report,
  say,
  showDetail,
  showTime,
  step,
} from "./lib/steps.mjs";
import {
  needNodePackages,
  needNodePackagesIn,
} from "./setup/node-packages.mjs";
import {
  ENGINES,
  needBrowser,
  needEngines,
  needListingTools,
  needNoteBuilders,
} from "./setup/system-packages.mjs";
import { chooseLayers, helpText, readArguments } from "./test/arguments.mjs";
import {
  compileDoctest,
  runDoctest,
  runDoctestFolders,
} from "./test/doctest.mjs";
import { runNodeTests } from "./test/node-tests.mjs";
import { schedule } from "./test/schedule.mjs";
import { canRunOnSources, needNoSite, SOURCE_FLAGS } from "./test/sources.mjs";
import { beginNoting, timesText } from "./test/times.mjs";

// They measure no time and wait for nothing: they take what the others leave.
const NATIVE = "core, native with sanitizers";
const WASM = "core, wasm in Node";
const FUZZ = "core and border, fuzzed in 64 and 32 bits";

const HALF = 0.5;

/**
 * The parts of each layer: title, a function that gives the counts, and what
 * the schedule has to know: `needs` of BUILDS, `after` which others it runs,
 * `cpu` (alone unless it is told; 0 for what others leave over, HALF for one
 * thing at a time that waits for browsers and for what it installs), `minutes`
 * that it takes, about (the longest begins first), `owns` which of the layer's
 * files when others have the rest.
 */
const LAYERS = {
  core: () => [
    [
      NATIVE,
      (chosen) => runDoctest("native-sanitize", chosen),
      { needs: ["native-sanitize"], cpu: 0 },
    ],
    [
      WASM,
      (chosen) => runDoctest("wasm-check", chosen),
      { needs: ["wasm-check"], cpu: 0 },
    ],
  ],
  fuzz: () => [[FUZZ, testFuzz, { after: ["wasm-check"], cpu: 0 }]],
  js: () => [
    [
      "js, posenc in Node",
      testLibrary("posenc"),
      {
        // The packed package is one of its tests, and it draws figures.
        needs: ["widgets"],
        cpu: 1,
        minutes: 6,
        owns: inFolder("tests/posenc/js"),
      },
    ],
    [
      "js, training in Node",
      testLibrary("training"),
      {
        needs: ["package"],
        cpu: 1,
        minutes: 3,
        owns: inFolder("tests/training/js"),
      },
    ],
    [
      "js, build scripts",
      testTools,
      // One of them serves the site for developing.
      { needs: ["widgets"], cpu: 1, minutes: 2, owns: inFolder("tests/tools") },
    ],
  ],
  code: () => [
    ["code, five languages", testListings, { needs: ["package"], cpu: 1 }],
  ],
  web: async () => {
    const { engines } = await import("./browser/engines.mjs");
    return Object.keys(engines).flatMap((engine) => [
      [
        `web, ${engine}`,
        (chosen) => testSite(engine, { ...chosen, owns: isUntimed }),
        // What is left when a part that waits begins beside it.
        {
          needs: ["site"],
          cpu: Math.max(1, availableParallelism() - HALF),
          owns: isUntimed,
        },
      ],
      [
        `web, ${engine}, by the clock`,
        (chosen) =>
          testSite(engine, { ...chosen, owns: isTimed, oneByOne: true }),
        { needs: ["site"], after: [NATIVE, WASM, FUZZ], owns: isTimed },
      ],
    ]);
  },
  engines: () => [
    [
      "engines, bytes in Node",
      testBytes,
      { needs: ["site"], cpu: 1, owns: inFolder("tests/across/engines/node") },
    ],
    ...ENGINES.map((engine, i) => [
      titleOf(engine),
      (chosen) => testEngine(engine, chosen),
      {
        needs: ["site"],
        // The environment says which it is: one at a time.
        after: ENGINES.slice(0, i).map(titleOf),
        cpu: HALF,
        // With those behind it.
        minutes: ENGINES.length - i,
        owns: inFolder("tests/across/engines/pages"),
      },
    ]),
  ],
  consumers: () => [
    [
      "consumers, in other people's projects",
      testConsumers,
      { needs: ["site"], cpu: HALF, minutes: 6 },
    ],
  ],
};

/** For --help, and where a layer's files are. */
const ABOUT = {
  core: [
    "the C++ libraries, natively and as WebAssembly",
    "tests/posenc/core",
    "tests/training/core",
  ],
  fuzz: ["libFuzzer on the core and its border, in 64 and 32 bits"],
  js: [
    "the libraries' JavaScript and the build scripts",
    "tests/posenc/js",
    "tests/training/js",
    "tests/tools",
  ],
  code: ["the tutorial's programs in five languages", "tests/code"],
  web: ["the site in a browser", "tests/web"],
  engines: [
    "what must hold in Chromium, Firefox and WebKit",
    "tests/across/engines",
  ],
  consumers: [
    "other people's projects with the packages",
    "tests/across/consumers",
  ],
};

const testFuzz = async ({ leftover }) =>
  (await import("./test/fuzz.mjs")).runFuzz({ leftover });

const inFolder = (folder) => (file) => file.startsWith(`${folder}/`);
const titleOf = (engine) => `engines, ${engine}`;

async function buildModule() {
  await buildWasm();
  await writeGenerated(["posenc"]);
  writePublished();
}

async function buildTrainingModule() {
  await buildTraining();
  await writeGenerated(["training"]);
}

/** What parts need: a function, and as parts have it. */
const BUILDS = {
  "module of posenc": [buildModule, { cpu: 1 }],
  "module of training": [
    buildTrainingModule,
    { needs: ["module of posenc"], cpu: 1 },
  ],
  package: [buildPackage, { cpu: 1 }],
  widgets: [buildNpm, { needs: ["package"], cpu: 1 }],
  site: [buildSite, { needs: ["widgets"], cpu: 1 }],
  // Minutes of all processors, which nobody waits for but the core's tests.
  "native-sanitize": [
    () => compileDoctest("native-sanitize", { leftover: true }),
    { cpu: 0 },
  ],
  "wasm-check": [
    () => compileDoctest("wasm-check", { leftover: true }),
    { after: ["native-sanitize"], cpu: 0 },
  ],
};

const testLibrary = (name) => (chosen) =>
  runNodeTests(`tests/${name}/js`, {
    ...chosen,
    title: `Run the JavaScript tests of ${name}`,
  });

/** For some files: programs of their folders alone. */
const NATIVE_FOLDERS = [NATIVE, runDoctestFolders];

/** For some files: in place of the part that waits for the package. */
const onSources = (name) => [
  `js, sources of ${name} in Node`,
  (chosen) => {
    // What this process is started with, its test files are as well.
    process.execArgv.push(...SOURCE_FLAGS);
    return testLibrary(name)(chosen);
  },
  { needs: [`module of ${name}`] },
];

/** For some files: without a browser and a site. */
const WITHOUT_PAGES = [
  "web, sources in Node",
  async (chosen) => {
    await needListingTools();
    return runNodeTests("tests/web", {
      ...chosen,
      title: "Run the tests of figures and texts",
    });
  },
  { needs: ["package"] },
];

const testTools = (chosen) =>
  runNodeTests("tests/tools", {
    ...chosen,
    title: "Run the build scripts' tests",
  });

async function testListings(chosen) {
  await needListingTools();
  return runNodeTests("tests/code", {
    ...chosen,
    title: "Run the tutorial's programs",
    oneByOne: true,
  });
}

/** They measure times. */
const TIMED = ["bench"];
const isTimed = (file) =>
  TIMED.some((name) => file === `tests/web/${name}.test.js`);
const isUntimed = (file) => !isTimed(file);

async function testSite(engine, chosen) {
  await needBrowser();
  // Some figures are compared with what PyTorch and NumPy say.
  await needListingTools();
  // Not the name that the layer of engines has, which may run beside it.
  process.env.POSENC_BROWSER = engine;
  return runNodeTests("tests/web", {
    ...chosen,
    title: `Run the browser tests in ${engine}`,
    // A browser waits for its pages half of the time.
    atOnce: availableParallelism() + 1,
  });
}

const testBytes = (chosen) =>
  runNodeTests("tests/across/engines/node", {
    ...chosen,
    title: "Compare the bytes of results in Node",
  });

async function testEngine(engine, chosen) {
  try {
    await needEngines();
  } catch (error) {
    // What needs a missing engine is left out; what to install stands here.
    report(error);
  }
  process.env.POSENC_ENGINE = engine;
  return runNodeTests("tests/across/engines/pages", {
    ...chosen,
    // All of them in one process, which starts one browser.
    files: chosen.files?.length
      ? chosen.files
      : ["tests/across/engines/all-pages.js"],
    title: `Run the site and the widgets in ${engine}`,
    oneByOne: true,
  });
}

async function testConsumers(chosen) {
  await needBrowser();
  await needNodePackages("tests/across/consumers");
  await needNodePackagesIn(
    "tests/across/consumers/environments",
    "build/environments",
  );
  try {
    await needNoteBuilders();
  } catch (error) {
    // Their tests are left out; what to install stands here.
    report(error);
  }
  return runNodeTests("tests/across/consumers", {
    ...chosen,
    title: "Use the package as other people do",
    oneByOne: true,
  });
}

async function runPart([title, test], chosen) {
  const start = performance.now();
  let counts;
  try {
    counts = await test(chosen);
  } catch (error) {
    report(error);
    counts = { passed: 0, failed: 1 };
  }
  return { title, ...counts, time: performance.now() - start };
}

async function runBuild(build) {
  try {
    await build();
  } catch (error) {
    report(error);
    throw error;
  }
}

/** The builds that tasks need, and those that these need. */
function buildsFor(tasks) {
  const wanted = new Set();
  const want = (names = []) => {
    for (const name of names) {
      wanted.add(name);
      want(BUILDS[name][1].needs);
    }
  };
  for (const { needs } of tasks) want(needs);
  return Object.entries(BUILDS)
    .filter(([name]) => wanted.has(name))
    .map(([id, [build, plan]]) => ({
      id,
      ...plan,
      run: () => runBuild(build),
    }));
}

/** A task whose lines are shown whole when it has ended. */
const shownWhole = (task) => ({
  ...task,
  run: async () => {
    const { result, text } = await apart(() =>
      task.run().then(
        (value) => ({ value }),
        (error) => ({ error }),
      ),
    );
    if (text) say(`${task.isPart ? `── ${task.id}\n` : ""}${text.trimEnd()}`);
    if (result.error) throw result.error;
    return result.value;
  },
});

async function runAll(parts, named) {
  const cores = availableParallelism();
  const tasks = parts.map(({ part, files }) => {
    const [id, , plan = {}] = part;
    // Alone it need not leave room.
    const cpu = parts.length === 1 ? cores : (plan.cpu ?? cores);
    // Alone it is in nobody's way.
    const leftover = plan.cpu === 0 && parts.length > 1;
    const run = () => runPart(part, { files, named, atOnce: cpu, leftover });
    return { id, isPart: true, ...plan, cpu, run };
  });
  const longest = [...tasks].sort(
    (a, b) => (b.minutes ?? 0) - (a.minutes ?? 0),
  );
  const all = [...buildsFor(tasks), ...longest];
  const onChange = (running) =>
    showDetail(running.map(({ id }) => id).join("; "));
  const ends =
    parts.length === 1
      ? await schedule(all, { cores: 1 })
      : await step("Run the tests", () =>
          schedule(all.map(shownWhole), { cores, onChange }),
        );
  return tasks.map(({ id }) => {
    const { value, missing } = ends.get(id);
    if (value) return value;
    say(`✗ ${id}: not run, without ${missing}`);
    return { title: id, passed: 0, failed: 1, time: 0 };
  });
}

function printSummary(parts) {
  const width = Math.max(...parts.map(({ title }) => title.length));
  console.log(`\n${"".padEnd(width)}  passed  failed      time`);
  for (const { title, passed, failed, time } of parts) {
    const numbers = [passed, failed].map((n) => String(n).padStart(6));
    console.log(
      `${title.padEnd(width)}  ${numbers.join("  ")}  ${showTime(time).padStart(8)}`,
    );
  }
}

/** What runs these files of a layer alone, without a build of everything. */
async function shortcutFor(name, files, isOnly) {
  if (files.length === 0) return undefined;
  if (name === "core") return NATIVE_FOLDERS;
  if (name === "web" && needNoSite(files)) return WITHOUT_PAGES;
  const library = ["posenc", "training"].find((it) =>
    files.every(inFolder(`tests/${it}/js`)),
  );
  // The flags hold for all test files of this process.
  return library && isOnly && (await canRunOnSources(files))
    ? onSources(library)
    : undefined;
}

/** Parts of the layers, those that have the files when there are some. */
async function partsOf(layers) {
  const parts = [];
  for (const { name, files } of layers) {
    const shortcut = await shortcutFor(name, files, layers.length === 1);
    for (const part of shortcut ? [shortcut] : await LAYERS[name]()) {
      const own = files.filter(part[2]?.owns ?? (() => true));
      if (files.length === 0 || own.length > 0)
        parts.push({ part, files: own });
    }
  }
  return parts;
}

await main(async () => {
  const layers = Object.keys(LAYERS).map((name) => {
    const [about = "", ...folders] = ABOUT[name] ?? [];
    return { name, about, folders };
  });
  const asked = readArguments(process.argv.slice(2), layers);
  if (asked.help) {
    process.stdout.write(helpText(layers));
    return 0;
  }
  await needNodePackages();
  if (asked.times) beginNoting();
  const chosen = await partsOf(await chooseLayers(asked, layers));
  const parts = await runAll(chosen, asked.title);
  printSummary(parts);
  if (asked.times) console.log(`\n${timesText()}`);
  const sum = (key) =>
    parts.reduce((total, part) => total + (part[key] ?? 0), 0);
  const passed = sum("passed");
  let failed = sum("failed");
  if (asked.title && passed + failed === 0) {
    console.log(`\nNo test has "${asked.title}" in its title`);
    failed = 1;
  }
  const leftOut = sum("leftOut");
  if (leftOut > 0) console.log(`\n${leftOut} left out, named above`);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
});

// Emscripten: the user's own if it is new enough, else one built for the user.
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { run, which } from "../lib/run.mjs";
import { Failure, say } from "../lib/steps.mjs";
import {
  canBuildLocally,
  localName,
  localVersions,
  needLocalToolchain,
} from "./debian-toolchain.mjs";

const OLDEST = "3.1.69";

function isAtLeast(version, oldest) {
  const a = version.split(".").map(Number);
  const b = oldest.split(".").map(Number);
  const i = a.findIndex((part, index) => part !== b[index]);
  return i < 0 || a[i] > b[i];
}

function candidates() {
  const found = [];
  if (process.env.EMSDK) {
    found.push(join(process.env.EMSDK, "upstream/emscripten/emcc"));
  }
  const onPath = which("emcc");
  if (onPath) found.push(onPath);
  return found.filter((path) => existsSync(path));
}

async function findUsersOwn() {
  for (const emcc of candidates()) {
    const { stdout } = await run(emcc, ["--version"], { allowFailure: true });
    const version = /\b(\d+\.\d+\.\d+)\b/.exec(stdout)?.[1];
    if (version && isAtLeast(version, OLDEST)) {
      return {
        kind: "own",
        name: version,
        version,
        emscripten: dirname(
          existsSync(`${emcc}.py`) ? emcc : realpathSync(emcc),
        ),
        headers: undefined,
        env: {},
      };
    }
    say(`  ${emcc} is ${version ?? "broken"}, older than ${OLDEST}: not used`);
  }
  return undefined;
}

let usersOwn;
/** The user's own Emscripten; looked for once. */
const findOnce = () => {
  usersOwn ??= findUsersOwn();
  return usersOwn;
};

/**
 * The Emscripten to build with.
 *
 * @returns `name`, of what its work depends on; `version`; `emscripten`, its folder; `headers`, a folder with xsimd
 * and doctest or undefined when CMake has to find them; `env`, what the
 * compiler needs in its environment
 */
export async function needToolchain() {
  const own = await findOnce();
  if (own) return own;
  if (canBuildLocally()) return needLocalToolchain();
  throw new Failure(`There is no Emscripten ${OLDEST} or newer`, {
    hint: "install emsdk (https://emscripten.org/docs/getting_started/downloads.html), then run again with its emcc on PATH or EMSDK set",
  });
}

/** The `name` of the Emscripten to build with, before there need be one. */
export const toolchainName = async () =>
  (await findOnce())?.name ?? localName();

/** What the modules are compiled with: package → version. */
export async function toolchainVersions() {
  const own = await findOnce();
  return own ? { emscripten: own.version } : localVersions();
}

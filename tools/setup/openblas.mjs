// OpenBLAS for Debian's PyTorch, whose own packages bring the reference BLAS, 15
// times slower. It's unpacked into the user's cache folder: the system's choice
// of a BLAS stays as it is.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { withLock } from "../lib/lock.mjs";
import { userCache } from "../lib/paths.mjs";
import { run } from "../lib/run.mjs";
import { step } from "../lib/steps.mjs";
import { hasApt } from "./apt.mjs";

const PACKAGE = "libopenblas0-pthread";
const home = join(userCache, "openblas");

/** Where its libraries are, below usr/lib/x86_64-linux-gnu or another. */
function librariesIn(folder) {
  const top = join(folder, "usr/lib");
  return readdirSync(top)
    .map((name) => join(top, name, "openblas-pthread"))
    .find((path) => existsSync(join(path, "libblas.so.3")));
}

async function unpack() {
  const fresh = `${home}.${process.pid}.new`;
  mkdirSync(fresh, { recursive: true });
  try {
    const root = ["-o", "APT::Sandbox::User=root"];
    await run("apt-get", ["-q", ...root, "download", PACKAGE], {
      cwd: fresh,
      hint: "check the network; apt-get update renews old lists",
    });
    const [file] = readdirSync(fresh);
    await run("dpkg-deb", ["-x", join(fresh, file), fresh]);
    rmSync(join(fresh, file));
    renameSync(fresh, home);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** A folder for LD_LIBRARY_PATH; undefined where there is no apt. */
export async function openblasFolder() {
  if (!hasApt()) return undefined;
  if (!existsSync(home)) {
    // The toolchain's set-up clears away whatever is half unpacked there.
    await step(`Unpack ${PACKAGE} into ${home}`, () =>
      withLock(join(userCache, "toolchain.lock"), async () => {
        if (!existsSync(home)) await unpack();
      }),
    );
  }
  return librariesIn(home);
}

// WebKitGTK's MiniBrowser, by WebKitWebDriver, on a screen in memory.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { portOf } from "../../../../tools/lib/serve.mjs";
import { Session } from "./webdriver.js";

const MOUSE = {
  type: "pointer",
  id: "mouse",
  parameters: { pointerType: "mouse" },
};
const KEYBOARD = { type: "key", id: "keyboard" };
/** The protocol's characters for keys that write nothing. */
const KEYS = {
  Tab: "\uE004",
  Enter: "\uE007",
  Escape: "\uE00C",
  Space: " ",
  End: "\uE010",
  Home: "\uE011",
  ArrowLeft: "\uE012",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
};
const STARTING_MS = 30_000;

/** Starts a program in a group of its own, which ends as one. */
function startGroup(command, args, options) {
  const child = spawn(command, args, { detached: true, ...options });
  const stop = () => {
    try {
      process.kill(-child.pid);
    } catch {
      // It has ended by itself.
    }
  };
  process.once("exit", stop);
  child.once("exit", () => process.off("exit", stop));
  return { child, stop };
}

async function startScreen() {
  const size = ["-screen", "0", "1400x1100x24"];
  const { child, stop } = startGroup(
    "Xvfb",
    ["-displayfd", "1", "-nolisten", "tcp", ...size],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  const [text] = await once(child.stdout, "data", {
    signal: AbortSignal.timeout(STARTING_MS),
  });
  return { display: `:${String(text).trim()}`, stop };
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = portOf(server);
  server.close();
  return port;
}

async function startDriver(display) {
  const port = await freePort();
  const { child, stop } = startGroup("WebKitWebDriver", [`--port=${port}`], {
    stdio: "ignore",
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: "x11",
      NO_AT_BRIDGE: "1",
      LIBGL_ALWAYS_SOFTWARE: "1",
      // Drawn and put together without OpenGL: emulated, it costs as much again
      // as everything else in a page.
      WEBKIT_DISABLE_DMABUF_RENDERER: "1",
      WEBKIT_SKIA_ENABLE_CPU_RENDERING: "1",
      // Root, as in a container, cannot have the sandbox.
      ...(process.getuid() === 0 && {
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
      }),
    },
  });
  const address = `http://127.0.0.1:${port}`;
  const end = Date.now() + STARTING_MS;
  while (!(await fetch(`${address}/status`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || Date.now() > end) {
      stop();
      throw new Error(`WebKitWebDriver does not answer at ${address}`);
    }
    await sleep(20);
  }
  return { address, stop };
}

/** Launches WebKit; ../engine.js says what comes back. */
export async function launch() {
  const screen = await startScreen();
  const driver = await startDriver(screen.display);
  const session = await Session.start(driver.address, {});
  await session.send("POST", "/window/rect", {
    x: 0,
    y: 0,
    width: 1300,
    height: 1000,
  });
  return {
    version: session.capabilities.browserVersion,
    async open() {
      const tab = tabOf(session);
      await tab.goto("about:blank");
      return tab;
    },
    async close() {
      await session.send("DELETE", "");
      driver.stop();
      screen.stop();
    },
  };
}

/** There is one tab: its address, and so its storage, changes with the test. */
function tabOf(session) {
  const mouse = (...actions) => session.act(MOUSE, actions);
  const keys = (characters) =>
    session.act(
      KEYBOARD,
      characters.flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]),
    );
  return {
    // Gathered by watch.js, which the pages of this engine come with.
    problems: () =>
      session.call(
        "() => JSON.parse(sessionStorage.getItem('problems') ?? '[]')",
        [],
      ),
    requests: () =>
      session.call(
        "() => performance.getEntriesByType('resource').map(({ name }) => name)",
        [],
      ),
    goto: (url) => session.send("POST", "/url", { url }),
    call: (script, args) => session.call(script, args),
    callIn: (...call) => session.callIn(...call),
    move: (x, y) => mouse({ type: "pointerMove", duration: 0, x, y }),
    down: () => mouse({ type: "pointerDown", button: 0 }),
    up: () => mouse({ type: "pointerUp", button: 0 }),
    press: (key) => keys([KEYS[key] ?? key]),
    type: (text) => keys([...text]),
    screenshot: async () =>
      Buffer.from(await session.send("GET", "/screenshot"), "base64"),
    close: () => session.send("DELETE", "/actions"),
  };
}

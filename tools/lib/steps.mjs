// What the scripts print: one line per step that takes over a second, and, on
// a failure, the step, the command, the end of its output and what to do.
import { AsyncLocalStorage } from "node:async_hooks";

/** A failure with advice: printed without a stack trace. */
export class Failure extends Error {
  /**
   * @param {string} message
   * @param {object} [advice]
   * @param {string} [advice.command] that failed
   * @param {string} [advice.tail] the end of what it printed
   * @param {string} [advice.hint] what to do
   */
  constructor(message, { command, tail, hint } = {}) {
    super(message);
    this.command = command;
    this.tail = tail;
    this.hint = hint;
  }
}

const OLDEST_NODE = 20;
const QUIET_MS = 1000;
const REPORT_MS = 15_000;
let out = process.stdout;

/** Sends the progress lines elsewhere, for a script whose output is data. */
export function showProgressOn(stream) {
  out = stream;
}

/** `0.8 s`, `12.3 s`, `2 min 05 s`. */
export function showTime(ms) {
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
}

// Steps nest; only the outermost one shows, with the inner one's detail. Work
// that runs beside other work has a stage of its own, whose lines are kept.
const terminal = {
  /** @type {Line | undefined} */
  line: undefined,
  isLive: true,
  write: (text) => out.write(text),
  writeError: (text) => process.stderr.write(text),
};
const stages = new AsyncLocalStorage();
const stage = () => stages.getStore() ?? terminal;

/**
 * Does `work` beside other work: what its steps print is kept, to be shown
 * whole. `work` itself reports its errors.
 *
 * @returns `{ result, text }`
 */
export async function apart(work) {
  let text = "";
  const write = (more) => {
    text += more;
  };
  const own = { line: undefined, isLive: false, write, writeError: write };
  const result = await stages.run(own, work);
  return { result, text };
}

class Line {
  detail = "";
  #title;
  #stage = stage();
  #start = performance.now();
  #timer;
  #lastReport = 0;
  #shown = false;

  constructor(title) {
    this.#title = title;
    if (!this.#stage.isLive) return;
    this.#timer = setInterval(() => this.#tick(), out.isTTY ? 100 : 250);
    this.#timer.unref();
  }

  get elapsed() {
    return performance.now() - this.#start;
  }

  #tick() {
    const elapsed = this.elapsed;
    if (elapsed < QUIET_MS) return;
    const detail = this.detail ? ` (${this.detail})` : "";
    if (out.isTTY) {
      const text = `  ${this.#title}${detail} … ${showTime(elapsed)}`;
      out.write(`\r\x1b[K${text.slice(0, (out.columns || 80) - 1)}`);
    } else if (!this.#shown || elapsed - this.#lastReport >= REPORT_MS) {
      const time = this.#shown ? ` ${showTime(elapsed)}` : "";
      out.write(`  ${this.#title}${detail} …${time}\n`);
      this.#lastReport = elapsed;
    }
    this.#shown = true;
  }

  clear() {
    if (out.isTTY && this.#shown && this.#stage.isLive) out.write("\r\x1b[K");
  }

  end(mark) {
    clearInterval(this.#timer);
    this.clear();
    if (mark === "✗" || this.elapsed >= QUIET_MS) {
      this.#stage.write(`${mark} ${this.#title}  ${showTime(this.elapsed)}\n`);
    }
  }
}

/**
 * Runs `work` as a named step and shows how long it takes. A result that counts
 * failures, `{ failed }`, is marked as one.
 */
export async function step(title, work) {
  return stage().line ? innerStep(title, work) : outerStep(title, work);
}

async function outerStep(title, work) {
  const own = stage();
  own.line = new Line(title);
  try {
    const result = await work();
    own.line.end(result?.failed ? "✗" : "✓");
    return result;
  } catch (/** @type {any} */ error) {
    own.line.end("✗");
    error.step = error.step ? `${title}: ${error.step}` : title;
    throw error;
  } finally {
    own.line = undefined;
  }
}

async function innerStep(title, work) {
  const { line } = stage();
  const { detail } = line;
  line.detail = title;
  try {
    return await work();
  } catch (/** @type {any} */ error) {
    error.step ??= title;
    throw error;
  } finally {
    line.detail = detail;
  }
}

/** Says what the running step is at. */
export function showDetail(detail) {
  const { line } = stage();
  if (line) line.detail = detail;
}

/** Prints a line above the running step's. */
export function say(text) {
  const { line, write } = stage();
  line?.clear();
  write(`${text}\n`);
}

/** Prints a failure: which step, which command, what to do. */
export function report(error) {
  const lines = [];
  if (error.step) lines.push(`Failed step: ${error.step}`);
  lines.push(error instanceof Failure ? error.message : error.stack);
  if (error.command) lines.push(`Command: ${error.command}`);
  if (error.tail) lines.push("Its last lines:", error.tail);
  if (error.hint) lines.push(`What to do: ${error.hint}`);
  stage().writeError(`\n${lines.join("\n")}\n`);
}

function checkNode() {
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
    throw new Failure(`Node ${process.versions.node} is too old`, {
      hint: `install Node ${OLDEST_NODE} or newer`,
    });
  }
}

/** Runs a script: a failure is told and ends the process with code 1. */
export async function main(script) {
  try {
    checkNode();
    process.exitCode = (await script()) ?? 0;
  } catch (error) {
    report(error);
    process.exitCode = 1;
  }
}

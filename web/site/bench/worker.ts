// Runs the cases beside the page, which stays responsive. It is cancelled by
// being ended, in the middle of whatever it does.
import * as pe from "posenc";
import { start } from "../../widgets/element/library/start.ts";
import { cases } from "./kernels/index.ts";
import { clockStep, type Effort } from "./measure.ts";
import type { Order, Report } from "./messages.ts";
import { runCase } from "./suite.ts";

/** Less than `npm run bench` takes: somebody is waiting. */
const PATIENT: Effort = {
  warmUpMs: 200,
  warmUpCalls: 2,
  sampleMs: 3,
  rounds: 15,
  leastSamples: 3,
  budgetMs: 1500,
};

// The types of the page's own window do not fit a worker's.
interface Scope {
  postMessage(report: Report): void;
  onmessage: ((event: MessageEvent<Order>) => void) | null;
}
const scope = self as unknown as Scope;

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

async function run({ ids }: Order): Promise<void> {
  await start();
  const clockMs = clockStep();
  scope.postMessage({ type: "started", version: pe.version, clockMs });
  for (const id of ids) {
    const it = cases.find((one) => one.id === id);
    if (!it) throw new Error(`there is no kernel ${id}`);
    scope.postMessage({ type: "case", id });
    try {
      const result = await runCase(it, {}, PATIENT, (share) =>
        scope.postMessage({ type: "progress", share }),
      );
      scope.postMessage({ type: "result", result });
    } catch (error) {
      // Such as memory that this device does not have.
      scope.postMessage({ type: "skipped", id, message: messageOf(error) });
    }
  }
  scope.postMessage({ type: "done" });
}

scope.onmessage = ({ data }) => {
  run(data).catch((error: unknown) => {
    scope.postMessage({ type: "failed", message: messageOf(error) });
  });
};

import { start } from "./start.ts";

let isRunning = false;

/** Starts the library; after a failure the next call tries again. */
export async function core(): Promise<void> {
  await start();
  isRunning = true;
}

/** Whether the library runs already. */
export const started = (): boolean => isRunning;

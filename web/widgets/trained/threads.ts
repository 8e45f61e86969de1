// Threads that train and answer, begun when something is first asked of them.
import type { ConnectOptions, TrainingPool } from "posenc-training/worker";
import { threadAddress, trust } from "./thread-address.ts";

export async function connectThreads(
  options: Pick<ConnectOptions, "workers"> = {},
): Promise<TrainingPool> {
  const [{ connectingByUrl }, url] = await Promise.all([
    import("virtual:posenc-training-pool"),
    threadAddress(),
  ]);
  return connectingByUrl(trust)({ ...options, url });
}

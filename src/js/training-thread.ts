// The thread of posenc/training/worker in browsers: a file of its own.
import type { Order } from "./training/worker/messages.js";
import { serve } from "./training/worker/serve.js";

const scope = self as unknown as Worker;

serve({
  post: (answer, transfer) => scope.postMessage(answer, transfer),
  listen(take) {
    scope.onmessage = ({ data }: MessageEvent<Order>) => take(data);
  },
});

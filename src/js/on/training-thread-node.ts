// The thread of posenc/training/worker in Node.
import { serve } from "../training/worker/serve.js";
import { channelOfPort } from "./threads-node.js";

serve(channelOfPort());

// The thread of posenc/worker in Node.
import { serve } from "../worker/serve.js";
import { channelOfPort } from "./threads-node.js";

serve(channelOfPort());

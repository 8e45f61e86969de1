// The thread of posenc-training/worker in Node.

import { channelOfPort } from "posenc/internal/node";
import { serve } from "../worker/serve.js";

serve(channelOfPort());

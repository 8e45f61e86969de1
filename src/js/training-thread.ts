// The thread of posenc/training/worker in browsers: a file of its own.
import { channelOfScope } from "./threads/channel.js";
import { serve } from "./training/worker/serve.js";

serve(channelOfScope());

// The thread of posenc/worker in browsers: a file of its own.
import { channelOfScope } from "./threads/channel.js";
import { serve } from "./worker/serve.js";

serve(channelOfScope());

// The thread of posenc-training/worker in browsers: a file of its own.
import { channelOfScope } from "posenc/internal";
import { serve } from "./worker/serve.js";

serve(channelOfScope());

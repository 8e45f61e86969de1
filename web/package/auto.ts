// posenc/widgets/auto: one file that registers all widgets, the module inlined.
// A classic script or a module, from a server or from disk.
import { register } from "./index.ts";

register();

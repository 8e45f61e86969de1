import { init, sinusoidal } from "posenc";
import "posenc-widgets/jsx";
import "posenc-widgets/pe-heatmap";

await init();
const { data } = sinusoidal({ seqLen: 1, dModel: 2 });
document.body.append(data.join());

import { init, sinusoidal } from "posenc";

await init();
const { data } = sinusoidal({ seqLen: 1, dModel: 2 });
document.body.append(data.join());

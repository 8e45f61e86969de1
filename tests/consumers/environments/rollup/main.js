import { load } from "posenc";
import "posenc/widgets/jsx";
import "posenc/widgets/pe-heatmap";

const pe = await load();
const { data } = pe.embedding.sinusoidal({ seqLen: 1, dModel: 2 });
document.body.append(data.join());

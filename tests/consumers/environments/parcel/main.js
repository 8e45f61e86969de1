import { load } from "posenc";

const pe = await load();
const { data } = pe.embedding.sinusoidal({ seqLen: 1, dModel: 2 });
document.body.append(data.join());

import { load, type Posenc } from "posenc";
import { catalog } from "posenc/catalog";
import { init } from "posenc/core";
import { embedding, start } from "posenc/parts";
import "posenc/widgets/jsx";
import module from "posenc/posenc.wasm";
import { Heatmap } from "posenc/widgets/pe-heatmap";

const pe: Posenc = await load();
const own: Posenc = await init({ module });
const parts = embedding(await start({ url: module }));
const figure: Heatmap = new Heatmap();
// @ts-expect-error a number is no row
export const wrong: string = pe.embedding;
export const all = [own, parts, figure.state.dModel, catalog[0]?.id];

// The timesteps of diffusion models: sines and cosines of one number, in halves.
import * as pe from "posenc";
import { javascript } from "../javascript.ts";
import { kind, rowOf } from "../kind.ts";
import { lines } from "../listing.ts";
import { marked } from "../program-state.ts";
import { python as program } from "../python.ts";

export const timestep = kind("timestep", {
  name: { en: "Timestep of a diffusion model", zh: "扩散模型的时间步" },
  prints: { en: "the row of the timestep", zh: "该时间步的一行" },
  defaults: {
    timestep: 250,
    dModel: 8,
    maxPeriod: 10000,
    scale: 1,
    downscaleFreqShift: 1,
    flipSinToCos: false,
  },
  settle: (state) => ({ ...state, dModel: Math.max(2, state.dModel) }),
  python(py, state) {
    const s = marked(state);
    const order = state.flipSinToCos ? "cosine, sine" : "sine, cosine";
    const join = py.torch ? "torch.cat" : "np.concatenate";
    return program(
      py,
      lines`
        pairs = ${s.dModel} // 2 «dModel»
        pair = ${py.lib}.arange(pairs) «pair»
        last = max(pairs - ${s.downscaleFreqShift}, 1) «downscaleFreqShift»
        omega = ${s.maxPeriod} ** (-pair / last) «omega maxPeriod»
        angle = ${s.scale} * ${s.timestep} * omega «angle timestep scale»
        sine, cosine = ${py.lib}.sin(angle), ${py.lib}.cos(angle)
        rest = ${py.lib}.zeros(${s.dModel} - 2 * pairs) «dModel»
        row = ${join}([${order}, rest]) «flipSinToCos»
        print(*row.tolist())`,
    );
  },
  braces(c, state) {
    const s = marked(state);
    return c.program(lines`
      int dModel = ${s.dModel}, pairs = dModel / 2; «dModel»
      int last = ${c.math}max(pairs - ${s.downscaleFreqShift}, 1); «downscaleFreqShift»
      double maxPeriod = ${s.maxPeriod}, scale = ${s.scale}, timestep = ${s.timestep}; «maxPeriod scale timestep»
      ${c.vector("row", "dModel")}
      for (int pair = 0; pair < pairs; ++pair) { «pair»
        double omega = ${c.math}pow(maxPeriod, -1.0 * pair / last); «omega maxPeriod»
        double angle = scale * timestep * omega; «angle timestep scale»
        row[${state.flipSinToCos ? "pairs + pair" : "pair"}] = ${c.math}sin(angle); «flipSinToCos»
        row[${state.flipSinToCos ? "pair" : "pairs + pair"}] = ${c.math}cos(angle); «flipSinToCos»
      }
      ${c.print("row")}`);
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      const { data } = pe.embedding.timestep({
        timesteps: [${s.timestep}], «timestep»
        dModel: ${s.dModel}, «dModel»
        maxPeriod: ${s.maxPeriod}, «maxPeriod»
        scale: ${s.scale}, «scale»
        downscaleFreqShift: ${s.downscaleFreqShift}, «downscaleFreqShift»
        flipSinToCos: ${s.flipSinToCos}, «flipSinToCos»
      });
      console.log(data.join(" "));`);
  },
  run({ timestep, ...form }) {
    return [rowOf(pe.timestep({ timesteps: [timestep], ...form }), 0)];
  },
});

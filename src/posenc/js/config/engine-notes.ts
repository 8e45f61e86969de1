// Where engines leave a plan, in a few words. A module of its own: the calls of
// the library don't pay for its texts.
import { type EngineReading, engines, scaledLayer } from "./engines.js";
import type { PositionPlan } from "./plan.js";

type Lang = "en" | "zh";

/** What is closer than that to the plan is not told. */
const TOLERANCE = 0.01;

const short = (x: number): string => String(Number(x.toPrecision(3)));

const apart = (a: number, b: number): boolean =>
  Math.abs(a / b - 1) > TOLERANCE;

type Groups = readonly (readonly [said: string, engines: readonly string[]])[];

const listed = (names: readonly string[], lang: Lang): string =>
  names.join(lang === "zh" ? "、" : ", ");

/** Names of the engines by what each makes of a model, where it leaves the plan. */
function grouped(
  readings: readonly EngineReading[],
  say: (reading: EngineReading) => string | undefined,
): Groups {
  const groups = new Map<string, string[]>();
  for (const reading of readings) {
    const said = say(reading);
    if (said) groups.set(said, [...(groups.get(said) ?? []), reading.engine]);
  }
  return [...groups];
}

/** Lines that begin with a subject and tell the groups behind it. */
const told = (subject: string, groups: Groups, lang: Lang): string[] => {
  if (groups.length === 0) return [];
  const parts = groups.map(([said, names]) =>
    lang === "zh"
      ? `${listed(names, lang)} ${said}`
      : `${said} in ${listed(names, lang)}`,
  );
  return [subject + parts.join(lang === "zh" ? "；" : "; ")];
};

/**
 * Where engines leave a plan by more than 1 %, a line each: in q·k, in the
 * stretch, in the base of dynamic NTK. Empty where they all do as it says. The
 * paper is no engine: see {@link engines} for it.
 */
export function engineNotes(plan: PositionPlan, lang: Lang): string[] {
  const readings = engines(plan).filter(({ engine }) => engine !== "paper");
  const scaling = scaledLayer(plan)?.position.scaling;
  if (readings.length === 0 || !scaling || !("factor" in scaling)) return [];
  const factor = scaling.factor ?? 1;
  const zh = lang === "zh";
  const lines = [
    ...told(
      zh ? "q·k 与方案之比：" : "q·k against the plan's: ",
      grouped(readings, ({ scores }) =>
        apart(scores, 1) ? `× ${short(scores)}` : undefined,
      ),
      lang,
    ),
    ...told(
      zh
        ? `拉伸倍数，方案是 ${short(factor)}：`
        : `stretch, ${short(factor)} in the plan: `,
      grouped(readings, (it) =>
        apart(it.factor, factor) ? short(it.factor) : undefined,
      ),
      lang,
    ),
  ];
  if (scaling.type !== "dynamic") return lines;
  const length = scaling.originalMaxSeqLen;
  const refusing = readings.filter(({ bases }) => !bases);
  const own = readings.find(({ engine }) => engine === "transformers 5")?.bases;
  for (const at of [0, 1] as const) {
    const right = own?.[at] ?? 1;
    const n = length * (at === 0 ? 1 : factor);
    lines.push(
      ...told(
        zh
          ? `${n} 个位置时的底数，方案是 ${short(right)}：`
          : `base at ${n} positions, ${short(right)} in the plan: `,
        grouped(readings, ({ bases }) =>
          bases && apart(bases[at], right) ? short(bases[at]) : undefined,
        ),
        lang,
      ),
    );
  }
  const names = listed(
    refusing.map(({ engine }) => engine),
    lang,
  );
  if (names)
    lines.push(zh ? `${names} 不接受这个模型` : `${names} refuses the model`);
  return lines;
}

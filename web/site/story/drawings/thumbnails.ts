// The last step: the stage shrinks into a strip of all that was seen; each picture
// leads back to its step.
import { lerp } from "../../../widgets/plots/easing.ts";
import type { Mark } from "../../../widgets/plots/marks.ts";
import { LAST, stillOf } from "../moments.ts";
import { mix, type StageState } from "../stage-state.ts";
import { PLAYED } from "../step-gestures.ts";
import { type Box, rounded } from "./shapes.ts";

/** Where the picture of a step is at the end. */
export function thumbnailBox({ frame }: StageState, step: number): Box {
  const columns = frame.width > frame.height * 1.15 ? 5 : 4;
  const rows = Math.ceil(LAST / columns);
  const gap = 14;
  const width = Math.min(
    (frame.width - 24 - gap * (columns - 1)) / columns,
    (((frame.height - 40 - gap * (rows - 1)) / rows) * frame.width) /
      frame.height,
  );
  const height = (width * frame.height) / frame.width;
  const [column, row] = [step % columns, Math.floor(step / columns)];
  return {
    x: frame.width / 2 + (column - (columns - 1) / 2) * (width + gap),
    y: frame.height / 2 + (row - (rows - 1) / 2) * (height + gap),
    width,
    height,
  };
}

/** Puts a whole picture into a box, or on its way there. */
function placed(
  stage: StageState,
  box: Box,
  share: number,
  marks: Mark[],
): Mark {
  const { width, height } = stage.frame;
  const scale = lerp(1, box.width / width, share);
  return {
    kind: "group",
    x: lerp(0, box.x - box.width / 2, share),
    y: lerp(0, box.y - box.height / 2, share),
    scale,
    marks: [
      rounded({ x: width / 2, y: height / 2, width, height }, 40, {
        fill: "paper",
        stroke: "rule",
        width: 4,
        opacity: share,
      }),
      ...marks,
    ],
  };
}

/** What the picture of a step consists of when it stands alone. */
type Draw = (stage: StageState) => Mark[];

/** Pictures that do not change are kept, by step. */
export function thumbnails(stage: StageState, draw: Draw): Mark[] {
  const share = mix(stage, (step) => (step === LAST ? 1 : 0));
  const marks: Mark[] = [];
  for (let step = 0; step < LAST; step += 1) {
    const isLast = step === LAST - 1;
    const own = draw({ ...stage, moment: stillOf(step), seen: PLAYED });
    const box = thumbnailBox(stage, step);
    marks.push(
      isLast
        ? placed(stage, box, share, own)
        : {
            kind: "group",
            x: 0,
            y: 0,
            opacity: share,
            marks: [placed(stage, box, 1, own)],
          },
    );
  }
  return marks;
}

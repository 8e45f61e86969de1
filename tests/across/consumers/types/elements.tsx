// Widgets as elements; the test puts in which library it is.

import { createRef } from "LIBRARY";
import type { Heatmap } from "posenc-widgets";
import type {} from "posenc-widgets/TYPES";

const ref = createRef<Heatmap>();
export const ok = (
  <pe-heatmap
    key="a"
    ref={ref}
    title="t"
    hidden
    role="img"
    className="x"
    style={{ width: 3 }}
    slot="s"
    aria-label="l"
    onClick={(e) => e.currentTarget.reset()}
    seq-len={8}
    layout="halves"
    lang="zh"
    url-state
    onpe-change={(e) => e.detail.seqLen.toFixed()}
  />
);
export const ok2 = (
  <pe-heatmap seq-len="8" class="x" data-x="3">
    text
  </pe-heatmap>
);
// @ts-expect-error no number
export const no1 = <pe-heatmap seq-len="many" />;
// @ts-expect-error not one of its layouts
export const no2 = <pe-heatmap layout="diagonal" />;
// @ts-expect-error no such attribute
export const no3 = <pe-heatmap seqlen={8} />;
// @ts-expect-error the state has no such value
export const no4 = <pe-heatmap onpe-change={(e) => e.detail.depth} />;
// @ts-expect-error no such widget
export const no5 = <pe-hetmap />;
// @ts-expect-error not a theme
export const no6 = <pe-heatmap theme="red" />;
// @ts-expect-error no listener
export const no7 = <pe-heatmap onClick="x" />;

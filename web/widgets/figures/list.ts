// Tag → the file that describes the figure. A line for each; the page build and
// the reader's page both read this list.
import type { AnyFigure } from "../kit/spec.ts";

const spec = (module: { readonly spec: unknown }): AnyFigure =>
  module.spec as AnyFigure;

/** Loads the description of a figure. */
export const figures: Readonly<Record<string, () => Promise<AnyFigure>>> = {
  "pe-addition": () => import("./04-waves/addition.ts").then(spec),
  "pe-alibi": () => import("./09-rope-and-alibi/alibi.ts").then(spec),
  "pe-apart": () => import("./01-why-position/apart.ts").then(spec),
  "pe-attention-entropy": () =>
    import("./11-long-context/attention-entropy.ts").then(spec),
  "pe-bias-curves": () =>
    import("./10-other-designs/bias-curves.ts").then(spec),
  "pe-buckets": () => import("./08-relative-positions/buckets.ts").then(spec),
  "pe-chain": () => import("./01-why-position/chain.ts").then(spec),
  "pe-checker": () => import("./03-sinusoids/checker.ts").then(spec),
  "pe-circle": () => import("./03-sinusoids/circle.ts").then(spec),
  "pe-cliff": () => import("./11-long-context/cliff.ts").then(spec),
  "pe-clock": () => import("./03-sinusoids/clock.ts").then(spec),
  "pe-comparison": () => import("./12-choosing/comparison.ts").then(spec),
  "pe-config": () => import("./11-long-context/config.ts").then(spec),
  "pe-context-cost": () =>
    import("./11-long-context/context-cost.ts").then(spec),
  "pe-conv-edge": () => import("./10-other-designs/conv-edge.ts").then(spec),
  "pe-counted-positions": () =>
    import("./10-other-designs/counted-positions.ts").then(spec),
  "pe-counting": () => import("./01-why-position/counting.ts").then(spec),
  "pe-decision": () => import("./12-choosing/decision.ts").then(spec),
  "pe-decoding": () => import("./07-putting-in/decoding.ts").then(spec),
  "pe-design": () => import("./11-long-context/design.ts").then(spec),
  "pe-distance-profile": () =>
    import("./09-rope-and-alibi/distance-profile.ts").then(spec),
  "pe-document-ruler": () =>
    import("./10-other-designs/document-ruler.ts").then(spec),
  "pe-fading": () => import("./04-waves/fading.ts").then(spec),
  "pe-formula": () => import("./03-sinusoids/formula.ts").then(spec),
  "pe-fusion": () => import("./07-putting-in/fusion.ts").then(spec),
  "pe-grid-positions": () =>
    import("./10-other-designs/grid-positions.ts").then(spec),
  "pe-heatmap": () => import("./03-sinusoids/heatmap.ts").then(spec),
  "pe-holders": () => import("./05-code/holders.ts").then(spec),
  "pe-hybrid-columns": () =>
    import("./10-other-designs/hybrid-columns.ts").then(spec),
  "pe-kept-offsets": () =>
    import("./11-long-context/kept-offsets.ts").then(spec),
  "pe-key-shift": () => import("./09-rope-and-alibi/key-shift.ts").then(spec),
  "pe-ladder": () => import("./02-ladder/ladder.ts").then(spec),
  "pe-layers": () => import("./07-putting-in/layers.ts").then(spec),
  "pe-learned-rows": () =>
    import("./06-learned-tables/learned-rows.ts").then(spec),
  "pe-log-space": () => import("./05-code/log-space.ts").then(spec),
  "pe-log-steps": () => import("./10-other-designs/log-steps.ts").then(spec),
  "pe-logit-terms": () => import("./07-putting-in/logit-terms.ts").then(spec),
  "pe-lookup": () => import("./06-learned-tables/lookup.ts").then(spec),
  "pe-model-lengths": () => import("./12-choosing/model-lengths.ts").then(spec),
  "pe-negation": () => import("./13-questions/negation.ts").then(spec),
  "pe-number-wheels": () =>
    import("./11-long-context/number-wheels.ts").then(spec),
  "pe-offsets": () => import("./08-relative-positions/offsets.ts").then(spec),
  "pe-overflow": () => import("./06-learned-tables/overflow.ts").then(spec),
  "pe-own-text": () => import("./11-long-context/own-text.ts").then(spec),
  "pe-permute": () => import("./01-why-position/permute.ts").then(spec),
  "pe-precision": () => import("./11-long-context/precision.ts").then(spec),
  "pe-products": () => import("./04-waves/products.ts").then(spec),
  "pe-repeats": () => import("./04-waves/repeats.ts").then(spec),
  "pe-rope": () => import("./09-rope-and-alibi/rope.ts").then(spec),
  "pe-rope-additive": () =>
    import("./09-rope-and-alibi/rope-additive.ts").then(spec),
  "pe-rope-plane": () => import("./10-other-designs/rope-plane.ts").then(spec),
  "pe-rotary-layout": () =>
    import("./09-rope-and-alibi/rotary-layout.ts").then(spec),
  "pe-rung-digits": () => import("./02-ladder/rung-digits.ts").then(spec),
  "pe-rung-number": () => import("./02-ladder/rung-number.ts").then(spec),
  "pe-scaling": () => import("./07-putting-in/scaling.ts").then(spec),
  "pe-scalings": () => import("./11-long-context/scalings.ts").then(spec),
  "pe-score-forms": () =>
    import("./08-relative-positions/score-forms.ts").then(spec),
  "pe-shaw": () => import("./08-relative-positions/shaw.ts").then(spec),
  "pe-shift": () => import("./04-waves/shift.ts").then(spec),
  "pe-shift-trick": () =>
    import("./08-relative-positions/shift-trick.ts").then(spec),
  "pe-shuffle": () => import("./01-why-position/shuffle.ts").then(spec),
  "pe-similarity": () => import("./04-waves/similarity.ts").then(spec),
  "pe-stretch-table": () =>
    import("./06-learned-tables/stretch-table.ts").then(spec),
  "pe-timeline": () => import("./12-choosing/timeline.ts").then(spec),
  "pe-too-long": () => import("./11-long-context/too-long.ts").then(spec),
  "pe-train": () => import("./11-long-context/train.ts").then(spec),
  "pe-train-table": () =>
    import("./06-learned-tables/train-table.ts").then(spec),
  "pe-trained-attention": () =>
    import("./01-why-position/trained-attention.ts").then(spec),
  "pe-unseen-angles": () =>
    import("./11-long-context/unseen-angles.ts").then(spec),
  "pe-wavelengths": () => import("./03-sinusoids/wavelengths.ts").then(spec),
  "pe-waves": () => import("./03-sinusoids/waves.ts").then(spec),
};

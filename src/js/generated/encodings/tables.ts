// Made by tools/lib/encodings.mjs from the folders of encodings.
import { AXIAL as t0 } from "../../embedding/axial.js";
import { CONVOLUTIONAL as t1 } from "../../embedding/convolution.js";
import { CONVOLUTIONAL_GROUPED as t2 } from "../../embedding/convolution.js";
import { CONVOLUTIONAL_2D as t3 } from "../../embedding/convolution.js";
import { DOCUMENT as t4 } from "../../embedding/document.js";
import { FOURIER as t5 } from "../../embedding/fourier.js";
import { RANDOM_FOURIER as t6 } from "../../embedding/fourier.js";
import { LEARNED as t7 } from "../../embedding/fresh.js";
import { ADD as t8 } from "../../embedding/fusion.js";
import { FIT as t9 } from "../../embedding/fusion.js";
import { LOOKUP as t10 } from "../../embedding/learned.js";
import { UPDATE as t11 } from "../../embedding/learned.js";
import { PADDED_POSITIONS as t12 } from "../../embedding/learned.js";
import { HIERARCHICAL as t13 } from "../../embedding/learned.js";
import { INDEX as t14 } from "../../embedding/ordinal.js";
import { NORMALIZED as t15 } from "../../embedding/ordinal.js";
import { BINARY as t16 } from "../../embedding/ordinal.js";
import { LOGARITHMIC as t17 } from "../../embedding/ordinal.js";
import { PACKED_POSITIONS as t18 } from "../../embedding/packed.js";
import { BATCHED_POSITIONS as t19 } from "../../embedding/packed.js";
import { RESIZE as t20 } from "../../embedding/resize.js";
import { RESIZE_2D as t21 } from "../../embedding/resize.js";
import { TIMESTEP as t22 } from "../../embedding/sinusoidal-variants.js";
import { COORDINATE as t23 } from "../../embedding/sinusoidal-variants.js";
import { HYBRID as t24 } from "../../embedding/sinusoidal-variants.js";
import { PERTURBED as t25 } from "../../embedding/sinusoidal-variants.js";
import { SINUSOIDAL as t26 } from "../../embedding/sinusoidal.js";
import { APPLY as t27 } from "../../rotary/apply.js";
import { SHIFT as t28 } from "../../rotary/apply.js";
import { AXIAL as t29 } from "../../rotary/axial.js";
import { ROTARY_FREQUENCIES as t30 } from "../../rotary/frequencies.js";
import { ATTENTION_SCALE as t31 } from "../../rotary/mscale.js";
import { MULTIMODAL as t32 } from "../../rotary/multimodal.js";
import { PREPARE as t33 } from "../../rotary/prepare.js";
import { MULTIMODAL_POSITIONS as t34 } from "../../rotary/spans.js";
import { TABLES as t35 } from "../../rotary/tables.js";
import { XPOS as t36 } from "../../rotary/xpos.js";
import { ALIBI_SLOPES as t37 } from "../../bias/alibi.js";
import { ALIBI as t38 } from "../../bias/alibi.js";
import { FIRE as t39 } from "../../bias/fire.js";
import { KERPLE as t40 } from "../../bias/kerple.js";
import { SANDWICH as t41 } from "../../bias/sandwich.js";
import { T5_BUCKET as t42 } from "../../bias/t5.js";
import { T5 as t43 } from "../../bias/t5.js";
import { RELATIVE_POSITION_INDEX as t44 } from "../../bias/window.js";
import { RELATIVE_COORDS as t45 } from "../../bias/window.js";
import { LOG_CPB as t46 } from "../../bias/window.js";
import { SHAW_INDICES as t47 } from "../../relative/lookup.js";
import { SHAW_VALUES as t48 } from "../../relative/lookup.js";
import { LOG_BUCKETS as t49 } from "../../relative/lookup.js";
import { DISTANCES as t50 } from "../../relative/lookup.js";
import { SHIFT_LEFT as t51 } from "../../relative/lookup.js";
import { SHIFT_BACK as t52 } from "../../relative/lookup.js";
import { SHAW_CALL as t53 } from "../../relative/terms.js";
import { TRANSFORMER_XL_CALL as t54 } from "../../relative/terms.js";
import { DEBERTA_CALL as t55 } from "../../relative/terms.js";
import { COPE_CALL as t56 } from "../../relative/terms.js";
import { TUPE_CALL as t57 } from "../../relative/terms.js";

/** @internal Tables of options by call: "bias.alibi". */
export const OPTION_TABLES = {
  "embedding.axial": t0,
  "embedding.convolutional": t1,
  "embedding.convolutionalGrouped": t2,
  "embedding.convolutional2d": t3,
  "embedding.document": t4,
  "embedding.fourier": t5,
  "embedding.randomFourier": t6,
  "embedding.learned": t7,
  "embedding.add": t8,
  "embedding.fit": t9,
  "embedding.lookup": t10,
  "embedding.update": t11,
  "embedding.paddedPositions": t12,
  "embedding.hierarchical": t13,
  "embedding.index": t14,
  "embedding.normalized": t15,
  "embedding.binary": t16,
  "embedding.logarithmic": t17,
  "embedding.packedPositions": t18,
  "embedding.batchedPositions": t19,
  "embedding.resize": t20,
  "embedding.resize2d": t21,
  "embedding.timestep": t22,
  "embedding.coordinate": t23,
  "embedding.hybrid": t24,
  "embedding.perturbed": t25,
  "embedding.sinusoidal": t26,
  "rotary.apply": t27,
  "rotary.shift": t28,
  "rotary.axial": t29,
  "rotary.frequencies": t30,
  "rotary.attentionScale": t31,
  "rotary.multimodal": t32,
  "rotary.prepare": t33,
  "rotary.multimodalPositions": t34,
  "rotary.tables": t35,
  "rotary.xpos": t36,
  "bias.alibiSlopes": t37,
  "bias.alibi": t38,
  "bias.fire": t39,
  "bias.kerple": t40,
  "bias.sandwich": t41,
  "bias.t5Bucket": t42,
  "bias.t5": t43,
  "bias.relativePositionIndex": t44,
  "bias.relativeCoords": t45,
  "bias.logCpb": t46,
  "relative.shawIndices": t47,
  "relative.shawValues": t48,
  "relative.logBuckets": t49,
  "relative.distances": t50,
  "relative.shift": t51,
  "relative.unshift": t52,
  "relative.shaw": t53,
  "relative.transformerXL": t54,
  "relative.deberta": t55,
  "relative.cope": t56,
  "relative.tupe": t57,
};

/** What `npm run bench` takes from here. */
export { noise } from "./data.ts";
export { cases } from "./kernels/index.ts";
export {
  measure,
  median,
  pairedRatio,
  SHORT,
  summary,
  THOROUGH,
} from "./measure.ts";
export { csv, isIdle, plainResults, rate, share, time } from "./report.ts";
export { runCase } from "./suite.ts";

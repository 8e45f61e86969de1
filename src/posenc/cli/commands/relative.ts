// What `posenc table` writes of pe.relative.
import {
  DISTANCES,
  LOG_BUCKETS,
  SHAW_INDICES,
  SHAW_VALUES,
  SHIFT_BACK,
  SHIFT_LEFT,
} from "../../js/relative/lookup.js";
import { integers, tensor } from "../../js/schema.js";
import { argument, command, type Values } from "./command.js";

const lengths = ({ queryLen, keyLen }: Values): readonly number[] => [
  queryLen as number,
  keyLen as number,
];

const X = argument(
  tensor({ rank: [2, 3, 4], as: "[Q, R] with up to two axes before" }),
  "A row of numbers per query.",
);

export const RELATIVE = {
  "shaw-indices": command(
    SHAW_INDICES,
    "Rows of a table of clipped distances (Shaw et al. 2018)",
    "--query-len 4 --key-len 4 --clip 2",
    { shape: lengths },
  ),
  "shaw-values": command(
    SHAW_VALUES,
    "Attention weights times rows of clipped distances",
    "--weights attention.json --value-table rows.npy --clip 1",
    {
      args: {
        weights: argument(
          tensor({ rank: [2, 3, 4], as: "[…, Q, K]" }),
          "Attention weights.",
        ),
      },
    },
  ),
  distances: command(
    DISTANCES,
    "Distances, query minus key, or their buckets (DeBERTa)",
    "--query-len 4 --key-len 4",
    { shape: lengths },
  ),
  "log-buckets": command(
    LOG_BUCKETS,
    "DeBERTa's bucket of each distance",
    "--distances -300,-5,0,5,300 --buckets 256 --max-position 512",
    { args: { distances: argument(integers(), "Distances.") } },
  ),
  shift: command(
    SHIFT_LEFT,
    "Transformer-XL's shift: from distances to keys",
    "--x attention.json",
    { args: { x: X } },
  ),
  unshift: command(
    SHIFT_BACK,
    "The way back: from keys to distances",
    "--x attention.json",
    { args: { x: X } },
  ),
};

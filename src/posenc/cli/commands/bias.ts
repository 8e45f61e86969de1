// What `posenc table` writes of pe.bias.
import { ALIBI, ALIBI_SLOPES } from "../../js/bias/alibi.js";
import { FIRE } from "../../js/bias/fire.js";
import { KERPLE } from "../../js/bias/kerple.js";
import { SANDWICH } from "../../js/bias/sandwich.js";
import { T5, T5_BUCKET } from "../../js/bias/t5.js";
import {
  LOG_CPB,
  RELATIVE_COORDS,
  RELATIVE_POSITION_INDEX,
} from "../../js/bias/window.js";
import { integers } from "../../js/schema.js";
import { argument, command, type Values } from "./command.js";

/** Pairs of the tokens of a window. */
function pairs({ windowSize }: Values): readonly [number, number] {
  const [height, width] = windowSize as [number, number];
  return [height * width, height * width];
}

export const BIAS = {
  alibi: command(
    ALIBI,
    "ALiBi: slopes times distances (Press et al. 2022)",
    "--num-heads 4 --query-len 3 --key-len 3",
  ),
  "alibi-slopes": command(
    ALIBI_SLOPES,
    "The slopes of ALiBi, one per head",
    "--num-heads 12",
  ),
  t5: command(
    T5,
    "T5's bias: a learned number per bucket and head",
    "--table buckets.npy --query-len 4 --key-len 6",
  ),
  "t5-bucket": command(
    T5_BUCKET,
    "T5's bucket of each relative position",
    "--relative-positions -100,-9,0,9,100",
    {
      args: {
        relativePositions: argument(
          integers(),
          "Relative positions, key minus query.",
        ),
      },
    },
  ),
  kerple: command(
    KERPLE,
    "KERPLE: kernels of the distance (Chi et al. 2022)",
    "--kind log --a 1,0.5 --p 1,2 --query-len 4 --key-len 4",
  ),
  fire: command(
    FIRE,
    "FIRE: a perceptron of distances (Li et al. 2024)",
    "--weights fire.json --query-len 4 --key-len 4",
  ),
  sandwich: command(
    SANDWICH,
    "Sandwich: products of sinusoidal rows (Chi et al. 2023)",
    "--num-heads 4 --query-len 4 --key-len 4",
  ),
  "log-cpb": command(
    LOG_CPB,
    "Swin V2's bias: a perceptron of coordinates in a window",
    "--window-size 2,3 --weights cpb.json",
  ),
  "relative-coords": command(
    RELATIVE_COORDS,
    "Swin V2's coordinates of all offsets in a window",
    "--window-size 7,7",
  ),
  "relative-position-index": command(
    RELATIVE_POSITION_INDEX,
    "Where tokens of a window meet in a table of offsets",
    "--window-size 2,2",
    { shape: pairs },
  ),
};

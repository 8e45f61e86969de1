// What `posenc table` writes of pe.attention.
import { TEMPERATURE } from "../../js/attention/temperature.js";
import { command } from "./command.js";

export const ATTENTION = {
  temperature: command(
    TEMPERATURE,
    "Attention temperature: a factor on each query by its position",
    "--type floor --length 8192 --coefficient 0.1 --shift 1 --positions 0,8191,1048575",
  ),
};

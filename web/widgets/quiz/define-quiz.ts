// Makes the questions of a page live.
import { define } from "../element/define.ts";
import { Quiz } from "./element.ts";

define(Quiz);

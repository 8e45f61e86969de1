// In place of training in the one file with all figures, which would be a tenth
// larger for all who train nothing: what is said there instead.
import { languageOf, type Text } from "../words/text.ts";

const NOT_HERE: Text = {
  en: "Training is not part of the file with all figures (widgets.js); figures that auto.js loads can train, and those of the site.",
  zh: "单文件版（widgets.js）不含训练；用 auto.js 加载的图和网站上的图可以训练。",
};

/** Cannot be made. */
export class TrainingRuns {
  constructor() {
    throw new Error(NOT_HERE[languageOf(document.documentElement)]);
  }
}

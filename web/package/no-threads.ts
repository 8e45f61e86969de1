// In place of training in the one file with all figures, which would be a tenth
// larger for all who train nothing: what is said there instead.

/** Cannot be made. */
export class OwnRuns {
  constructor() {
    throw new Error(
      "Training is not part of the file with all figures (widgets.js); figures loaded by auto.js and those of the site can train. / 单文件版（widgets.js）不含训练；用 auto.js 加载的图和网站上的图可以训练。",
    );
  }
}

// The button that saves the view of three models as a loop.
import { download } from "../../widgets/element/look/tools.ts";
import { languageOf } from "../../widgets/words/text.ts";
import type { Stage } from "./stage.ts";
import { labels } from "./story-labels.ts";

/** Makes the button work, once the models can be asked. */
export function offerLoop(story: HTMLElement, stage: Stage): void {
  let running: AbortController | undefined;
  const say = (key: "loop" | "stop" | "failed", more = ""): void => {
    const button = story.querySelector("[data-loop]");
    if (button) button.textContent = labels[key][languageOf(story)] + more;
  };
  const save = async (): Promise<void> => {
    running = new AbortController();
    const { signal } = running;
    say("stop");
    try {
      const { loopOf } = await import("./loop.ts");
      const file = await loopOf(stage.loopView(), {
        signal,
        progress: (done, all) =>
          say("stop", ` ${Math.round((100 * done) / all)}%`),
      });
      download(file, "dog-bites-man.gif");
      say("loop");
    } catch {
      say(signal.aborted ? "loop" : "failed");
    }
    running = undefined;
  };
  // Another language may bring another button.
  story.addEventListener("click", ({ target }) => {
    if (!(target as Element).closest("[data-loop]")) return;
    if (running) running.abort();
    else void save();
  });
}

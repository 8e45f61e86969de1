import "../styles/fonts.css";
import "../styles/tokens.css";
import "../styles/page.css";
import "../styles/chapter.css";
import "../styles/blocks.css";
import "../styles/ledger.css";
import "../styles/teach.css";
import "../styles/story.css";
import { parseHash } from "../../widgets/element/state/url-state.ts";
import { loadWidgets } from "../registry.ts";
import { startDerivations } from "./derivations.ts";
import { startContents } from "./follow-contents.ts";
import { startLanguageSwitch } from "./language.ts";
import { startLinking } from "./linking.ts";
import { startOffline } from "./offline.ts";
import { startSearch } from "./search/opening.ts";
import { startTerms } from "./terms.ts";
import { startThemeMenu } from "./theme-menu.ts";
import { startUnfolding } from "./unfold.ts";
import { startPrinting, startResuming } from "./where-i-was.ts";

startThemeMenu();
startLanguageSwitch();
startLinking();
startResuming();
startPrinting();
startUnfolding();
startContents();
startTerms();
startDerivations();
startSearch();
loadWidgets(document);
if (document.querySelector(".entry, [data-recipe]")) {
  void import("./teach.ts").then(({ startTeaching }) => startTeaching());
}
if (document.getElementById("find-figures")) {
  void import("./find-figures.ts").then(({ startFinding }) => startFinding());
}
const story = document.getElementById("story");
// Where a sheet cannot ask for scripts, the strip of pictures stays.
if (story && matchMedia("(scripting: enabled)").matches) {
  void import("../story/start-story.ts").then(({ startStory }) =>
    startStory(story),
  );
}
startOffline();

// An address such as #triptych?pos=3 names a figure in its own way.
const { anchor } = parseHash(location.hash);
if (location.hash.includes("?")) {
  document.getElementById(anchor)?.scrollIntoView();
}

import "../styles/tokens.css";
import "../styles/page.css";
import { loadWidgets } from "../../widgets/registry.ts";
import { parseHash } from "../../widgets/url-state.ts";
import { startLanguageSwitch } from "./language.ts";
import { startLinking } from "./linking.ts";
import { startThemeMenu } from "./theme.ts";

startThemeMenu();
startLanguageSwitch();
startLinking();
void loadWidgets(document);

// An address such as #triptych?pos=3 names a figure in its own way.
const { anchor } = parseHash(location.hash);
if (location.hash.includes("?")) {
  document.getElementById(anchor)?.scrollIntoView();
}

import type { Site } from "../pages/write.ts";
import { pages } from "./pages.ts";
import { planned } from "./plan.ts";
import { prepare } from "./story.ts";

/** All that the site is written from. */
export const site: Site = { pages, planned, prepare };

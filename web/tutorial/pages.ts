import type { Page } from "../site/page.ts";
import { home } from "./home.ts";

/** All pages of the site, in reading order. */
export const pages: readonly Page[] = [home];

// Serves the pages while they are edited, as a Vite plugin. Vite loads what
// writes them, so that a change of any module of theirs counts at once.
import { join, relative } from "node:path";
import type { Plugin, ViteDevServer } from "vite";
import type { Site } from "../pages/write.ts";

const ANSWERS = "/site/dev/answers.ts";
const SITE = "/site/tutorial/site.ts";
/** Pages, style sheets of widgets and indexes of the search; no modules. */
const OURS =
  /(^|\/|\.html)$|^widget-style\/|^\w+\/search\.json$|^social\/[\w-]+\.svg$/;
/** ms; editors write more than once, and Vite hears of it first. */
const CALM = 80;

type Answers = typeof import("./answers.ts");

const load = <Module>(server: ViteDevServer, path: string): Promise<Module> =>
  server.ssrLoadModule(path) as Promise<Module>;

/** Writes the pages of texts anew, or lets all be written where that is not enough. */
async function rewrite(
  server: ViteDevServer,
  texts: readonly string[],
): Promise<void> {
  const folder = join(server.config.root, "..");
  try {
    const { rewritten } = await load<Answers>(server, ANSWERS);
    for (const file of texts) {
      const name = relative(folder, file).replaceAll("\\", "/");
      if (!(await rewritten(name))) throw new Error(`all follow ${name}`);
    }
  } catch {
    server.environments.ssr.moduleGraph.invalidateAll();
  }
}

/** Reloads the pages when something changes that only the server has loaded. */
function reloadOnChange(server: ViteDevServer, hasFailed: () => boolean): void {
  const { client, ssr } = server.environments;
  // Texts in Markdown are read by a module, not imported.
  const texts = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  server.watcher.on("all", (_, file) => {
    const knows = ({ moduleGraph }: typeof client): boolean =>
      Boolean(moduleGraph.getModulesByFile(file)?.size);
    if (/\.(en|zh)\.md$/.test(file)) texts.add(file);
    else if (!hasFailed() && (!knows(ssr as typeof client) || knows(client))) {
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const changed = [...texts];
      texts.clear();
      await rewrite(server, changed);
      client.hot.send({ type: "full-reload" });
    }, CALM);
  });
}

export function developing(): Plugin {
  return {
    name: "posenc-developing",
    configureServer(server) {
      let failed = false;
      reloadOnChange(server, () => failed);
      server.middlewares.use(async (request, response, next) => {
        const path = (request.url ?? "").replace(/[?#].*$/, "").slice(1);
        if (!OURS.test(path)) return next();
        try {
          // Vite keeps an error until it hears that its file was saved, and of
          // two savings at nearly the same time it may hear of one only.
          if (failed) server.environments.ssr.moduleGraph.invalidateAll();
          const { answer } = await load<Answers>(server, ANSWERS);
          const { site } = await load<{ site: Site }>(server, SITE);
          const found = await answer(server.config.root, site, path);
          failed = false;
          if (!found || found instanceof Error) return next(found);
          const { type, body } = found;
          response.setHeader("Content-Type", `${type}; charset=utf-8`);
          response.end(
            type === "text/html"
              ? await server.transformIndexHtml(`/${path}`, body)
              : body,
          );
        } catch (error) {
          // Vite says it in the terminal and on the page, and goes on.
          failed = true;
          next(error);
        }
      });
    },
  };
}

// Serves the pages while they are edited, as a Vite plugin. Vite loads what
// writes them, so that a change of any module of theirs counts at once.
import type { Plugin, ViteDevServer } from "vite";
import type { Site } from "../pages/write.ts";

const ANSWERS = "/site/dev/answers.ts";
const SITE = "/site/tutorial/site.ts";
/** Pages, style sheets of widgets and indexes of the search; no modules. */
const OURS =
  /(^|\/|\.html)$|^widget-style\/|^\w+\/search\.json$|^social\/[\w-]+\.svg$/;
/** ms; editors write more than once, and Vite hears of it first. */
const CALM = 80;

/** Reloads the pages when something changes that only the server has loaded. */
function reloadOnChange(server: ViteDevServer, hasFailed: () => boolean): void {
  const { client, ssr } = server.environments;
  let timer: ReturnType<typeof setTimeout> | undefined;
  server.watcher.on("all", (_, file) => {
    const knows = ({ moduleGraph }: typeof client): boolean =>
      Boolean(moduleGraph.getModulesByFile(file)?.size);
    // Texts in Markdown are read by a module, not imported.
    const isText = /\.(en|zh)\.md$/.test(file);
    if (isText) ssr.moduleGraph.invalidateAll();
    const onlyHere = isText || (knows(ssr as typeof client) && !knows(client));
    if (!onlyHere && !hasFailed()) return;
    clearTimeout(timer);
    timer = setTimeout(() => client.hot.send({ type: "full-reload" }), CALM);
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
          const load = server.ssrLoadModule;
          const { answer } = (await load(
            ANSWERS,
          )) as typeof import("./answers.ts");
          const { site } = (await load(SITE)) as { site: Site };
          const found = await answer(server.config.root, site, path);
          failed = false;
          if (!found) return next();
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

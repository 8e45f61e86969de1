// node shot.mjs out.png lang path width theme selector|"" [full]
import { chromium } from "playwright-core";
const [out, lang, path, width, theme, selector, full] = process.argv.slice(2);
const { launch, serveSite } = await import("/work/wt/text/tools/browser/site.mjs");
const s = await serveSite(); const b = await launch();
const c = await b.newContext({ viewport: { width: +width, height: 900 }, colorScheme: theme, serviceWorkers: "block" });
const p = await c.newPage(); await p.goto(s.url + (path.startsWith("/") ? path.slice(1) : lang + "/" + path));
await p.waitForTimeout(800);
if (selector) { const l = p.locator(selector).first(); await l.scrollIntoViewIfNeeded(); await p.waitForTimeout(1500); await l.screenshot({ path: out }); }
else { if (full) { const h = await p.evaluate(() => document.documentElement.scrollHeight); for (let y = 0; y < h; y += 800) { await p.evaluate((y) => scrollTo(0, y), y); await p.waitForTimeout(250); } await p.evaluate(() => scrollTo(0, 0)); await p.waitForTimeout(300);} await p.screenshot({ path: out, fullPage: !!full }); }
await c.close(); await b.close(); await s.close();

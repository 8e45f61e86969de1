// The site without a network: its server is stopped, which every engine takes
// for one that cannot be reached.
import assert from "node:assert/strict";
import { useEngine } from "../engine.js";

const engine = useEngine({ keeps: true });

engine.test(
  "after one visit the site opens, lives and speaks Chinese without a network",
  async (t) => {
    const page = await engine.visit(t, "en/", { mount: "/some/path/" });
    await page.until(async () => {
      const { active } = await navigator.serviceWorker.ready;
      return active.state === "activated";
    });
    await page.goOffline();
    for (const path of ["zh/glossary/", "en/sinusoids/", "en/"]) {
      await page.goto(path);
      assert.ok((await page.text("h1")).length > 1, path);
    }
    await page.goto("en/sinusoids/");
    await page.box("#clock");
    await page.find("#clock[data-live]");
    const { pos } = await page.call(() => seek("#clock").state);
    await page.click(
      "#clock >> [data-control=pos] input[type=range]",
      [0.9, 0.5],
    );
    await page.until((old) => seek("#clock").state.pos !== old, pos);
    await page.click('[data-language="zh"]');
    await page.until(() => document.documentElement.lang === "zh-CN");
    // What was never there is not made up.
    await page.goto("en/nowhere/");
    assert.match(await page.text("main"), /Not found[\s\S]*没有/);
  },
);

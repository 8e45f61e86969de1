// @vitest-environment jsdom
import { init, sinusoidal } from "posenc";
import "posenc-widgets/pe-heatmap";
import { expect, test } from "vitest";

test("a table", async () => {
  await init();
  const { data } = sinusoidal({ seqLen: 1, dModel: 2 });
  expect([...data]).toEqual([0, 1]);
});

test("a figure", async () => {
  document.body.innerHTML = '<pe-heatmap d-model="8"></pe-heatmap>';
  const figure = document.querySelector("pe-heatmap");
  await new Promise((resolve) => figure.addEventListener("pe-ready", resolve));
  const { textContent } = figure.shadowRoot.querySelector(".finding");
  expect(textContent).toMatch(/of 8 dimensions/);
});

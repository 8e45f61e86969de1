import { JSDOM } from "jsdom";

const { window } = new JSDOM("", { url: "http://localhost/" });
// What the figures use of a page, as test runners make it global.
for (const name of Object.getOwnPropertyNames(window)) {
  if (!(name in globalThis) || /^(Custom)?Event/.test(name)) {
    globalThis[name] = window[name];
  }
}

const { all, register } = await import("posenc-widgets");
register(all);
for (const { tag } of all) {
  // It shows nothing until somebody asks something.
  if (tag === "pe-quiz") continue;
  const figure = document.createElement(tag);
  const ready = new Promise((resolve, reject) => {
    figure.addEventListener("pe-ready", resolve);
    figure.addEventListener("pe-error", ({ detail }) => reject(detail));
  });
  document.body.append(figure);
  await ready;
  const finding = figure.shadowRoot.querySelector(".finding");
  console.log(tag, finding ? finding.textContent.length > 0 : "–");
  figure.remove();
}
window.close();

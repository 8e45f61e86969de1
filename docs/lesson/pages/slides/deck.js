// What the slides of every language load, and their size.
const STYLES = [
  "../reveal/reveal.css",
  "../reveal/theme/white.css",
  "slides.css",
];
const SCRIPTS = ["../posenc-widgets/auto.js", "../reveal/reveal.js"];

const load = (tag, attributes) =>
  new Promise((done, failed) => {
    const it = Object.assign(document.createElement(tag), attributes);
    it.onload = done;
    it.onerror = () => failed(new Error(`${it.src ?? it.href} is missing`));
    document.head.append(it);
  });

Promise.all([
  ...STYLES.map((href) => load("link", { rel: "stylesheet", href })),
  ...SCRIPTS.map((src) => load("script", { src })),
]).then(() =>
  Reveal.initialize({
    width: 960,
    height: 700,
    hash: true,
    transition: "none",
  }),
);

// Runs before the first paint: the theme that the reader chose, and at the
// site's root the language. Storage may be forbidden; then nothing is kept.
(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const theme = read("posenc.theme");
  if (theme === "light" || theme === "dark") {
    document.documentElement.dataset.theme = theme;
  }
  if ("choose" in document.currentScript.dataset) {
    const wanted = [read("posenc.language"), ...navigator.languages];
    const known = wanted.find((tag) => /^(en|zh)\b/i.test(tag ?? "")) ?? "en";
    const folder = `${known.slice(0, 2).toLowerCase()}/`;
    location.replace(folder + location.search + location.hash);
  }
})();

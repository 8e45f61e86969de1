/**
 * What goes wrong in a page, from now on, by the events that Playwright and
 * Puppeteer both have.
 *
 * @returns {string[]} which fills while the page lives
 */
export function problemsOf(page) {
  const problems = [];
  page.on("pageerror", (error) => problems.push(`uncaught: ${error.message}`));
  page.on("console", (message) => {
    // The one says "warning", the other "warn".
    if (/^(error|warn(ing)?)$/.test(message.type())) {
      problems.push(message.text());
    }
  });
  page.on("response", (response) => {
    if (response.status() >= 400) {
      problems.push(`${response.status()} ${response.url()}`);
    }
  });
  return problems;
}

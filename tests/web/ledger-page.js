// The page of the ledger, for the tests of its claims.

/**
 * Opens it, and what its tests ask of it.
 *
 * @param site of `useSite()`
 * @param t the test
 * @param {string} [address]
 * @param {Record<string, any>} [options] as `site.open()` has them
 */
export async function openLedger(
  site,
  t,
  address = "en/questions/",
  options = {},
) {
  const { page, problems } = await site.open(t, address, options);
  if (options.javaScriptEnabled !== false) {
    // It stands far down, and loads when the reader comes near.
    await page.evaluate(() => {
      if (location.hash.startsWith("#claim-")) return;
      document.querySelector("pe-ledger").scrollIntoView();
    });
    await page.waitForFunction(() => customElements.get("pe-ledger"));
  }
  const shown = () => page.locator(".claim-row:visible").count();
  const status = () => page.locator(".run-status").textContent();
  const finished = () =>
    page.waitForFunction(
      () => /\d/.test(document.querySelector(".run-status").textContent),
      undefined,
      { timeout: 60_000 },
    );
  const computed = (id) =>
    page.locator(`.claim-row[data-id="${id}"][data-checked]`).waitFor();
  return { page, problems, shown, status, finished, computed };
}

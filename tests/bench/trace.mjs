// What the browser's own trace tells of a page, with the processor's time.

/**
 * The events while something is done.
 *
 * @param {import("playwright-core").Page} page
 * @param {object} categories as `traceConfig` of the protocol has them
 * @param {() => Promise<unknown>} act
 * @returns {Promise<any[]>}
 */
export async function traced(page, categories, act) {
  const client = await page.context().newCDPSession(page);
  /** @type {any[]} */
  const events = [];
  client.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const complete = new Promise((resolve) =>
    client.once("Tracing.tracingComplete", resolve),
  );
  await client.send("Tracing.start", {
    traceConfig: categories,
    transferMode: "ReportEvents",
  });
  await act();
  await client.send("Tracing.end");
  await complete;
  await client.detach();
  return events;
}

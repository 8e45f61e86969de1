// What a page costs the reader's processor: time of its main thread, from the
// browser's own trace. Thread time, so that a busy machine does not count.

/**
 * Traces a page while something happens.
 *
 * @returns ms of the main thread `total`, and of its longest tasks
 */
export async function mainThread(tab, act) {
  const session = await tab.context().newCDPSession(tab);
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const complete = new Promise((resolve) => {
    session.once("Tracing.tracingComplete", resolve);
  });
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel"] },
  });
  await act();
  await session.send("Tracing.end");
  await complete;
  await session.detach();
  const isMain = ({ name, args }) =>
    name === "thread_name" && args.name === "CrRendererMain";
  const busiest = events
    .filter(isMain)
    .map(({ pid, tid }) =>
      events
        .filter((it) => it.pid === pid && it.tid === tid && it.ph === "X")
        .filter(({ name }) => name.endsWith("RunTask"))
        .map(({ tdur, dur }) => (tdur ?? dur) / 1000),
    )
    .sort((a, b) => b.length - a.length)[0];
  return {
    total: busiest.reduce((sum, ms) => sum + ms, 0),
    longest: busiest.sort((a, b) => b - a).slice(0, 3),
  };
}

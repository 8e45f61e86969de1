// node --test-reporter=…/reporter.mjs: the first failure ends the process, since
// a mutant is killed but once.
export default async function* firstFailure(events) {
  for await (const { type, data } of events) {
    if (type !== "test:fail") continue;
    const { name, details } = data;
    yield `${name}\n${details.error?.cause?.stack ?? details.error}\n`;
    // Once what was yielded has been written.
    setImmediate(() => process.exit(1));
  }
}

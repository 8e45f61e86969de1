import assert from "node:assert/strict";
import test from "node:test";
import { schedule } from "../../tools/test/schedule.mjs";

/** Tasks that wait until they are told to end, and what was seen of them. */
function bench() {
  const log = [];
  const enders = new Map();
  const task = (id, cpu, more = {}) => ({
    id,
    cpu,
    ...more,
    run: () => {
      log.push(`+${id}`);
      return new Promise((resolve, reject) => {
        enders.set(id, { resolve, reject });
      });
    },
  });
  const settle = () => new Promise((done) => setImmediate(done));
  /** Ends a task; what starts then, in order. */
  const end = async (id, how = "resolve", value = id) => {
    const from = log.length;
    if (id) enders.get(id)[how](value);
    await settle();
    return log.slice(from).join(" ");
  };
  return { task, end };
}

test("tasks run side by side up to the processors, in the order of the list", async () => {
  const { task, end } = bench();
  const tasks = [..."abcd"].map((id) => task(id, 1));
  const all = schedule(tasks, { cores: 2 });
  assert.equal(await end(), "+a +b");
  assert.equal(await end("b"), "+c");
  assert.equal(await end("a"), "+d");
  await end("c");
  await end("d");
  const values = [...(await all).values()].map(({ value }) => value);
  assert.deepEqual(values.sort(), [..."abcd"]);
});

test("a task for all processors runs with nothing but what takes leftovers", async () => {
  const { task, end } = bench();
  const tasks = [task("a", 1), task("all", 2), task("b", 1), task("left", 0)];
  const all = schedule(tasks, { cores: 2 });
  // The big one lets the small one go before.
  assert.equal(await end(), "+a +b +left");
  assert.equal(await end("a"), "");
  assert.equal(await end("b"), "+all");
  await end("all");
  await end("left");
  assert.equal((await all).size, 4);
});

test("two tasks that wait half of the time run in the place of one", async () => {
  const { task, end } = bench();
  const tasks = [
    task("a", 1),
    task("half", 0.5),
    task("other half", 0.5),
    task("most", 1.5),
    task("third half", 0.5),
  ];
  const all = schedule(tasks, { cores: 2 });
  assert.equal(await end(), "+a +half +other half");
  assert.equal(await end("half"), "+third half");
  // The one that leaves half a processor begins beside what takes no more.
  assert.equal(await end("other half"), "");
  assert.equal(await end("a"), "+most");
  await end("most");
  await end("third half");
  assert.equal((await all).size, 5);
});

test("a task that wants more processors than there are gets them all", async () => {
  const { task, end } = bench();
  const all = schedule([task("a", 2), task("b", 1)], { cores: 1 });
  assert.equal(await end(), "+a");
  assert.equal(await end("a"), "+b");
  await end("b");
  await all;
});

test("a task waits for what it needs, and for what it comes after", async () => {
  const { task, end } = bench();
  const tasks = [
    task("last", 1, { needs: ["first"], after: ["other", "not there"] }),
    task("first", 1),
    task("other", 1),
  ];
  const all = schedule(tasks, { cores: 3 });
  assert.equal(await end(), "+first +other");
  assert.equal(await end("first"), "");
  // A failure is an end.
  assert.equal(await end("other", "reject", new Error("no")), "+last");
  await end("last");
  const ends = await all;
  assert.equal(ends.get("other").error.message, "no");
  assert.deepEqual(ends.get("last"), { value: "last" });
});

test("what needs a task that failed is not begun, nor what needs that", async () => {
  const { task, end } = bench();
  const tasks = [
    task("package", 1),
    task("site", 1, { needs: ["package"] }),
    task("web", 2, { needs: ["site"] }),
    task("core", 1),
  ];
  const all = schedule(tasks, { cores: 2 });
  assert.equal(await end(), "+package +core");
  assert.equal(await end("package", "reject", new Error("no")), "");
  await end("core");
  const ends = await all;
  assert.deepEqual(ends.get("site"), { missing: "package" });
  assert.deepEqual(ends.get("web"), { missing: "site" });
  assert.deepEqual(ends.get("core"), { value: "core" });
});

test("it tells what runs whenever that changes", async () => {
  const told = [];
  const quick = (id) => ({ id, cpu: 1, run: async () => {} });
  await schedule([quick("a"), quick("b")], {
    cores: 1,
    onChange: (tasks) => told.push(tasks.map(({ id }) => id).join()),
  });
  assert.deepEqual(told, ["a", "b"]);
});

test("tasks that could never start are refused", async () => {
  const { task } = bench();
  const a = task("a", 1, { needs: ["b"] });
  await assert.rejects(schedule([a], { cores: 1 }), {
    message: "a needs b, which is no task",
  });
  const b = task("b", 1, { after: ["a"] });
  await assert.rejects(schedule([a, b], { cores: 1 }), {
    message: "tasks wait for each other: a, b",
  });
  await assert.rejects(schedule([b, b], { cores: 1 }), {
    message: "two tasks have the same id",
  });
});

// Runs tasks side by side as far as the processors and their needs allow.

/**
 * @typedef {object} Task
 * @property {string} id
 * @property {number} cpu how many processors it keeps busy, a half for one that
 *   waits as long as it works; 0 for work that takes only what others leave
 *   over. As many as there are: alone
 * @property {readonly string[]} [needs] tasks that must have ended well
 * @property {readonly string[]} [after] tasks that must have ended, those that
 *   are there
 * @property {() => Promise<unknown>} run
 */

/**
 * How a task ended: with a value, with an error, or not begun, since what it
 * needs did not end well.
 *
 * @typedef {{ value?: any, error?: any, missing?: string }} End
 */

/**
 * Refuses what could never start.
 *
 * @param {readonly Task[]} tasks
 */
function check(tasks) {
  const ids = new Set(tasks.map(({ id }) => id));
  if (ids.size < tasks.length) throw new Error("two tasks have the same id");
  for (const { id, needs = [] } of tasks) {
    const absent = needs.find((need) => !ids.has(need));
    if (absent) throw new Error(`${id} needs ${absent}, which is no task`);
  }
}

/**
 * Runs all tasks. Of those that are ready, the first in the list that fits
 * starts first; a task that does not fit lets smaller ones go before.
 *
 * @param {readonly Task[]} tasks
 * @param {object} options
 * @param {number} options.cores processors to fill
 * @param {(tasks: readonly Task[]) => void} [options.onChange] is told what runs
 * @returns {Promise<Map<string, End>>}
 */
export async function schedule(tasks, { cores, onChange = () => {} }) {
  check(tasks);
  const ids = new Set(tasks.map(({ id }) => id));
  /** @type {Map<string, End>} */
  const ends = new Map();
  /** @type {Map<Task, Promise<void>>} */
  const running = new Map();
  let waiting = [...tasks];

  /** @param {Task} task */
  const share = ({ cpu }) => Math.min(cpu, cores);
  const fits = (task) => {
    const used = [...running.keys()].reduce((sum, it) => sum + share(it), 0);
    return used + share(task) <= cores;
  };
  /** @param {Task} task */
  const isReady = ({ needs = [], after = [] }) =>
    needs.every((id) => ends.has(id)) &&
    after.every((id) => ends.has(id) || !ids.has(id));
  const start = async (task) => {
    try {
      ends.set(task.id, { value: await task.run() });
    } catch (error) {
      ends.set(task.id, { error });
    }
    running.delete(task);
  };
  /** Starts what can start; whether a task ended without having begun. */
  const advance = () => {
    let hasEnded = false;
    for (const task of waiting) {
      if (!isReady(task)) continue;
      const missing = task.needs?.find(
        (id) => !("value" in (ends.get(id) ?? {})),
      );
      if (missing) {
        ends.set(task.id, { missing });
        hasEnded = true;
      } else if (fits(task)) {
        // Not begun before it counts as running.
        running.set(task, Promise.resolve(task).then(start));
      }
    }
    waiting = waiting.filter((it) => !running.has(it) && !ends.has(it.id));
    return hasEnded;
  };

  while (ends.size < tasks.length) {
    if (advance()) continue;
    if (running.size === 0) {
      const names = waiting.map(({ id }) => id).join(", ");
      throw new Error(`tasks wait for each other: ${names}`);
    }
    onChange([...running.keys()]);
    await Promise.race(running.values());
  }
  return ends;
}

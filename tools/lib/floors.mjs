// Arrows go one way. tools/floors.json says in which order the folders of each
// house stand, from the top: a folder uses those of lower floors only, none
// beside itself. Folders side by side that it does not name go in no circle.
import { posix } from "node:path";

/**
 * @typedef {object} House
 * @property {string} in the folder whose folders it orders; "" is the root
 * @property {string[][]} floors from the top: folders, and files where those of
 *   `in` itself do not stand together; "." are the others
 *
 * @typedef {[file: string, used: string]} Import
 */

const isFile = (name) => /^[\w-]+\.\w+$/.test(name);

const pathOf = (house, name) =>
  name === "." ? house.in : posix.join(house.in, name);

/** The place of a file in one house: its floor and folder, if it has any. */
function placeIn(house, file) {
  const folder = posix.dirname(file);
  let best;
  for (const [floor, names] of house.floors.entries()) {
    for (const name of names) {
      const path = pathOf(house, name);
      const inside =
        file === path ||
        (name === "." ? folder === path : file.startsWith(`${path}/`));
      if (inside && !(best && best.path.length > path.length)) {
        best = { floor, name, path };
      }
    }
  }
  return best;
}

const isIn = (house, file) =>
  house.in === "" || file.startsWith(`${house.in}/`);

/**
 * Imports that go up or sideways in a house.
 *
 * @param {House} house
 * @param {readonly Import[]} imports
 */
function upward(house, imports) {
  const wrong = [];
  for (const [file, used] of imports) {
    const from = placeIn(house, file);
    const to = placeIn(house, used);
    if (!from || !to || from.path === to.path) continue;
    if (to.floor > from.floor) continue;
    const how = to.floor < from.floor ? "above" : "beside";
    wrong.push({
      import: [file, used],
      why: `${file} uses ${used}: ${to.path} is ${how} ${from.path}`,
    });
  }
  return wrong;
}

/** Files that stand on no floor. */
export const homeless = (houses, files) =>
  houses.flatMap((house) =>
    files
      .filter((file) => isIn(house, file) && !placeIn(house, file))
      .map((file) => `${file} stands on no floor of ${house.in || "the root"}`),
  );

/** Folder → folder beside it → the imports between the two. */
function betweenSiblings(imports) {
  const edges = new Map();
  for (const [file, used] of imports) {
    const [a, b] = [file, used].map((path) => posix.dirname(path).split("/"));
    const depth = a.findIndex((part, i) => part !== b[i]);
    // One lies in the other: a folder and its parts may know each other.
    if (depth < 0 || depth >= b.length) continue;
    const [from, to] = [a, b].map((it) => it.slice(0, depth + 1).join("/"));
    if (!edges.has(from)) edges.set(from, new Map());
    const targets = edges.get(from);
    if (!targets.has(to)) targets.set(to, []);
    targets.get(to).push([file, used]);
  }
  return edges;
}

/** Every folder that can be reached from `start`. */
function reachable(edges, start) {
  const seen = new Set();
  const open = [start];
  while (open.length > 0) {
    for (const next of edges.get(open.pop())?.keys() ?? []) {
      if (!seen.has(next)) {
        seen.add(next);
        open.push(next);
      }
    }
  }
  return seen;
}

/** Whether a house has the two files in different places: `upward` decides. */
const isOrdered = (houses, [file, used]) =>
  houses.some((house) => {
    const [a, b] = [placeIn(house, file), placeIn(house, used)];
    return a && b && a.path !== b.path;
  });

/**
 * Imports that are part of a circle of folders that no house orders.
 *
 * @param {House[]} houses
 * @param {Import[]} imports
 */
function circles(houses, imports) {
  const edges = betweenSiblings(
    imports.filter((pair) => !isOrdered(houses, pair)),
  );
  /** @type {{ import: Import, why: string }[]} */
  const wrong = [];
  for (const [from, targets] of edges) {
    for (const [to, pairs] of targets) {
      if (!reachable(edges, to).has(from)) continue;
      for (const [file, used] of pairs) {
        wrong.push({
          import: [file, used],
          why: `${file} uses ${used}: ${to} comes round to ${from} again`,
        });
      }
    }
  }
  return wrong;
}

/**
 * Files of one name that are not the same thing.
 *
 * @param {object} names
 * @param {string} names.in the folder that they are looked for in
 * @param {string[]} names.perFolder what a folder may have, as others have it
 * @param {string[]} names.bySubject folders below `in` whose files are called by
 *   what they treat: the same subject has the same name in each, once
 * @param {string[]} files
 */
export function namesakes({ in: root, perFolder, bySubject }, files) {
  const byName = new Map();
  for (const file of files.filter((it) => it.startsWith(`${root}/`))) {
    const name = posix.basename(file);
    if (perFolder.includes(name)) continue;
    byName.set(name, [...(byName.get(name) ?? []), file]);
  }
  const roomOf = (file) =>
    bySubject.find((room) => file.startsWith(`${root}/${room}/`)) ?? "";
  return [...byName.values()]
    .filter((same) => {
      if (same.length === 1) return false;
      const rooms = same.map(roomOf);
      return rooms.includes("") || new Set(rooms).size < rooms.length;
    })
    .map((same) => `${same.join(" and ")} have one name`);
}

/** @param {Import} pair */
const keyOf = ([file, used]) => `${file} ${used}`;

/**
 * What is wrong with the imports, in sentences that name both files.
 *
 * @param {{houses: House[], exceptions: Import[]}} declared
 * @param {Import[]} imports
 */
export function violations({ houses, exceptions }, imports) {
  const allowed = new Set(exceptions.map(keyOf));
  const rest = imports.filter((pair) => !allowed.has(keyOf(pair)));
  const wrong = [
    ...houses.flatMap((house) => upward(house, rest)),
    ...circles(houses, rest),
  ];
  const listed = exceptions.filter(
    (pair) => !isNeeded(houses, rest, imports, pair),
  );
  return [
    ...wrong.map(({ why }) => why),
    ...listed.map(
      ([file, used]) =>
        `${file} uses ${used} no more, or may: take the pair out of the exceptions`,
    ),
  ];
}

/**
 * Whether a listed import is there, and would be refused if it were not listed.
 *
 * @param {House[]} houses
 * @param {Import[]} rest
 * @param {Import[]} imports
 * @param {Import} pair
 */
function isNeeded(houses, rest, imports, pair) {
  const key = keyOf(pair);
  if (!imports.some((it) => keyOf(it) === key)) return false;
  if (houses.some((house) => upward(house, [pair]).length > 0)) return true;
  return circles(houses, [...rest, pair]).some(
    (it) => keyOf(it.import) === key,
  );
}

/** A house as the READMEs draw it: `a → {b, c} → d`. */
export const picture = ({ floors }) =>
  floors
    .map((names) => names.filter((name) => name !== "." && !isFile(name)))
    .filter((names) => names.length > 0)
    .map((names) => (names.length > 1 ? `{${names.join(", ")}}` : names[0]))
    .join(" → ");

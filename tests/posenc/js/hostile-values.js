// What no caller should pass: put in the place of good arguments, at random.

const SCALARS = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  -0,
  0,
  -1,
  0.5,
  5e-324,
  1e308,
  2 ** 31,
  -(2 ** 31),
  2 ** 32,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  "3",
  "",
  true,
  false,
  null,
  undefined,
  1n,
  Symbol("s"),
  () => 1,
  [],
  {},
  [[]],
  [undefined],
  new Date(0),
  /x/,
  new Map([["data", [1]]]),
];

const detached = (view) => {
  const copy = view.slice();
  structuredClone(copy.buffer, { transfer: [copy.buffer] });
  return copy;
};

/** Views of the same numbers that others can change or move. */
const VIEWS = [
  detached,
  (view) => new view.constructor(new SharedArrayBuffer(view.byteLength)),
  (view) => {
    const { byteLength } = view;
    const buffer = new ArrayBuffer(byteLength, {
      maxByteLength: 2 * byteLength,
    });
    const made = new view.constructor(buffer);
    made.set(view);
    return made;
  },
  (view) => new BigInt64Array(view.length),
  (view) => new DataView(view.buffer),
  (view) => new Uint8Array(view.length),
];

const isView = (x) => ArrayBuffer.isView(x) && !(x instanceof DataView);

/** What has been spoiled is not looked into again: looking counts. */
const SPOILED = new WeakSet();

/** All places of a tree of arguments: who holds them, and under which name. */
function placesIn(value, places = [], depth = 0) {
  if (typeof value !== "object" || value === null || depth > 4) return places;
  if (SPOILED.has(value) || isView(value) || "dispose" in value) return places;
  const names = Object.keys(value);
  for (const name of Array.isArray(value) ? names.slice(0, 4) : names) {
    const { get } = Object.getOwnPropertyDescriptor(value, name);
    if (get) continue;
    places.push([value, name]);
    placesIn(value[name], places, depth + 1);
  }
  return places;
}

/** A property that does something when it is read, and counts how often. */
function trap(holder, name, value, state) {
  const read = { times: 0, name };
  state.reads.push(read);
  Object.defineProperty(holder, name, {
    get() {
      read.times += 1;
      state.effect();
      return value;
    },
    enumerable: true,
    configurable: true,
  });
}

/** A Proxy that counts what it is asked for. */
function counting(value, state) {
  const asked = new Map();
  return new Proxy(value, {
    get(target, name) {
      if (!asked.has(name)) {
        asked.set(name, { times: 0, name });
        state.reads.push(asked.get(name));
      }
      asked.get(name).times += 1;
      state.effect();
      return Reflect.get(target, name);
    },
  });
}

function hostileObject(d, value, state) {
  switch (d.int(0, 4)) {
    case 0:
      return counting(value, state);
    case 1:
      return Object.create(value);
    case 2:
      return { ...value, surplus: 1 };
    case 3: {
      const copy = { ...value };
      const names = Object.keys(copy);
      if (names.length > 0) delete copy[d.pick(names)];
      return copy;
    }
    default:
      return Object.assign(Object.create(null), value);
  }
}

function hostileArray(d, value, state) {
  const copy = [...value];
  switch (d.int(0, 5)) {
    case 0:
      return counting(value, state);
    case 1:
      delete copy[0];
      return copy;
    case 2:
      copy.push(copy);
      return copy;
    case 3:
      return new Array(2 ** 32 - 1);
    case 4:
      if (copy.length > 0) trap(copy, 0, copy[0], state);
      return copy;
    default:
      return d.bool() ? copy.slice(1) : [...copy, d.pick(SCALARS)];
  }
}

/** Something else in the place of `value`. */
function hostile(d, value, state) {
  if (d.int(0, 2) === 0) return d.pick(SCALARS);
  if (isView(value)) return d.pick(VIEWS)(value);
  if (Array.isArray(value)) return hostileArray(d, value, state);
  if (typeof value !== "object" || value === null) return d.pick(SCALARS);
  if ("dispose" in value) {
    value.dispose();
    return value;
  }
  return hostileObject(d, value, state);
}

/** Spoils one to three places of a call's arguments. */
export function spoil(d, args, state) {
  for (let n = d.int(1, 3); n > 0; n -= 1) {
    const places = placesIn(args);
    if (places.length === 0) return;
    const [holder, name] = d.pick(places);
    const value = holder[name];
    if (SPOILED.has(value)) continue;
    try {
      if (d.int(0, 2) === 0 && holder !== args) {
        trap(holder, name, value, state);
      } else {
        const other = hostile(d, value, state);
        if (typeof other === "object" && other !== null) SPOILED.add(other);
        holder[name] = other;
      }
    } catch {
      // Some places cannot be changed any more.
    }
  }
}

/** Typed arrays anywhere in the arguments. */
export const viewsIn = (args) =>
  placesIn(args)
    .map(
      ([holder, name]) => Object.getOwnPropertyDescriptor(holder, name)?.value,
    )
    .filter(isView);

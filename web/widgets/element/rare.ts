// What few figures need: one file, which they load when they do.
export { keepRoom } from "./room.ts";
export { tellOfGroup } from "./sync-notes.ts";
export { withhold } from "./withheld.ts";

// For engines that cannot inflate: a file of its own, which the others never
// load.
export { unzlibSync as inflate } from "fflate";

import { fileURLToPath } from "node:url";

export default {
  // Where the packages are; Next.js would look for it.
  turbopack: { root: fileURLToPath(new URL("..", import.meta.url)) },
};

import { nodeResolve } from "@rollup/plugin-node-resolve";

export default {
  input: "main.js",
  plugins: [nodeResolve({ browser: true })],
  output: { dir: "dist" },
};

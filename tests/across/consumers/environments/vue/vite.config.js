import vue from "@vitejs/plugin-vue";

const isCustomElement = (tag) => tag.startsWith("pe-");

export default {
  base: "./",
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } })],
};

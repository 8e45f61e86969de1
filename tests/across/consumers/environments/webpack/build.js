import webpack from "webpack";

const compiler = webpack({
  mode: "production",
  entry: "./main.js",
  // Where the page has what is loaded later.
  output: { publicPath: "dist/" },
});
compiler.run((error, stats) => {
  if (error) throw error;
  if (stats.hasErrors()) throw new Error(stats.toString());
});

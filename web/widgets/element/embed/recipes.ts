// How a figure gets into other people's notes: for every platform what to put
// where, made from the figure as it stands. Used by the dialog and by the page
// for teachers; tests build real notes with them.
import { escapeHtml, type Text } from "../../words/text.ts";
import { cdnFiles } from "./cdn.ts";
import { heightOf } from "./heights.ts";

/** A figure as it is to be embedded. */
export interface Embedded {
  readonly tag: string;
  /** Attributes that differ from the figure's own. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly lang: "en" | "zh";
  /** What it shows, for those who only get a link. */
  readonly title: string;
  readonly version: string;
  /** Hash of auto.js, or "" where it is not known. */
  readonly integrity: string;
  /** Address of a site with the embed pages, ending in "/", or "". */
  readonly site: string;
}

/** One thing to do: what, and where. */
export interface Step {
  readonly where: Text;
  readonly code: string;
}

/** A platform. */
export interface Recipe {
  readonly id: string;
  readonly name: string;
  /** Needs the embed pages of a site. */
  readonly framed?: true;
  /** Written after the platform's documentation; nobody has run it there. */
  readonly untried?: true;
  readonly steps: (it: Embedded) => readonly Step[];
}

/** What is said of such a recipe. */
export const UNTRIED: Text = {
  en: "Untried here: written from the platform’s documentation. Try it on a page of your own first.",
  zh: "此处未实测：按该平台的文档写成，请先在自己的页面上试一试。",
};

const base = ({ version }: Embedded): string => cdnFiles(version);

const pairs = ({ attributes, lang }: Embedded): [string, string][] => [
  ...Object.entries(attributes),
  ["lang", lang],
];

/** The element; its content is what readers without scripts get. */
function element(it: Embedded, close = true): string {
  // A line break would end the block that Markdown and reStructuredText have
  // for HTML.
  const written = pairs(it).map(
    ([name, value]) =>
      ` ${name}="${escapeHtml(value).replaceAll("\n", "&#10;")}"`,
  );
  const fallback = escapeHtml(it.title);
  return `<${it.tag}${written.join("")}>${fallback}${close ? `</${it.tag}>` : ""}`;
}

function script(it: Embedded): string {
  const integrity = it.integrity
    ? ` integrity="${it.integrity}" crossorigin="anonymous"`
    : "";
  return `<script defer src="${base(it)}auto.js"${integrity}></script>`;
}

/** The page of the figure alone, as it stands. */
export const pageOf = (it: Embedded): string => {
  const query = new URLSearchParams(pairs(it));
  return `${it.site}embed/${it.tag.slice(3)}.html?${query}`;
};

// No style attribute, which a strict policy of the host would refuse.
const iframe = (it: Embedded): string =>
  `<iframe src="${escapeHtml(pageOf(it))}" title="${escapeHtml(it.title)}" width="100%" height="${heightOf(it.tag)}" loading="lazy" allow="clipboard-write" frameborder="0"></iframe>`;

/** For pages that stay light when the reader's system is dark. */
const light = (it: Embedded): Embedded => ({
  ...it,
  attributes: { theme: "light", ...it.attributes },
});

/** As tall as a slide leaves room for, with larger type. */
const onSlide = (it: Embedded): Embedded => ({
  ...it,
  attributes: {
    ...("height" in it.attributes ? {} : { fit: "slide" }),
    ...it.attributes,
  },
});

/** A parameter of a shortcode; only raw strings may have several lines. */
const hugoText = (value: string): string =>
  value.includes("\n") && !value.includes("`")
    ? `\`${value}\``
    : `"${value.replaceAll('"', '\\"').replaceAll("\n", " ")}"`;

const json = (it: Embedded): string =>
  JSON.stringify({ widget: it.tag, ...Object.fromEntries(pairs(it)) }, null, 2);

/** Attributes whose names are taken: by Python, and by every Jupyter widget. */
const TAKEN: ReadonlySet<string> = new Set(["from", "layout"]);

const pythonName = (name: string): string =>
  name.replaceAll("-", "_") + (TAKEN.has(name) ? "_" : "");

const anywhere: Text = {
  en: "Where the figure is to stand",
  zh: "要放图的位置",
};
const head: Text = {
  en: "In the <head> of the page, once",
  zh: "页面的 <head> 内，只需一次",
};

/** Frames as tall as their figures. */
const fitFrame = (it: Embedded): Step => ({
  where: {
    en: "Once on the page, so that the frame is as tall as the figure (where scripts are allowed)",
    zh: "整页放一次，使框架与图同高（允许脚本时）",
  },
  code: `<script defer src="${base(it)}embed.js"></script>`,
});

/** The class of a notebook's widget. */
const anywidget = (it: Embedded): string => {
  const values = pairs(it).map(
    ([name, value]) =>
      `    ${pythonName(name)} = traitlets.Unicode(${JSON.stringify(value)}).tag(sync=True)`,
  );
  return `import anywidget, traitlets

class Posenc(anywidget.AnyWidget):
    _esm = "${base(it)}anywidget.js"
    widget = traitlets.Unicode("${it.tag}").tag(sync=True)
    state = traitlets.Dict().tag(sync=True)
${values.join("\n")}`;
};

/** All platforms, in the order in which they are offered. */
export const recipes: readonly Recipe[] = [
  {
    id: "html",
    name: "HTML",
    steps: (it) => [
      { where: head, code: script(it) },
      { where: anywhere, code: element(it) },
    ],
  },
  {
    id: "iframe",
    name: "iframe",
    framed: true,
    steps: (it) => [{ where: anywhere, code: iframe(it) }, fitFrame(it)],
  },
  {
    id: "mkdocs",
    name: "MkDocs",
    steps: (it) => [
      {
        where: { en: "mkdocs.yml", zh: "mkdocs.yml" },
        code: `extra_javascript:\n  - ${base(it)}auto.js`,
      },
      {
        where: { en: "In the Markdown file", zh: "Markdown 文件中" },
        code: element(it),
      },
    ],
  },
  {
    id: "sphinx",
    name: "Sphinx",
    steps: (it) => [
      {
        where: { en: "conf.py", zh: "conf.py" },
        code: `html_js_files = ["${base(it)}auto.js"]`,
      },
      {
        where: { en: "In a MyST Markdown file", zh: "MyST Markdown 文件中" },
        code: `\`\`\`{raw} html\n${element(it)}\n\`\`\``,
      },
      {
        where: { en: "Or in reStructuredText", zh: "或 reStructuredText 中" },
        code: `.. raw:: html\n\n   ${element(it)}`,
      },
    ],
  },
  {
    id: "myst",
    name: "MyST",
    steps: (it) => [
      {
        where: {
          en: "In the Markdown file (mystmd, Jupyter Book 2)",
          zh: "Markdown 文件中（mystmd、Jupyter Book 2）",
        },
        code: `\`\`\`{anywidget} ${base(it)}anywidget.js\n${json(it)}\n\`\`\``,
      },
    ],
  },
  {
    id: "quarto",
    name: "Quarto",
    steps: (it) => [
      {
        where: { en: "In the front matter", zh: "文件头部" },
        code: `include-in-header:\n  text: |\n    ${script(it)}`,
      },
      {
        where: anywhere,
        code: `\`\`\`{=html}\n${element(it)}\n\`\`\``,
      },
    ],
  },
  {
    id: "docusaurus",
    name: "Docusaurus",
    steps: (it) => [
      {
        where: { en: "docusaurus.config.js", zh: "docusaurus.config.js" },
        code: `scripts: [{ src: "${base(it)}auto.js", defer: true }],`,
      },
      {
        where: { en: "In the .mdx file", zh: ".mdx 文件中" },
        code: element(it),
      },
    ],
  },
  {
    id: "vitepress",
    name: "VitePress",
    steps: (it) => [
      {
        where: { en: ".vitepress/config.js", zh: ".vitepress/config.js" },
        code: `export default {\n  head: [["script", { defer: "", src: "${base(it)}auto.js" }]],\n  vue: {\n    template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith("pe-") } },\n  },\n};`,
      },
      {
        where: { en: "In the Markdown file", zh: "Markdown 文件中" },
        code: element(it),
      },
    ],
  },
  {
    id: "hugo",
    name: "Hugo",
    steps: (it) => [
      {
        where: {
          en: `layouts/shortcodes/${it.tag}.html`,
          zh: `layouts/shortcodes/${it.tag}.html`,
        },
        code: `<${it.tag}{{ range $name, $value := .Params }} {{ $name | safeHTMLAttr }}="{{ $value }}"{{ end }}></${it.tag}>`,
      },
      {
        where: { en: "In the head template", zh: "head 的模板中" },
        code: script(it),
      },
      {
        where: { en: "In the Markdown file", zh: "Markdown 文件中" },
        code: `{{< ${it.tag}${pairs(it)
          .map(([name, value]) => ` ${name}=${hugoText(value)}`)
          .join("")} >}}`,
      },
    ],
  },
  {
    id: "jekyll",
    name: "Jekyll",
    steps: (it) => [
      {
        where: { en: "_includes/head.html", zh: "_includes/head.html" },
        code: script(it),
      },
      {
        where: { en: "In the Markdown file", zh: "Markdown 文件中" },
        code: element(it),
      },
    ],
  },
  {
    id: "reveal",
    name: "Reveal.js",
    steps: (it) => [
      { where: head, code: script(it) },
      {
        where: { en: "As a slide", zh: "作为一页幻灯片" },
        code: `<section>\n  ${element(onSlide(it))}\n</section>`,
      },
    ],
  },
  {
    id: "jupyter",
    name: "Jupyter",
    steps: (it) => [
      {
        where: {
          en: "In a cell, with anywidget installed (JupyterLab, Colab, VS Code); figure.state is then what the reader has chosen",
          zh: "单元格中，需先安装 anywidget（JupyterLab、Colab、VS Code）；此后 figure.state 就是读者当前的选择",
        },
        code: `${anywidget(it)}\n\nfigure = Posenc()\nfigure`,
      },
      {
        where: { en: "Or without installing anything", zh: "或不安装任何东西" },
        code: `from IPython.display import HTML\n\nHTML('''${script(it).replace("defer ", "")}\n${element(it)}''')`,
      },
    ],
  },
  {
    id: "docsify",
    name: "docsify",
    steps: (it) => [
      {
        where: {
          en: "In index.html, after the script of docsify, once",
          zh: "index.html 中，放在网站自己的脚本之后，只需一次",
        },
        code: script(it),
      },
      {
        where: { en: "In the Markdown file", zh: "Markdown 文件中" },
        code: element(it),
      },
    ],
  },
  {
    id: "remark",
    name: "remark",
    steps: (it) => [
      { where: head, code: script(it) },
      {
        where: {
          en: "On a slide of its own",
          zh: "单独作为一页幻灯片",
        },
        code: `---\n\n${element(onSlide(it))}`,
      },
    ],
  },
  {
    id: "slidev",
    name: "Slidev",
    steps: (it) => [
      {
        where: {
          en: "index.html, beside slides.md",
          zh: "与 slides.md 同一文件夹的 index.html",
        },
        code: `<head>\n  ${script(it)}\n</head>`,
      },
      {
        where: {
          en: "vite.config.ts, so that Vue leaves the element alone",
          zh: "vite.config.ts，让 Vue 不处理这个元素",
        },
        code: `export default {\n  slidev: {\n    vue: {\n      template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith("pe-") } },\n    },\n  },\n};`,
      },
      {
        where: { en: "In slides.md", zh: "slides.md 中" },
        code: `---\n\n${element(onSlide(it))}`,
      },
    ],
  },
  {
    id: "marp",
    name: "Marp",
    steps: (it) => [
      {
        where: {
          en: "At the end of the Markdown file, once; then marp --html slides.md",
          zh: "Markdown 文件末尾，只需一次；转换时加上选项 --html",
        },
        code: script(it),
      },
      {
        where: {
          en: "On a slide of its own",
          zh: "单独作为一页幻灯片",
        },
        code: `---\n\n${element(onSlide(it))}`,
      },
    ],
  },
  {
    id: "marimo",
    name: "marimo",
    untried: true,
    steps: (it) => [
      {
        where: {
          en: 'In a cell, with anywidget installed and marimo imported as mo; figure.value["state"] in another cell is what the reader has chosen',
          zh: "单元格中，需先安装 anywidget，并已按惯例导入 mo；在另一单元格里，figure.value 中有读者当前的选择",
        },
        code: `${anywidget(it)}\n\nfigure = mo.ui.anywidget(Posenc())\nfigure`,
      },
    ],
  },
  {
    id: "moodle",
    name: "Moodle · WordPress",
    framed: true,
    untried: true,
    steps: (it) => [
      {
        where: {
          en: "Moodle: in the HTML view of the editor (drop theme=light where pages turn dark with the reader’s system)",
          zh: "Moodle：编辑器的 HTML 视图中（若页面会跟随系统变成深色，请去掉 theme=light）",
        },
        code: iframe(light(it)),
      },
      {
        where: {
          en: "WordPress: in a “Custom HTML” block, as editor or administrator (it drops the frames of authors and contributors without a word)",
          zh: "WordPress：放进“自定义 HTML”区块，须由编辑或管理员发布（作者和贡献者写入的框架会被悄悄删掉）",
        },
        code: iframe(light(it)),
      },
      fitFrame(it),
    ],
  },
  {
    id: "canvas",
    name: "Canvas",
    framed: true,
    untried: true,
    steps: (it) => [
      {
        where: {
          en: "In the HTML editor of a page. Canvas runs no scripts there, so the frame keeps this height",
          zh: "页面的 HTML 编辑器中。Canvas 不运行其中的脚本，框架的高度固定为此值",
        },
        code: iframe(light(it)),
      },
    ],
  },
  {
    id: "notion",
    name: "Notion · Coda",
    framed: true,
    untried: true,
    steps: (it) => [
      {
        where: {
          en: "Paste this address and choose “embed”",
          zh: "粘贴此地址并选择“嵌入”",
        },
        code: pageOf(light(it)),
      },
    ],
  },
];

// dist/widgets/whole/widgets.js: a script tag with this address once brought all
// figures in one file. It loads auto.js beside it, which loads what the page has;
// where that cannot be, it says in the place of the figures where the one file is.
import type { Text } from "../words/text.ts";
import { ARCHIVE } from "./archive.ts";
import { ownScript } from "./loader/own-script.ts";
import { refuse as refuseAll } from "./loader/refuse.ts";

/** Hash of auto.js, as an `integrity` has it: one on this script covers it. */
declare const __POSENC_AUTO_INTEGRITY__: string;
/** Where the site is, ending in "/". */
declare const __POSENC_HOME__: string;

const oneFile: Text = {
  en: "All figures in one file, which also opens from a disk:",
  zh: "含全部图的单个文件，也可从硬盘打开：",
};

const onDisk: Text = {
  en: "This figure does not load from a disk, because browsers take its modules from a server only.",
  zh: "此图无法从硬盘载入：浏览器只从服务器载入它的模块。",
};

const absent = (address: string): Text => ({
  en: `This figure cannot be loaded: ${address} is not there, or is not that of version ${__POSENC_VERSION__}.`,
  zh: `此图无法载入：${address} 不存在，或不属于 ${__POSENC_VERSION__} 版。`,
});

const nowhere: Text = {
  en: "This figure cannot be loaded: whole/widgets.js was run without a script element that has its address as src.",
  zh: "此图无法载入：载入 widgets.js 的脚本元素没有写明地址。",
};

/** Says of every figure what stands against it, and where the one file is. */
function refuse({ en, zh }: Text): void {
  const text = { en: `${en} ${oneFile.en} `, zh: `${zh}${oneFile.zh}` };
  refuseAll(text, () => {
    const link = document.createElement("a");
    link.href = __POSENC_HOME__ + ARCHIVE;
    link.textContent = link.href;
    return link;
  });
}

/** Of the package, in the folder above. */
const AUTO = "auto.js";

const script = ownScript("whole/widgets.js");
const base = script?.src ?? "";

// Once per page, however many tags it has.
const page = globalThis as { [key: symbol]: boolean | undefined };
const here = Symbol.for(`posenc.whole@${__POSENC_VERSION__}`);

if (page[here]) {
  // It is loaded already, or refused.
} else if (base.startsWith("file:")) {
  page[here] = true;
  refuse(onDisk);
} else if (base === "") {
  page[here] = true;
  refuse(nowhere);
} else {
  page[here] = true;
  const auto = document.createElement("script");
  auto.src = new URL(AUTO, new URL("..", base)).href;
  auto.integrity = __POSENC_AUTO_INTEGRITY__;
  // What has a hash is compared only if it may be read.
  auto.crossOrigin = script?.crossOrigin ?? "anonymous";
  if (script?.nonce) auto.nonce = script.nonce;
  auto.addEventListener("error", () => refuse(absent(auto.src)));
  document.head.append(auto);
}

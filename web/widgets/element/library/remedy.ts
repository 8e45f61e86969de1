// Loaded when the library has not started.
import type { Text } from "../../words/text.ts";

/** What a reader or a page's author can do about a failed start. */
export function remedy(error: unknown): Text {
  const message = error instanceof Error ? error.message : String(error);
  if (/Content-Security-Policy/i.test(message)) {
    return {
      en: "This page’s Content-Security-Policy forbids WebAssembly. Its author can add 'wasm-unsafe-eval' to script-src.",
      zh: "本页的内容安全策略（CSP）禁止运行 WebAssembly。页面作者可在 script-src 中加入 'wasm-unsafe-eval'。",
    };
  }
  if (/Trusted(HTML|ScriptURL)|Trusted Type/.test(message)) {
    return {
      en: "This page’s Content-Security-Policy requires Trusted Types. To show this figure, add posenc to trusted-types.",
      zh: "本页的内容安全策略（CSP）要求使用 Trusted Types。在 trusted-types 中加入 posenc，即可显示此图。",
    };
  }
  if (/SIMD|no WebAssembly/i.test(message)) {
    return {
      en: "This browser cannot run WebAssembly SIMD. Chrome 91, Firefox 89 and Safari 16.4 or newer can.",
      zh: "此浏览器不支持 WebAssembly SIMD。请改用 Chrome 91、Firefox 89、Safari 16.4 或更新的版本。",
    };
  }
  return {
    en: "Reload the page. If that does not help, the message below says why.",
    zh: "请重新载入页面；若仍不行，原因见下面的信息。",
  };
}

// Whether a page may have words or data of its own for a figure: what makes them
// of it loads only then.
import { declaredLanguage } from "../words/text.ts";

export const isTold = (
  host: Element & { readonly wording?: unknown; readonly data?: unknown },
): boolean =>
  (host.wording ?? host.data) !== undefined ||
  host.matches("[finding],[caption],[data]") ||
  !!host.querySelector("script") ||
  !/^(en|zh)\b/i.test(declaredLanguage(host) ?? "en");

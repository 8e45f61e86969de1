// The same in packages of widgets, which pages take from any host: a browser
// begins no thread from a file of another host, so that it is begun from text.

export { trustedAddress as trust } from "../element/look/trusted.ts";

let address: string | undefined;

/** An address that holds the file itself; kept, for all figures of the page. */
export async function threadAddress(): Promise<string> {
  if (address === undefined) {
    const { default: text } = await import(
      "virtual:posenc-training-thread?raw"
    );
    const file = new Blob([text], { type: "text/javascript" });
    address = URL.createObjectURL(file);
  }
  return address;
}

import { AS_MODULE, inBrowser } from "posenc/internal";
import { compileOwn } from "../inline.js";
import { connecting } from "./pool.js";

/**
 * `connect` of posenc-training/worker where the address of the thread's file is
 * always given: bundlers find no file here to take along.
 *
 * @param trust - makes it what `new Worker` takes, in pages with Trusted Types
 */
export const connectingByUrl = (trust: (url: string) => string) =>
  connecting(
    inBrowser((url) => new Worker(trust(url as string), AS_MODULE), compileOwn),
  );

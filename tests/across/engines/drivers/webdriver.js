// As much of the W3C WebDriver protocol as the tests need. The clients on npm
// need a newer Node than this project does.

/** What names an element in the protocol's JSON. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** A session with the driver that listens at `address`. */
export class Session {
  #base;
  /** What the driver granted. @type {any} */
  capabilities;

  static async start(address, capabilities) {
    const session = new Session();
    session.#base = `${address}/session`;
    const granted = await session.send("POST", "", { capabilities });
    session.#base += `/${granted.sessionId}`;
    session.capabilities = granted.capabilities;
    return session;
  }

  /** Sends one command; resolves with its value. */
  async send(method, path, body) {
    const response = await fetch(this.#base + path, {
      method,
      headers: { "Content-Type": "application/json; charset=utf-8" },
      ...(method === "POST" && { body: JSON.stringify(body ?? {}) }),
    });
    const { value } = await response.json();
    if (response.ok) return value;
    throw new Error(`WebDriver: ${path}: ${value.error}: ${value.message}`);
  }

  /** Calls a function of the page, which may be asynchronous. */
  async call(script, args) {
    const { value, error } = await this.send("POST", "/execute/async", {
      script: `const args = [...arguments];
        const done = args.pop();
        Promise.resolve(args).then((a) => (${script})(...a)).then(
          (value) => done({ value }),
          (error) => done({ error: String(error) }),
        );`,
      args,
    });
    if (error !== undefined) throw new Error(error);
    return value;
  }

  /** Calls a function of the page in a frame. */
  async callIn(frame, script, args) {
    const found = await this.send("POST", "/element", {
      using: "css selector",
      value: frame,
    });
    await this.send("POST", "/frame", { id: { [ELEMENT]: found[ELEMENT] } });
    try {
      return await this.call(script, args);
    } finally {
      await this.send("POST", "/frame", { id: null });
    }
  }

  /** Performs actions of one input device, one after another. */
  act(device, actions) {
    return this.send("POST", "/actions", { actions: [{ ...device, actions }] });
  }
}

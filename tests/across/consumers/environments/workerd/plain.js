import { init } from "posenc";

export default {
  async fetch() {
    const said = await init().catch((error) => error.message);
    return new Response(String(said));
  },
};

import { load } from "posenc";

export default {
  async fetch() {
    const said = await load().catch((error) => error.message);
    return new Response(String(said));
  },
};

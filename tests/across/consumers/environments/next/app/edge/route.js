import { init, sinusoidal } from "posenc";

export const runtime = "edge";

export async function GET() {
  await init();
  const { data } = sinusoidal({ seqLen: 1, dModel: 2 });
  return new Response(data.join());
}

import { load } from "posenc";

export const dynamic = "force-dynamic";

export async function GET() {
  const pe = await load();
  const { data } = pe.embedding.sinusoidal({ seqLen: 1, dModel: 2 });
  return new Response(data.join());
}

import { load } from "posenc";

test("a table", async () => {
  const pe = await load();
  const { data } = pe.embedding.sinusoidal({ seqLen: 1, dModel: 2 });
  expect([...data]).toEqual([0, 1]);
});

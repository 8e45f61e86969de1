import { init, sinusoidal } from "posenc";

test("a table", async () => {
  await init();
  const { data } = sinusoidal({ seqLen: 1, dModel: 2 });
  expect([...data]).toEqual([0, 1]);
});

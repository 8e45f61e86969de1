/** The recipe of most tutorials, in float64 like ours. */
function plain(positions, width) {
  const out = new Float32Array(positions * width);
  return {
    output: () => out,
    run() {
      for (let i = 0; i < width; i += 2) {
        const frequency = 10000 ** (-i / width);
        for (let p = 0; p < positions; p += 1) {
          out[p * width + i] = Math.sin(p * frequency);
          out[p * width + i + 1] = Math.cos(p * frequency);
        }
      }
    },
  };
}

const torch = (positions, width) => `
position = torch.arange(${positions}).unsqueeze(1)
def run():
    rate = torch.exp(torch.arange(0, ${width}, 2) * (-9.210340371976184 / ${width}))
    pe = torch.zeros(${positions}, ${width})
    pe[:, 0::2] = torch.sin(position * rate)
    pe[:, 1::2] = torch.cos(position * rate)
    return pe
`;

function table(positions, width) {
  return {
    kernel: "sinusoidal table",
    shape: `${positions} × ${width}`,
    bytes: 4 * positions * width,
    tolerance: 1e-6,
    // Into a buffer, so that the table alone is measured.
    posenc({ pe }) {
      const out = pe.buffer([positions, width]);
      return {
        run: () =>
          void pe.embedding.sinusoidal({
            seqLen: positions,
            dModel: width,
            out,
          }),
        output: () => out.data.slice(),
        close: () => out.dispose(),
      };
    },
    peers: {
      "plain JS": () => plain(positions, width),
      "memory fill": ({ memory }) => memory.fill(positions * width),
    },
    torch: torch(positions, width),
  };
}

export default [table(4096, 512)];

/**
 * The usual recipe for the sinusoidal table, in PyTorch.
 *
 * @param {{ torch?: any }} env the peers that are there
 */
export const sinusoidalPeers = ({ torch }) =>
  torch && {
    PyTorch: () =>
      torch.contender(`
position = torch.arange(4096).unsqueeze(1)
def run():
    rate = torch.exp(torch.arange(0, 512, 2) * (-9.210340371976184 / 512))
    pe = torch.zeros(4096, 512)
    pe[:, 0::2] = torch.sin(position * rate)
    pe[:, 1::2] = torch.cos(position * rate)
    return pe
`),
  };

#include "src/posenc/wasm/analysis.cpp"

#include "border_case.hpp"

namespace posenc::fuzz {

static void similarity(Input& in) {
  Border b(in);
  const Size length = in.size32(12);
  const Size width = in.size32(12);
  const AnyEnum kind(in.choice(2));
  const Address rows = b.read<float>({length, width});
  const Address out = b.write<float>({length, length});
  b.run([&] {
    return wasm::analysis_similarity(out, rows, length, width, kind);
  });
}

static void decay(Input& in) {
  Border b(in);
  const Size count = in.byte() % 40;
  const Size width = in.size32();
  const double base = in.real(1, 1e6);
  const AnyEnum spacing(in.choice(2));
  const Address out = b.write<double>({count});
  b.run([&] { return wasm::analysis_decay(out, count, width, base, spacing); });
}

static void fit_decay(Input& in) {
  Border b(in);
  const Size count = in.size32();
  const AnyEnum law(in.choice(4));
  const double base = in.real(2, 1e6);
  const Address curve = b.read<double>({count}, Fill::kPositive);
  const Address fit = b.write<double>({3});
  b.run([&] { return wasm::analysis_fit_decay(fit, curve, count, law, base); });
}

static void shift_matrix(Input& in) {
  Border b(in);
  const Size width = in.flag() ? 2 * (in.size32(12) % 64) : in.size32();
  const double offset = in.real(-1e4, 1e4);
  const double base = in.real(1, 1e6);
  const AnyEnum layout(in.choice(2));
  const AnyEnum spacing(in.choice(2));
  const Address out = b.write<float>({width, width});
  b.run([&] {
    return wasm::analysis_shift_matrix(out, offset, width, base, layout,
                                       spacing);
  });
}

static void shift_error(Input& in) {
  Border b(in);
  const Size count = in.size32();
  const Size steps = in.size32(12);
  const Size width = in.flag() ? 2 * (in.size32(12) % 64) : in.size32();
  const double base = in.real(1, 1e6);
  const AnyEnum layout(in.choice(2));
  const AnyEnum spacing(in.choice(2));
  const Address rows = b.read<float>({count, width});
  const Address error = b.write<double>({2});
  b.run([&] {
    return wasm::analysis_shift_error(error, rows, count, steps, width, base,
                                      layout, spacing);
  });
}

static void wavelengths(Input& in) {
  Border b(in);
  const Size width = in.size32();
  const Size pairs = in.flag() ? width / 2 : width / 2 + width % 2;
  const double base = in.real(1, 1e6);
  const AnyEnum layout(in.choice(2));
  const AnyEnum spacing(in.choice(2));
  const Address out = b.write<double>({pairs});
  b.run([&] {
    return wasm::analysis_wavelengths(out, pairs, width, base, layout, spacing);
  });
}

static void sinusoidal_float64(Input& in) {
  Border b(in);
  const Size count = in.size32();
  const Size width = in.size32();
  const double base = in.real(1, 1e6);
  const AnyEnum layout(in.choice(2));
  const AnyEnum spacing(in.choice(2));
  const Address out = b.write<double>({count, width});
  b.run([&] {
    return wasm::analysis_sinusoidal_float64(out, count, width, base, layout,
                                             spacing);
  });
}

static void collisions(Input& in) {
  Border b(in);
  const Size count = in.few32(100);
  // The work grows with the square of what is neither few nor too many.
  if (count > 200 && count <= analysis::kMaxCollisionRows) return;
  const Size width = in.size32(8);
  const AnyEnum storage(in.choice(4));
  const double numbers = wasm::analysis_collisions_scratch(count);
  const Address result = b.write<double>({4});
  const Address rows = b.update<double>({count, width});
  const Address slots = b.scratch<std::uint32_t>(numbers);
  const Size slot_count = wasm::integer<Size>(numbers);
  b.run([&] {
    return wasm::analysis_collisions(result, rows, count, width, storage, slots,
                                     slot_count);
  });
}

static void spectrum(Input& in) {
  Border b(in);
  const Size count = in.size32(12);
  const Size width = in.size32(7);
  const Size kept = in.size32(7);
  const Address variances = b.write<double>({width});
  const Address components = b.write<float>({kept, width});
  const Address projections = b.write<float>({count, kept});
  const Address rows = b.read<float>({count, width});
  const Address scratch =
      b.scratch<double>(wasm::analysis_spectrum_scratch(width));
  b.run([&] {
    return wasm::analysis_spectrum(variances, components, projections, rows,
                                   count, width, kept, scratch);
  });
}

static void precision(Input& in) {
  Border b(in);
  const Size count = in.size32();
  const Size pairs = in.size32();
  const AnyEnum format(in.choice(4));
  const Address angle = b.write<double>({count});
  const Address value = b.write<double>({count});
  const Address positions = b.read<double>({count}, Fill::kPosition);
  const Address frequency = b.read<double>({pairs});
  b.run([&] {
    return wasm::analysis_precision(angle, value, positions, count, frequency,
                                    pairs, format);
  });
}

POSENC_FUZZ_BORDER(analysis_targets, {"analysis_similarity", similarity},
                   {"analysis_decay", decay}, {"analysis_fit_decay", fit_decay},
                   {"analysis_shift_matrix", shift_matrix},
                   {"analysis_shift_error", shift_error},
                   {"analysis_wavelengths", wavelengths},
                   {"analysis_sinusoidal_float64", sinusoidal_float64},
                   {"analysis_collisions", collisions},
                   {"analysis_spectrum", spectrum},
                   {"analysis_precision", precision})

}  // namespace posenc::fuzz

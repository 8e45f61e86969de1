#include "src/posenc/wasm/embedding_tables.cpp"

#include "border_case.hpp"

namespace posenc::fuzz {

static void learned(Input& in) {
  Border b(in);
  const Size rows = in.size32();
  const Size width = in.size32();
  const double std = in.real(0, 4);
  const double seed = in.real(-0x1p53, 0x1p53);
  const Address out = b.write<float>({rows, width});
  b.run([&] { return wasm::embedding_learned(out, rows, width, std, seed); });
}

static void update(Input& in) {
  Border b(in);
  const Size count = in.size32();
  const Size rows = in.size32();
  const Size width = in.size32();
  const double rate = in.real(-1, 1);
  const Address table = b.read<float>({rows, width});
  const Address positions = b.read<std::int32_t>({count}, Fill::kIndex, rows);
  const Address gradient = b.read<float>({count, width});
  const Address out = b.write<float>({rows, width});
  // As src/posenc/js/embedding allocates it.
  const Address scratch =
      b.scratch<std::int32_t>(static_cast<double>(rows) + count);
  b.run([&] {
    return wasm::embedding_update(out, table, positions, gradient, scratch,
                                  count, rows, width, rate);
  });
}

static void padded_positions(Input& in) {
  Border b(in);
  const Size batch = in.size32(4);
  const Size length = in.size32();
  const int padding =
      static_cast<int>(in.flag() ? in.choice(4) - 1u : in.word());
  const Address mask = b.read<std::uint8_t>({batch, length}, Fill::kIndex, 2);
  const Address out = b.write<std::int32_t>({batch, length});
  b.run([&] {
    return wasm::embedding_padded_positions(out, mask, batch, length, padding);
  });
}

static void resize(Input& in) {
  Border b(in);
  const Size height = in.size32(8);
  const Size width = in.size32(8);
  const Size new_height = in.size32(8);
  const Size new_width = in.size32(8);
  const Size columns = in.size32(8);
  const Size prefix = in.size32(2);
  const AnyEnum method(in.choice(3));
  const int corners = in.flag();
  const int antialias = in.flag();
  const double offset = in.flag() ? 0 : in.real(0, 1);
  const Address table =
      b.read<float>({plus(prefix, product({height, width})), columns});
  const Address out =
      b.write<float>({plus(prefix, product({new_height, new_width})), columns});
  b.run([&] {
    return wasm::embedding_resize(out, table, height, width, new_height,
                                  new_width, columns, prefix, method, corners,
                                  antialias, offset);
  });
}

static void hierarchical(Input& in) {
  Border b(in);
  const Size count = in.size32(60);
  const Size rows = in.size32(8);
  const Size width = in.size32();
  const double alpha = in.real(0.1, 0.49);
  const Address table = b.read<float>({rows, width});
  const Address out = b.write<float>({count, width});
  b.run([&] {
    return wasm::embedding_hierarchical(out, table, count, rows, width, alpha);
  });
}

static void hybrid(Input& in) {
  Border b(in);
  const Size rows = in.size32();
  const Size width = in.size32();
  const Size learned_width = in.size32(12);
  const double base = in.real(1, 1e6);
  const Address learned = b.read<float>({rows, learned_width});
  const Address out = b.write<float>({rows, width});
  const Address scratch = b.scratch<float>(static_cast<double>(
      product({rows, width > learned_width ? width - learned_width : 0})));
  b.run([&] {
    return wasm::embedding_hybrid(out, learned, scratch, rows, width,
                                  learned_width, base);
  });
}

static void perturbed(Input& in) {
  Border b(in);
  const Size rows = in.size32();
  const Size width = in.size32();
  const double base = in.real(1, 1e6);
  const Address delta = b.read<float>({rows, width});
  const Address out = b.write<float>({rows, width});
  b.run(
      [&] { return wasm::embedding_perturbed(out, delta, rows, width, base); });
}

static void document_rows(Input& in) {
  Border b(in);
  const Size count = in.size32(6);
  const Size width = in.size32();
  const Size rows = in.size32(20);
  const double base = in.real(1, 1e6);
  const Address paragraphs = b.read<std::int32_t>({count}, Fill::kPositive);
  const Address offsets = b.read<float>({count, width});
  const Address out = b.write<float>({rows, width});
  b.run([&] {
    return wasm::embedding_document_rows(out, paragraphs, offsets, rows, count,
                                         width, base);
  });
}

static void document_bias(Input& in) {
  Border b(in);
  const Size count = in.size32(6);
  const Size rows = in.size32(20);
  const Size window = in.size32(8);
  const Size table_size = in.flag()   ? 0
                          : in.flag() ? 2 * window + 1
                                      : in.size32();
  const double strength = in.real(-4, 4);
  const Address sentences = b.read<std::int32_t>({count}, Fill::kPositive);
  const Address table = b.read<float>({table_size});
  const Address out = b.write<float>({rows, rows});
  b.run([&] {
    return wasm::embedding_document_bias(out, sentences, table, rows, count,
                                         table_size, window, strength);
  });
}

POSENC_FUZZ_BORDER(table_targets, {"embedding_learned", learned},
                   {"embedding_update", update},
                   {"embedding_padded_positions", padded_positions},
                   {"embedding_resize", resize},
                   {"embedding_hierarchical", hierarchical},
                   {"embedding_hybrid", hybrid},
                   {"embedding_perturbed", perturbed},
                   {"embedding_document_rows", document_rows},
                   {"embedding_document_bias", document_bias})

}  // namespace posenc::fuzz

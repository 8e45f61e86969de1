// The same models in PyTorch: tools/training/twin.py.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "setup.hpp"
#include "training/adamw.hpp"

namespace posenc {
namespace {

#include "twin.inc"

using test::Bench;
using test::Texts;
using training::Init;

// As begin() of the twin.
template <class T>
void begin(Bench<T>& bench) {
  test::Random random(1);
  for (const training::Tensor& tensor : bench.plan.tensors()) {
    double low = tensor.low - 0.1;
    double high = tensor.low + 0.1;
    if (tensor.init == Init::kNormal) {
      low = -2 * tensor.low;
      high = 2 * tensor.low;
    } else if (tensor.init == Init::kUniform) {
      low = tensor.low;
      high = tensor.high;
    }
    for (std::size_t i = 0; i < tensor.size(); ++i) {
      bench.params[tensor.offset + i] = static_cast<T>(random.real(low, high));
    }
  }
}

// The largest difference of the losses of 20 steps.
template <class T>
double difference(const test::Example& example) {
  Bench<T> bench(example.options, 0);
  begin(bench);
  std::vector<T> m(bench.params.size());
  std::vector<T> v(bench.params.size());
  const training::AdamWOptions adamw{.rate = 1e-2,
                                     .beta1 = 0.9,
                                     .beta2 = 0.98,
                                     .decay = 0.1,
                                     .clip = 0.5,
                                     .warmup = 5,
                                     .steps = 20,
                                     .final = 0.1};
  double worst = 0;
  const auto* const twin = kTwin[static_cast<int>(example.options.scheme)];
  for (std::uint64_t n = 1; n <= 20; ++n) {
    const Texts texts(example.options, 3, 11, 100 + n);
    std::fill(bench.grads.begin(), bench.grads.end(), T{0});
    const double loss = bench.run(texts.batch, true).loss;
    worst = std::max(worst, std::fabs(loss - twin[n - 1]));
    const double norm = training::norm_of<T>(bench.grads);
    training::update<T>(bench.plan, adamw, n,
                        norm > adamw.clip ? adamw.clip / norm : 1, bench.grads,
                        bench.params, m, v);
  }
  return worst;
}

}  // namespace

TEST_CASE("losses of 20 steps are those of PyTorch in float64") {
  for (const test::Example& example : test::examples()) {
    CAPTURE(std::string(example.name));
    CHECK(difference<double>(example) < 1e-9);
  }
}

TEST_CASE("losses of 20 steps in float32 are those of PyTorch to 1e-4") {
  for (const test::Example& example : test::examples()) {
    CAPTURE(std::string(example.name));
    CHECK(difference<float>(example) < 1e-4);
  }
}

}  // namespace posenc

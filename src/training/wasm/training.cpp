// posenc-training: models and trainers, which are objects with a life of their
// own, bound with Embind. src/posenc/js has the API that people use; this one
// takes what has been checked there, and still answers a status to everything
// else.
//
// Arrays go in and out as views of memory: `corpus(n)` is an Int32Array to
// fill, `params()` a Float32Array to copy from. Statuses are those of
// src/posenc/core/status.hpp, kTooLarge also when memory is short.
#include <emscripten/bind.h>

#include "objects.hpp"

namespace posenc::wasm {

EMSCRIPTEN_BINDINGS(training) {
  using namespace emscripten;
  value_object<PlanOptions>("ModelOptions")
      .field("layers", &PlanOptions::layers)
      .field("width", &PlanOptions::width)
      .field("heads", &PlanOptions::heads)
      .field("vocabulary", &PlanOptions::vocabulary)
      .field("positions", &PlanOptions::positions)
      .field("causal", &PlanOptions::causal)
      .field("tied", &PlanOptions::tied)
      .field("scheme", &PlanOptions::number, &PlanOptions::set_number)
      .field("dropout", &PlanOptions::dropout)
      .field("base", &PlanOptions::base)
      .field("learnedWidth", &PlanOptions::learned_width)
      .field("clip", &PlanOptions::clip)
      .field("shawValues", &PlanOptions::shaw_values)
      .field("span", &PlanOptions::span)
      .field("copePositions", &PlanOptions::cope_positions)
      .field("buckets", &PlanOptions::buckets)
      .field("maxDistance", &PlanOptions::max_distance)
      .field("fireWidth", &PlanOptions::fire_width)
      .field("fireLength", &PlanOptions::fire_length)
      .field("sandwichWidth", &PlanOptions::sandwich_width)
      .field("rotaryWidth", &PlanOptions::rotary_width)
      .field("xposScaleBase", &PlanOptions::xpos_scale_base);
  value_object<SourceOptions>("SourceOptions")
      .field("task", &SourceOptions::task)
      .field("symbols", &SourceOptions::symbols)
      .field("back", &SourceOptions::back)
      .field("classes", &SourceOptions::classes)
      .field("hints", &SourceOptions::hints)
      .field("verbs", &SourceOptions::verbs)
      .field("fillers", &SourceOptions::fillers)
      .field("earliest", &SourceOptions::earliest)
      .field("fromCorpus", &SourceOptions::fromCorpus);
  value_object<TestOptions>("TestOptions")
      .field("randomized", &TestOptions::randomized)
      .field("seed", &TestOptions::seed)
      .field("scaling", &TestOptions::scaling)
      .field("factor", &TestOptions::factor)
      .field("originalLength", &TestOptions::originalLength);
  value_object<TrainOptions>("TrainOptions")
      .field("source", &TrainOptions::source)
      .field("size", &TrainOptions::size)
      .field("least", &TrainOptions::least)
      .field("batch", &TrainOptions::batch)
      .field("randomized", &TrainOptions::randomized)
      .field("seed", &TrainOptions::seed)
      .field("rate", &TrainOptions::rate)
      .field("beta1", &TrainOptions::beta1)
      .field("beta2", &TrainOptions::beta2)
      .field("epsilon", &TrainOptions::epsilon)
      .field("decay", &TrainOptions::decay)
      .field("clip", &TrainOptions::clip)
      .field("warmup", &TrainOptions::warmup)
      .field("steps", &TrainOptions::steps)
      .field("finalRate", &TrainOptions::finalRate);
  value_object<TensorView>("Tensor")
      .field("kind", &TensorView::kind)
      .field("layer", &TensorView::layer)
      .field("rows", &TensorView::rows)
      .field("columns", &TensorView::columns)
      .field("offset", &TensorView::offset)
      .field("decays", &TensorView::decays);
  value_object<ScoreView>("Score")
      .field("status", &ScoreView::status)
      .field("loss", &ScoreView::loss)
      .field("accuracy", &ScoreView::accuracy)
      .field("whole", &ScoreView::whole)
      .field("scored", &ScoreView::scored);
  value_object<ReportView>("Report")
      .field("status", &ReportView::status)
      .field("state", &ReportView::state)
      .field("loss", &ReportView::loss)
      .field("norm", &ReportView::norm)
      .field("rate", &ReportView::rate)
      .field("accuracy", &ReportView::accuracy)
      .field("tokens", &ReportView::tokens);
  value_object<TaskView>("Task")
      .field("status", &TaskView::status)
      .field("vocabulary", &TaskView::vocabulary)
      .field("length", &TaskView::length)
      .field("scored", &TaskView::scored)
      .field("chance", &TaskView::chance);
  class_<Planned>("Planned")
      .property("status", &Planned::status)
      .property("numbers", &Planned::numbers)
      .property("tensors", &Planned::tensors)
      .function("tensor", &Planned::tensor)
      .function("name", &Planned::name)
      .function("corpus", &Planned::corpus)
      .function("bias", &Planned::bias)
      .function("frequencies", &Planned::frequencies);
  class_<Model, base<Planned>>("Model")
      .constructor<const PlanOptions&, double>()
      .function("params", &Model::params)
      .function("evaluate", &Model::evaluate)
      .function("tokens", &Model::tokens)
      .function("look", &Model::look)
      .function("weights", &Model::weights)
      .function("logits", &Model::logits)
      .function("generate", &Model::generate);
  class_<Trainer, base<Planned>>("Trainer")
      .constructor<const PlanOptions&>()
      .property("steps", &Trainer::steps)
      .function("begin", &Trainer::begin)
      .function("step", &Trainer::step)
      .function("give", &Trainer::give)
      .function("take", &Trainer::take)
      .function("save", &Trainer::save)
      .function("saved", &Trainer::saved)
      .function("restore", &Trainer::restore);
  class_<Example>("Example")
      .constructor<const SourceOptions&, std::size_t, double, double>()
      .function("tokens", &Example::tokens)
      .function("targets", &Example::targets);
  emscripten::function("task", &task);
}

}  // namespace posenc::wasm

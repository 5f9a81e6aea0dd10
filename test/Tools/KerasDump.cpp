//===- KerasDump.cpp - All of a Keras model as JSON -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KerasDump.h"
#include "FileDumper.h"
#include "Frontend/Keras/ModelFacts.h"

using namespace trainlint;
using namespace trainlint::keras;
using llvm::StringRef;

namespace {
class Dumper : test::FileDumper {
public:
  Dumper(const ModelFile &file, llvm::json::OStream &out)
      : FileDumper(file.text, out), file(file) {}

  void dumpFile();

private:
  using FileDumper::dump;
  void dump(const Model &model, const ModelFacts &facts);
  void dump(const Layer &layer, const LayerFacts &facts,
            const ModelFacts *inner);
  void dump(StringRef key, llvm::ArrayRef<TensorRef> tensors);
  void dump(const Shape &shape);
  void dump(StringRef key, const std::optional<WeightCount> &weights);

  const ModelFile &file;
};
} // namespace

void Dumper::dump(const Shape &shape) {
  if (!shape)
    return out.value(nullptr);
  out.array([&] {
    for (int64_t size : *shape)
      out.value(size);
  });
}

void Dumper::dump(StringRef key, const std::optional<WeightCount> &weights) {
  if (!weights)
    return;
  out.attributeArray(key, [&] {
    out.value(weights->trainable);
    out.value(weights->fixed);
  });
}

void Dumper::dump(StringRef key, llvm::ArrayRef<TensorRef> tensors) {
  out.attributeArray(key, [&] {
    for (const TensorRef &tensor : tensors) {
      check(tensor.range);
      check(tensor.layer.range);
      out.array([&] {
        out.value(tensor.layer.text);
        out.value(tensor.call);
        out.value(tensor.output);
        if (!tensor.argument.empty())
          out.value(tensor.argument);
      });
    }
  });
}

void Dumper::dump(const Layer &layer, const LayerFacts &facts,
                  const ModelFacts *inner) {
  check(layer.range);
  out.object([&] {
    dump("class", layer.className);
    dump("name", layer.name);
    dump("dtype", layer.dtype);
    dump("weights", facts.weights);
    if (layer.inner)
      dump("wraps", layer.inner->className);
    out.attributeArray("calls", [&] {
      for (const Call &call : layer.calls) {
        check(call.range);
        out.object([&] { dump("inputs", call.inputs); });
      }
    });
    out.attributeArray("outputs", [&] {
      for (llvm::ArrayRef<Shape> call : facts.outputs) {
        out.array([&] {
          for (const Shape &shape : call)
            dump(shape);
        });
      }
    });
    if (layer.model) {
      out.attributeBegin("model");
      static const ModelFacts nothing;
      dump(*layer.model, inner ? *inner : nothing);
      out.attributeEnd();
    }
  });
}

void Dumper::dump(const Model &model, const ModelFacts &facts) {
  check(model.range);
  out.object([&] {
    dump("class", model.className);
    dump("name", model.name);
    out.attribute("kind", static_cast<int64_t>(model.kind));
    dump("weights", facts.weights);
    dump("inputs", model.inputs);
    dump("outputs", model.outputs);
    out.attributeArray("shapes", [&] {
      for (const Shape &shape : facts.outputs)
        dump(shape);
    });
    out.attributeArray("layers", [&] {
      for (size_t i = 0; i < model.layers.size(); ++i) {
        bool isKnown = i < facts.layers.size();
        dump(model.layers[i], isKnown ? facts.layers[i] : LayerFacts(),
             isKnown ? facts.models[i].get() : nullptr);
      }
    });
  });
}

void Dumper::dumpFile() {
  out.object([&] {
    out.attribute("format", file.unpacked ? "Keras archive" : "Keras JSON");
    out.attribute("encoding", file.unpacked ? "archive" : "text");
    out.attribute("version", file.kerasVersion.text);
    dump("backend", file.backend);
    dump("optimizer", file.training.optimizer);
    dump("loss", file.training.loss);
    out.attribute("hasModel", file.hasModel);
    out.attributeBegin("model");
    dump(file.model, inferModel(file.model, {}, Tables::builtIn()));
    out.attributeEnd();
    dumpProblem(file.problem);
  });
}

void test::dumpModel(const ModelFile &file, llvm::json::OStream &out) {
  Dumper(file, out).dumpFile();
}

//===- KerasDump.cpp - All of a Keras model as JSON -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KerasDump.h"
#include "FileDumper.h"
#include "Frontend/Keras/ModelFile.h"

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
  void dump(const Model &model);
  void dump(const Layer &layer);
  void dump(StringRef key, llvm::ArrayRef<TensorRef> tensors);

  const ModelFile &file;
};
} // namespace

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

void Dumper::dump(const Layer &layer) {
  check(layer.range);
  out.object([&] {
    dump("class", layer.className);
    dump("name", layer.name);
    dump("dtype", layer.dtype);
    if (layer.inner)
      dump("wraps", layer.inner->className);
    out.attributeArray("calls", [&] {
      for (const Call &call : layer.calls) {
        check(call.range);
        out.object([&] { dump("inputs", call.inputs); });
      }
    });
    if (layer.model) {
      out.attributeBegin("model");
      dump(*layer.model);
      out.attributeEnd();
    }
  });
}

void Dumper::dump(const Model &model) {
  check(model.range);
  out.object([&] {
    dump("class", model.className);
    dump("name", model.name);
    out.attribute("kind", static_cast<int64_t>(model.kind));
    dump("inputs", model.inputs);
    dump("outputs", model.outputs);
    out.attributeArray("layers", [&] {
      for (const Layer &layer : model.layers)
        dump(layer);
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
    dump(file.model);
    out.attributeEnd();
    dumpProblem(file.problem);
  });
}

void test::dumpModel(const ModelFile &file, llvm::json::OStream &out) {
  Dumper(file, out).dumpFile();
}

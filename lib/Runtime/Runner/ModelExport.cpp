//===- ModelExport.cpp - Trained weights in files of others ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Runner/ModelExport.h"
#include "Frontend/ONNX/ReplaceWeights.h"
#include "Runtime/Tensor/InputFile.h"
#include "Support/LLVM.h"
#include "Support/OutputFile.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::run;

static constexpr StringRef OnnxExtension = ".onnx";
static constexpr StringRef TensorExtension = ".safetensors";

static llvm::Error cannotExport(StringRef path, const llvm::Twine &why) {
  return llvm::createStringError("cannot export to `" + path + "`: " + why);
}

/// Refuses weights that stand elsewhere than in the initializers of the graph.
static llvm::Error checkNames(StringRef path, ArrayRef<std::string> names,
                              const llvm::StringSet<> &initializers) {
  for (const std::string &name : names)
    if (!initializers.contains(name))
      return cannotExport(path, "`" + name +
                                    "` is no initializer of the model's graph; "
                                    "a `.safetensors` file holds it as well");
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<ModelExport>>
ModelExport::prepare(const std::string &path, const std::string &graph,
                     std::vector<std::string> names) {
  StringRef extension = llvm::sys::path::extension(path);
  if (extension != OnnxExtension && extension != TensorExtension)
    return cannotExport(path, "`.onnx` and `.safetensors` are known");
  if (llvm::Error error = checkWritable(path))
    return error;
  std::unique_ptr<ModelExport> out(new ModelExport(path, std::move(names)));
  if (extension == TensorExtension)
    return out;
  if (llvm::sys::path::extension(graph) != OnnxExtension)
    return cannotExport(path, "`" + graph + "` is no ONNX model");
  auto model = readNamedFile(graph);
  if (!model)
    return model.takeError();
  auto initializers = onnx::initializersOf((*model)->getBuffer());
  if (!initializers)
    return cannotExport(
        path, "`" + graph + "`: " + llvm::toString(initializers.takeError()));
  if (llvm::Error error = checkNames(path, out->names, *initializers))
    return error;
  out->model = std::move(*model);
  return out;
}

llvm::Error ModelExport::writeOnnx(
    const std::map<std::string, checkpoints::TensorView> &state) const {
  llvm::StringMap<StringRef> values;
  for (const std::string &name : names)
    values[name] = state.at(name).bytes;
  auto text = onnx::replaceWeights(model->getBuffer(), values);
  if (!text)
    return cannotExport(path, llvm::toString(text.takeError()));
  return writeFileDurably(path, text->parts);
}

llvm::Error ModelExport::write(
    const std::map<std::string, checkpoints::TensorView> &state) const {
  if (model)
    return writeOnnx(state);
  std::map<std::string, checkpoints::TensorView> kept;
  for (const std::string &name : names)
    kept[name] = state.at(name);
  auto text = checkpoints::writeTensorFile(names.empty() ? state : kept, {});
  if (!text)
    return cannotExport(path, llvm::toString(text.takeError()));
  return writeFileDurably(path, text->parts());
}

//===- ModelFile.cpp - Files that hold a Keras model ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Keras/ModelFile.h"
#include "Support/LLVM.h"
#include "Support/ZipArchive.h"
#include "Text/Hdf5/File.h"

using namespace trainlint;
using namespace trainlint::keras;

/// The most values that the configuration in an archive or in HDF5 may have:
/// packed ones take next to nothing. A model of a thousand layers has a tenth
/// of that.
static constexpr size_t MostPackedValues = size_t(1) << 19;
/// The most bytes that a configuration may have. That of a large model has a
/// tenth of that.
static constexpr uint64_t LargestConfig = 8 << 20;
/// What stands beside the configuration are a few words.
static constexpr uint64_t LargestMetadata = 64 << 10;

/// Takes what stands beside a model, if it stands here.
static void readSurroundings(const json::Value &value, ModelFile &out) {
  if (const json::Value *version = value.find("keras_version"))
    out.kerasVersion = nameOf(version);
  if (const json::Value *backend = value.find("backend"))
    out.backend = nameOf(backend);
  for (StringRef key : {"training_config", "compile_config"}) {
    const json::Value *training = value.find(key);
    if (training && training->isObject())
      readTraining(*training, out.training);
  }
}

/// The value that holds the model itself.
static const json::Value *findModel(const json::Value &root, ModelFile &out) {
  const json::Value *value = &root;
  // TensorFlow.js keeps what Keras stores in HDF5 below a key of its own.
  for (StringRef key : {"modelTopology", "model_config"}) {
    readSurroundings(*value, out);
    const json::Value *inner = value->find(key);
    if (inner && inner->isObject())
      value = inner;
  }
  readSurroundings(*value, out);
  const json::Value *className = value->find("class_name");
  bool isModel = className && className->isString() && value->find("config");
  return isModel ? value : nullptr;
}

/// Unpacks an archive. False with a problem if that is not possible.
static bool unpack(StringRef file, ModelFile &out) {
  auto config = zip::readEntry(file, "config.json", LargestConfig);
  if (!config) {
    out.problem = json::Problem{0, llvm::toString(config.takeError())};
    return false;
  }
  out.unpacked = std::move(*config);
  out.text = out.unpacked->getBuffer();
  auto metadata = zip::readEntry(file, "metadata.json", LargestMetadata);
  if (!metadata) {
    // It holds nothing that the model needs.
    llvm::consumeError(metadata.takeError());
    return true;
  }
  out.metadata = std::move(*metadata);
  std::optional<json::Problem> problem;
  std::optional<json::Value> value =
      json::parse(out.metadata->getBuffer(), out.arena, problem);
  // Its places are not those of the configuration.
  if (const json::Value *version =
          value ? value->find("keras_version") : nullptr)
    out.kerasVersion = {version->text, SourceRange()};
  return true;
}

/// The text of an attribute of the file itself; nothing if there is none, or if
/// it is no text.
static llvm::Expected<std::optional<StringRef>> textOf(hdf5::File &file,
                                                       StringRef name) {
  auto attribute = file.attribute(file.root(), name);
  if (!attribute)
    return attribute.takeError();
  if (!*attribute)
    return std::nullopt;
  auto strings = file.strings(**attribute);
  if (!strings)
    return strings.takeError();
  if (strings->size() != 1)
    return std::nullopt;
  return strings->front();
}

static llvm::Error readHdf5(StringRef bytes, ModelFile &out) {
  auto file = hdf5::File::open(bytes);
  if (!file)
    return file.takeError();
  auto config = textOf(**file, "model_config");
  if (!config)
    return config.takeError();
  if (!*config)
    return llvm::createStringError(
        "there is no text in the attribute `model_config`");
  if ((*config)->size() > LargestConfig)
    return llvm::createStringError("`model_config` has " +
                                   llvm::Twine((*config)->size()) +
                                   " bytes, and " + llvm::Twine(LargestConfig) +
                                   " are the most that are read");
  out.unpacked = llvm::MemoryBuffer::getMemBufferCopy(**config);
  out.text = out.unpacked->getBuffer();
  for (auto [name, value] :
       {std::pair<StringRef, Name *>{"keras_version", &out.kerasVersion},
        {"backend", &out.backend}}) {
    auto text = textOf(**file, name);
    if (!text)
      return text.takeError();
    if (*text)
      *value = {(*text)->copy(out.arena), SourceRange()};
  }
  auto training = textOf(**file, "training_config");
  if (!training)
    return training.takeError();
  if (!*training || (*training)->size() > LargestConfig)
    return llvm::Error::success();
  out.trainingText = (*training)->str();
  std::optional<json::Problem> problem;
  std::optional<json::Value> value =
      json::parse(out.trainingText, out.arena, problem, MostPackedValues);
  // Where it stands is not where the layers do.
  if (value && value->isObject())
    readTraining(*new (out.arena) json::Value(*value), out.training);
  return llvm::Error::success();
}

std::unique_ptr<ModelFile> keras::readModelFile(StringRef file) {
  auto out = std::make_unique<ModelFile>();
  out->text = file;
  if (zip::isArchive(file) && !unpack(file, *out))
    return out;
  if (hdf5::isHdf5(file)) {
    if (llvm::Error error = readHdf5(file, *out)) {
      out->problem = json::Problem{0, llvm::toString(std::move(error))};
      return out;
    }
  }
  std::optional<json::Value> root =
      json::parse(out->text, out->arena, out->problem,
                  out->unpacked ? MostPackedValues : SIZE_MAX);
  if (!root)
    return out;
  // The values live as long as the file.
  const auto *kept = new (out->arena) json::Value(*root);
  if (const json::Value *model = findModel(*kept, *out)) {
    out->hasModel = true;
    if (!readModel(*model, out->model))
      out->problem =
          json::Problem{model->range.begin,
                        "the model has more than " + std::to_string(MostCalls) +
                            " layers, which are the most that are read"};
    if (out->model.kind == ModelKind::Sequential)
      out->training.scope = out->model.name.text.str() + "/";
  }
  return out;
}

//===- ModelExport.cpp - Trained weights in files of others ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Runner/ModelExport.h"
#include "Frontend/ONNX/ReplaceWeights.h"
#include "Runtime/Checkpoints/ObjectGraph.h"
#include "Runtime/Checkpoints/TensorBundle.h"
#include "Runtime/Runner/SavedModelFiles.h"
#include "Runtime/Tensor/InputFile.h"
#include "Support/LLVM.h"
#include "Support/OutputFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::run;

static constexpr StringRef OnnxExtension = ".onnx";
static constexpr StringRef TensorExtension = ".safetensors";

static llvm::Error cannotExport(StringRef path, const llvm::Twine &why) {
  return llvm::createStringError("cannot export to `" + path + "`: " + why);
}

/// Refuses weights that stand elsewhere than in the initializers of the graph.
static llvm::Error checkNames(StringRef path,
                              ArrayRef<trainer::NamedShape> states,
                              const llvm::StringSet<> &initializers) {
  for (const trainer::NamedShape &state : states)
    if (!initializers.contains(state.name))
      return cannotExport(path, "`" + state.name +
                                    "` is no initializer of the model's graph; "
                                    "a `.safetensors` file holds it as well");
  return llvm::Error::success();
}

llvm::Error ModelExport::prepareOnnx(StringRef graph) {
  modelPath = graph.str();
  auto initializers = onnx::initializersOf(model->getBuffer());
  if (!initializers)
    return cannotExport(
        path, "`" + graph + "`: " + llvm::toString(initializers.takeError()));
  return checkNames(path, states, *initializers);
}

/// The form of the floats of a state; null for what is no float.
static const llvm::fltSemantics *formOf(pjrt::abi::Buffer_Type type) {
  switch (type) {
  case pjrt::abi::Buffer_Type::F16:
    return &llvm::APFloat::IEEEhalf();
  case pjrt::abi::Buffer_Type::BF16:
    return &llvm::APFloat::BFloat();
  case pjrt::abi::Buffer_Type::F32:
    return &llvm::APFloat::IEEEsingle();
  case pjrt::abi::Buffer_Type::F64:
    return &llvm::APFloat::IEEEdouble();
  default:
    return nullptr;
  }
}

llvm::Error ModelExport::prepareKeras(StringRef graph) {
  auto named = [&](llvm::Error error) {
    return cannotExport(path,
                        "`" + graph + "`: " + llvm::toString(std::move(error)));
  };
  kerasModel = keras::readModelFile(model->getBuffer());
  if (!kerasModel->hasModel)
    return cannotExport(path, "`" + graph + "` is no Keras model");
  auto opened =
      keras::StoredWeights::open(model->getBuffer(), kerasModel->model);
  if (!opened)
    return named(opened.takeError());
  weights = std::move(*opened);
  if (!weights)
    return cannotExport(path, "`" + graph + "` holds no weights");
  // What else a model keeps is made anew with each training.
  llvm::erase_if(states, [](const trainer::NamedShape &state) {
    return !formOf(state.shape.type) || state.shape.byteSize() == 0;
  });
  std::vector<keras::WantedWeight> wanted;
  for (const trainer::NamedShape &state : states)
    wanted.push_back(
        {state.name, {state.shape.dims.begin(), state.shape.dims.end()}});
  auto found = weights->find(wanted);
  if (!found)
    return named(found.takeError());
  stored = std::move(*found);
  for (const keras::StoredWeight &weight : stored)
    if (llvm::Error error = weights->checkReplaceable(weight))
      return named(std::move(error));
  return llvm::Error::success();
}

/// Finds the place of each state in the checkpoint that it began with.
llvm::Error
ModelExport::prepareBundle(const checkpoints::RestoredKeys &restored) {
  auto variables = checkpoints::NamedVariables::create(*bundle, restored);
  if (!variables)
    return variables.takeError();
  std::map<std::string, StringRef> owners;
  for (const trainer::NamedShape &state : states) {
    std::string key = variables->keyOf(state.name);
    if (key.empty())
      return cannotExport(
          path, "`" + bundle->getPrefix() + "` has no place for `" +
                    state.name + "`; a `.safetensors` file holds it as well");
    auto [owner, isNew] = owners.try_emplace(key, state.name);
    if (!isNew)
      return cannotExport(path, "`" + bundle->getPrefix() +
                                    "` has one place for `" + owner->second +
                                    "` and `" + state.name + "`");
    auto view = bundle->tensor(key);
    if (!view)
      return cannotExport(path, llvm::toString(view.takeError()));
    if (view->shape != state.shape)
      return cannotExport(path,
                          "`" + state.name + "` of `" + bundle->getPrefix() +
                              "` is " + view->shape.text() +
                              ", and the model's is " + state.shape.text());
    keys.push_back(std::move(key));
  }
  return bundle->readFiles();
}

/// The folder of a SavedModel, whose graph is in a file; empty for others.
static StringRef folderOfSavedModel(StringRef graph) {
  StringRef name = llvm::sys::path::filename(graph);
  if (name != "saved_model.pb" && name != "saved_model.pbtxt")
    return {};
  StringRef folder = llvm::sys::path::parent_path(graph);
  return folder.empty() ? "." : folder;
}

llvm::Error ModelExport::prepareSavedModel(const ExportedModel &exported) {
  savedModel = folderOfSavedModel(exported.graph).str();
  std::string prefix = checkpoints::findTensorBundle(savedModel);
  if (prefix.empty())
    return cannotExport(path, "`" + savedModel + "` holds no variables");
  auto opened = checkpoints::TensorBundle::open(prefix);
  if (!opened)
    return opened.takeError();
  bundle = std::move(*opened);
  if (llvm::Error error = prepareBundle(exported.restoredKeys))
    return error;
  return prepareSavedModelFolder(savedModel, path);
}

/// The extension of models like that of a path; HDF5 has two.
static StringRef kindOf(StringRef path) {
  StringRef extension = llvm::sys::path::extension(path);
  return extension == ".hdf5" ? ".h5" : extension;
}

llvm::Expected<std::unique_ptr<ModelExport>>
ModelExport::prepare(const std::string &path, ExportedModel exported) {
  const std::string &graph = exported.graph;
  StringRef kind = kindOf(path);
  bool isKeras = kind == ".h5" || kind == ".keras";
  bool isBundle = checkpoints::isTensorBundle(path);
  std::unique_ptr<ModelExport> out(new ModelExport(
      path, std::move(exported.states), std::move(exported.means)));
  if (kind != OnnxExtension && kind != TensorExtension && !isKeras &&
      !isBundle) {
    if (folderOfSavedModel(graph).empty())
      return cannotExport(path, "`.ckpt`, `.h5`, `.keras`, `.onnx` and "
                                "`.safetensors` are known, and a folder for a "
                                "SavedModel");
    if (llvm::Error error = out->prepareSavedModel(exported))
      return error;
    return out;
  }
  SmallVector<std::string, 2> written = {path};
  if (isBundle) {
    std::string prefix = checkpoints::bundlePrefix(path);
    written = {prefix + checkpoints::BundleIndexExtension.str(),
               checkpoints::bundleDataPath(prefix)};
  }
  for (const std::string &file : written)
    if (llvm::Error error = checkWritable(file))
      return error;
  if (kind == TensorExtension || isBundle) {
    std::string before =
        isBundle ? checkpoints::findTensorBundle(exported.init) : "";
    if (before.empty())
      return out;
    auto opened = checkpoints::TensorBundle::open(before);
    if (!opened)
      return opened.takeError();
    // One that has variables by their names is written as any state is.
    if (!(*opened)->contains(checkpoints::ObjectGraphKey))
      return out;
    out->bundle = std::move(*opened);
    if (llvm::Error error = out->prepareBundle(exported.restoredKeys))
      return error;
    return out;
  }
  if (kindOf(graph) != kind)
    return cannotExport(path, "`" + graph + "` is " +
                                  (!isKeras        ? "no ONNX model"
                                   : kind == ".h5" ? "no Keras model in HDF5"
                                                   : "no archive of Keras"));
  auto model = readNamedFile(graph);
  if (!model)
    return model.takeError();
  out->model = std::move(*model);
  if (llvm::Error error =
          isKeras ? out->prepareKeras(graph) : out->prepareOnnx(graph))
    return error;
  return out;
}

llvm::Error ModelExport::writeOnnx(const State &state) const {
  llvm::StringMap<StringRef> values;
  for (const trainer::NamedShape &kept : states)
    values[kept.name] = state.at(kept.name).bytes;
  // A copy elsewhere would not find what lies beside the model.
  StringRef from = llvm::sys::path::parent_path(modelPath);
  from = from.empty() ? StringRef(".") : from;
  StringRef to = llvm::sys::path::parent_path(path);
  bool isMoved = !llvm::sys::fs::equivalent(from, to.empty() ? "." : to);
  auto text = onnx::replaceWeights(model->getBuffer(), values,
                                   isMoved ? from : StringRef());
  if (!text)
    return cannotExport(path, llvm::toString(text.takeError()));
  return writeFileDurably(path, text->parts);
}

llvm::Error ModelExport::writeKeras(const State &state) const {
  std::vector<keras::StoredWeights::NewElements> elements;
  for (const auto &[kept, weight] : llvm::zip_equal(states, stored)) {
    const checkpoints::TensorView &value = state.at(kept.name);
    elements.push_back({&weight, value.bytes, formOf(value.shape.type)});
  }
  auto text = weights->replace(elements);
  if (!text)
    return cannotExport(path, llvm::toString(text.takeError()));
  return writeFileDurably(path, text->parts);
}

/// The index comes last: there is none that names bytes which are not there.
llvm::Error ModelExport::writeBundle(const State &state) const {
  auto text = checkpoints::writeTensorBundle(state);
  if (!text)
    return cannotExport(path, llvm::toString(text.takeError()));
  std::string prefix = checkpoints::bundlePrefix(path);
  if (llvm::Error error =
          writeFileDurably(checkpoints::bundleDataPath(prefix), text->bytes))
    return error;
  return writeFileDurably(prefix + checkpoints::BundleIndexExtension.str(),
                          {StringRef(text->index)});
}

/// All else of the checkpoint is as it was.
llvm::Error ModelExport::writeReplaced(const State &state) const {
  std::map<std::string, StringRef> elements;
  for (const auto &[kept, key] : llvm::zip_equal(states, keys))
    elements[key] = state.at(kept.name).bytes;
  auto files = bundle->replace(elements);
  if (!files)
    return cannotExport(path, llvm::toString(files.takeError()));
  std::string prefix = savedModel.empty() ? checkpoints::bundlePrefix(path)
                                          : variablesOfSavedModel(path);
  for (const auto &[name, parts] : files->data)
    if (llvm::Error error = writeFileDurably(prefix + name, parts))
      return error;
  if (llvm::Error error =
          writeFileDurably(prefix + checkpoints::BundleIndexExtension.str(),
                           {StringRef(files->index)}))
    return error;
  return savedModel.empty() ? llvm::Error::success()
                            : copySavedModel(savedModel, path);
}

llvm::Error ModelExport::write(const State &given) const {
  State state = given;
  for (const auto &mean : means)
    state[mean.first().str()] = given.at(mean.second);
  if (weights)
    return writeKeras(state);
  if (bundle)
    return writeReplaced(state);
  if (model)
    return writeOnnx(state);
  State kept;
  for (const trainer::NamedShape &own : states)
    kept[own.name] = state.at(own.name);
  const State &whole = states.empty() ? state : kept;
  if (checkpoints::isTensorBundle(path))
    return writeBundle(whole);
  auto text = checkpoints::writeTensorFile(whole, {});
  if (!text)
    return cannotExport(path, llvm::toString(text.takeError()));
  return writeFileDurably(path, text->parts());
}

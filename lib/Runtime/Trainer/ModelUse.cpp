//===- ModelUse.cpp - Models evaluated and used without training ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Trainer/ModelUse.h"
#include "Runtime/Checkpoints/NamedVariables.h"
#include "Runtime/Tensor/Npy.h"
#include "Runtime/Trainer/StateParts.h"
#include "Runtime/Trainer/TrainingLog.h"
#include "Support/LLVM.h"
#include "Support/OutputFile.h"
#include "Support/Printable.h"
#include "Support/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace trainlint;
using namespace trainlint::trainer;

//===----------------------------------------------------------------------===//
// What is needed
//===----------------------------------------------------------------------===//

/// Refuses values of other shapes, and a file of another model.
static llvm::Error checkState(const checkpoints::TensorFile &file,
                              const EvaluationModule &module, StringRef path) {
  bool hasAny = module.state.empty();
  for (const NamedShape &state : module.state) {
    auto found = file.tensors.find(state.name);
    if (found == file.tensors.end())
      continue;
    hasAny = true;
    if (found->second.shape != state.shape)
      return llvm::createStringError(llvm::formatv(
          "`{0}` of `{1}` is {2}, and the model's is {3}", state.name, path,
          found->second.shape.text(), state.shape.text()));
  }
  if (hasAny)
    return llvm::Error::success();
  return llvm::createStringError("`" + path +
                                 "` has no value of the model, such as `" +
                                 module.state.front().name + "`");
}

/// The steps that a file of a training says.
static std::optional<int64_t> stepOf(const checkpoints::TensorFile &file) {
  auto found = file.metadata.find("step");
  int64_t step;
  if (found == file.metadata.end() ||
      StringRef(found->second).getAsInteger(10, step))
    return std::nullopt;
  return step;
}

llvm::Error ModelUse::readState(llvm::raw_ostream &err) {
  std::string path = options.init;
  if (!path.empty()) {
    std::vector<std::string> names;
    for (const auto *use : {&evaluation, &prediction})
      if (*use)
        for (const NamedShape &state : (*use)->module.state)
          names.push_back(state.name);
    auto read =
        checkpoints::loadStateTensors(path, names, options.restoredKeys);
    if (!read)
      return read.takeError();
    given = std::move(read->loaded);
  } else if (!options.checkpoints.empty()) {
    auto newest = checkpoints::CheckpointFolder(options.checkpoints, 1)
                      .findNewest([&](llvm::Error error) {
                        writeNote(err, llvm::toString(std::move(error)));
                      });
    if (!newest)
      return newest.takeError();
    if (!*newest)
      return llvm::createStringError("`" + options.checkpoints +
                                     "` holds no checkpoint");
    path = (*newest)->path;
    given = std::move((*newest)->state);
  } else {
    return llvm::Error::success();
  }
  step = stepOf(given.file);
  for (const auto *use : {&evaluation, &prediction}) {
    if (!*use)
      continue;
    if (llvm::Error error = checkState(given.file, (*use)->module, path))
      return error;
    std::string missing;
    for (const NamedShape &state : (*use)->module.state)
      if (!given.file.tensors.count(state.name))
        missing += (missing.empty() ? "`" : ", `") + state.name + "`";
    if (!missing.empty())
      writeNote(err, "`" + path + "` has no value of " + missing +
                         ", which keeps its initial one");
  }
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<ModelUse>>
ModelUse::prepare(std::optional<EvaluationModule> evaluation,
                  std::optional<EvaluationModule> prediction,
                  const TrainingOptions &options, int64_t devices,
                  llvm::raw_ostream &err) {
  std::unique_ptr<ModelUse> out(new ModelUse(options));
  if (llvm::Error error = checkWritable(options.predictions))
    return error;
  out->seed = options.seed.value_or(0);
  ArrayRef<data::DataFile> files =
      options.heldOut.empty() ? options.data : options.heldOut;
  auto add = [&](std::optional<EvaluationModule> &module,
                 std::optional<Evaluation> &use) -> llvm::Error {
    if (!module)
      return llvm::Error::success();
    int64_t possible = std::max<int64_t>(devices / module->partitions, 1);
    int64_t replicas = options.replicas.value_or(possible);
    auto made = Evaluation::prepare(std::move(*module), files, options,
                                    replicas, /*isOwn=*/false, out->seed);
    if (!made)
      return made.takeError();
    use = std::move(*made);
    return llvm::Error::success();
  };
  if (llvm::Error error = add(evaluation, out->evaluation))
    return error;
  if (llvm::Error error = add(prediction, out->prediction))
    return error;
  if (llvm::Error error = out->readState(err))
    return error;
  return out;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

llvm::Expected<std::vector<run::HostTensor>>
ModelUse::stateFor(const EvaluationModule &module, const TrainingHost &host) {
  std::vector<run::HostTensor> state(module.state.size());
  bool isWhole = llvm::all_of(module.state, [&](const NamedShape &wanted) {
    return given.file.tensors.count(wanted.name) != 0;
  });
  if (!isWhole) {
    auto initial = initialState(host.client, module, host.compile, seed);
    if (!initial)
      return initial.takeError();
    state = std::move(*initial);
  }
  for (const auto &[wanted, tensor] : llvm::zip_equal(module.state, state)) {
    auto found = given.file.tensors.find(wanted.name);
    if (found != given.file.tensors.end())
      tensor = {found->second.shape,
                {found->second.bytes.begin(), found->second.bytes.end()}};
  }
  return state;
}

namespace {
/// A module on its devices with the state.
struct LoadedModule {
  DeviceBuffers buffers;
  DeviceEvaluation::State state;
  // It waits for what reads the buffers.
  std::unique_ptr<DeviceEvaluation> device;
};
} // namespace

static llvm::Expected<LoadedModule> load(const Evaluation &use,
                                         std::vector<run::HostTensor> state,
                                         bool checksMemory,
                                         const TrainingHost &host) {
  LoadedModule out;
  auto made =
      DeviceEvaluation::create(host.client, use.module, use.grid, host.compile);
  if (!made)
    return made.takeError();
  out.device = std::move(*made);
  if (checksMemory)
    if (llvm::Error error = out.device->checkMemory())
      return error;
  if (out.device->program().getDevices().size() !=
      static_cast<size_t>(use.grid.count()))
    return llvm::createStringError(
        "an evaluation needs the devices of all replicas in one process");
  auto buffers =
      uploadParts(host.client, use.module, out.device->program().getDevices(),
                  out.device->getPlaces(), std::move(state));
  if (!buffers)
    return buffers.takeError();
  out.buffers = std::move(*buffers);
  auto pointers = stateOf(use.module, use.module, out.buffers);
  if (!pointers)
    return pointers.takeError();
  out.state = std::move(*pointers);
  return out;
}

llvm::Error ModelUse::evaluate(const TrainingHost &host) {
  auto state = stateFor(evaluation->module, host);
  if (!state)
    return state.takeError();
  auto loaded =
      load(*evaluation, std::move(*state), options.checksMemory, host);
  if (!loaded)
    return loaded.takeError();
  auto result =
      loaded->device->evaluate(evaluation->dataset, loaded->state, seed);
  if (!result)
    return result.takeError();
  bool isText = options.log == LogKind::Progress ||
                (options.log == LogKind::Automatic &&
                 llvm::sys::Process::StandardOutIsDisplayed());
  auto write = isText ? writeEvaluation : writeJsonEvaluation;
  write(host.out, step, evaluation->module.metrics, *result);
  return llvm::Error::success();
}

/// The file of an output. Several have their names before the extension.
static std::string fileOf(StringRef file, const NamedShape &output,
                          size_t count) {
  if (count == 1)
    return file.str();
  std::string name = output.name;
  for (char &letter : name)
    if (!llvm::isAlnum(letter) && letter != '-' && letter != '_')
      letter = '_';
  StringRef extension = llvm::sys::path::extension(file);
  return (file.drop_back(extension.size()) + "." + name + extension).str();
}

llvm::Error ModelUse::predict(const TrainingHost &host) {
  auto state = stateFor(prediction->module, host);
  if (!state)
    return state.takeError();
  auto loaded =
      load(*prediction, std::move(*state), options.checksMemory, host);
  if (!loaded)
    return loaded.takeError();
  auto outputs =
      loaded->device->predict(prediction->dataset, loaded->state, seed);
  if (!outputs)
    return outputs.takeError();
  llvm::StringMap<unsigned> used;
  for (const auto &[shape, tensor] :
       llvm::zip_equal(prediction->module.results, *outputs)) {
    std::string file = fileOf(options.predictions, shape, outputs->size());
    // Names may differ in letters that files do not have.
    while (unsigned number = used[file]++)
      file = fileOf(file, {std::to_string(number), {}}, outputs->size());
    if (llvm::Error error = writeFileAtomically(file, run::writeNpy(tensor)))
      return llvm::createStringError("cannot write `" + file +
                                     "`: " + llvm::toString(std::move(error)));
  }
  return llvm::Error::success();
}

llvm::Error ModelUse::run(const TrainingHost &host) {
  if (evaluation)
    if (llvm::Error error = evaluate(host))
      return error;
  return prediction ? predict(host) : llvm::Error::success();
}

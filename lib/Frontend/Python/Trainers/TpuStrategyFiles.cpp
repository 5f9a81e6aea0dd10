//===- TpuStrategyFiles.cpp - What the hosts of a TPU read ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Graphs.h"
#include "Frontend/Python/Trainers/TensorflowNames.h"
#include "Frontend/Python/Trainers/TpuStrategyCalls.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::python;

/// Where TensorFlow Datasets puts what it downloads.
static constexpr llvm::StringLiteral DownloadFolder = "~/tensorflow_datasets";

static bool isOnDisk(const Value &path) {
  if (path.kind != ValueKind::Text || path.text.empty())
    return false;
  StringRef text = path.text;
  if (path.isTemplate)
    return text.starts_with("/") || text.starts_with("./") ||
           text.starts_with("~");
  return !text.contains("://") && !text.starts_with("<") &&
         !text.contains('$') && !text.contains("{{");
}

static void checkPath(const Context &context, const Value &path, Place use,
                      mlir::LocationAttr tpu) {
  if (!isOnDisk(path))
    return;
  Report report = diag::TpuLocalFile::folder(context.at(path, use), path.text);
  if (tpu)
    report.note(tpu, "the TPU that reads it");
}

static void checkDownload(const Context &context, const Call &call,
                          mlir::LocationAttr tpu) {
  const Argument *folder = call.find("data_dir", 2);
  if (folder) {
    checkPath(context, *folder->value, folder->place, tpu);
    return;
  }
  const Argument *cloud = call.find("try_gcs");
  if (call.isOpen || (cloud && cloud->value->truth() != false))
    return;
  Report report =
      diag::TpuLocalFile::folder(context.at(call.calleePlace), DownloadFolder);
  if (tpu)
    report.note(tpu, "the TPU that reads it");
  report.help("`try_gcs=True` reads the copy on Cloud Storage");
}

namespace {
/// A TPU on hosts of its own.
struct RemoteTpu {
  /// Null if it is not named.
  mlir::LocationAttr location;
};
} // namespace

static std::optional<RemoteTpu> findRemoteTpu(const TpuCalls &calls) {
  const Context &context = calls.context;
  if (context.target && context.target->isTpu()) {
    if (context.target->readsLocalFiles)
      return std::nullopt;
    return RemoteTpu{context.target->location};
  }
  for (const OrderedCall &resolver : calls.resolvers)
    if (!remoteTpu(*resolver.call).empty())
      return RemoteTpu{context.at(*resolver.call->find("tpu", 0))};
  for (const Call *call : context.program.calls()) {
    const Argument *master = tpuClassOf(call->callee) == TpuClass::RunConfig
                                 ? call->find("master", 2)
                                 : nullptr;
    if (master && master->value->kind == ValueKind::Text &&
        master->value->text.starts_with("grpc://"))
      return RemoteTpu{context.at(*master)};
  }
  return std::nullopt;
}

/// The folder that an estimator writes its checkpoints to.
static const Argument *modelFolder(const Call &call) {
  switch (tpuClassOf(call.callee)) {
  case TpuClass::Estimator:
    return call.find("model_dir", 1);
  case TpuClass::RunConfig:
    return call.find("model_dir");
  default:
    return nullptr;
  }
}

void python::checkTpuFiles(const TpuCalls &calls) {
  const Context &context = calls.context;
  std::optional<RemoteTpu> remote = findRemoteTpu(calls);
  if (!remote)
    return;
  mlir::LocationAttr tpu = remote->location;
  for (const Call *call : context.program.calls()) {
    if (call->callee == "tensorflow_datasets.load") {
      checkDownload(context, *call, tpu);
      continue;
    }
    if (const Argument *folder = modelFolder(*call)) {
      checkPath(context, *folder->value, folder->place, tpu);
      continue;
    }
    const Argument *files =
        readsFiles(call->callee) ? call->find("filenames", 0) : nullptr;
    if (!files)
      continue;
    if (!files->value->isSequence()) {
      checkPath(context, *files->value, files->place, tpu);
      continue;
    }
    for (const Value *file : files->value->items)
      checkPath(context, *file, files->place, tpu);
  }
}

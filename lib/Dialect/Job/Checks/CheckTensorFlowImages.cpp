//===- CheckTensorFlowImages.cpp - Images and what their TPU runs ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Software.h"
#include "Dialect/Job/Checks/CheckPass.h"
#include "Dialect/Job/Checks/Machines.h"
#include "Dialect/Job/Checks/Slices.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::job;

namespace trainlint::job {
#define GEN_PASS_DEF_CHECKTENSORFLOWIMAGES
#include "Dialect/Job/Checks/Passes.h.inc"
} // namespace trainlint::job

namespace {
struct CheckTensorFlowImages
    : CheckPass<CheckTensorFlowImages,
                job::impl::CheckTensorFlowImagesBase<CheckTensorFlowImages>> {
  using CheckPass::CheckPass;

  static bool appliesTo(Platform platform) {
    return platform == Platform::VertexAI;
  }
  void check(TrainingOp training);
};
} // namespace

/// True if `name` is a word and then a number or a part after a dash, as `tf`
/// is in `tf2-gpu.2-8` and `tf-cpu.2-17`.
static bool isVariantOf(StringRef name, StringRef word) {
  if (!name.consume_front(word))
    return false;
  name = name.drop_while(llvm::isDigit);
  return name.empty() || name.front() == '-' || name.front() == '.';
}

/// True for the images of TensorFlow itself and those that Google makes for it.
/// What is in an image of one's own its name does not tell.
static bool isTensorFlowImage(StringRef image) {
  auto [path, name] = image.rsplit('/');
  name = name.take_until([](char c) { return c == ':' || c == '@'; });
  if (path == "tensorflow" || path.ends_with("/tensorflow"))
    return path.count('/') < 2 && isVariantOf(name, "tensorflow");
  bool isGoogles = path.ends_with("/vertex-ai/training") ||
                   path.ends_with("/cloud-aiplatform/training") ||
                   path.ends_with("/deeplearning-platform-release");
  return isGoogles && isVariantOf(name, "tf");
}

void CheckTensorFlowImages::check(TrainingOp training) {
  // Where the machine is one of a pool that others chose, who knows.
  if (training.getPlatform() == Platform::GKE)
    return;
  for (PoolOp pool : training.getPools()) {
    ValueAttr image = pool.getImageAttr();
    std::optional<StringRef> name = knownString(image);
    const MachineTypes::Row *machine = machineOf(pool, tables());
    if (!name || !machine || !isTensorFlowImage(*name))
      continue;
    const TpuGenerations::Row *generation = generationOf(*machine, tables());
    if (!generation || generation->tensorflow)
      continue;
    cite(diag::TensorFlowOnTpu::image(image.getLoc(), *name, generation->name),
         tables().tpuGenerations)
        .note(pool.getMachineTypeAttr().getLoc(), "the machine of its TPUs")
        .help("train with JAX or PyTorch");
  }
}

Check job::checkTensorFlowImages() {
  return Check::of<CheckTensorFlowImages>();
}

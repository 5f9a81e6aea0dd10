//===- CheckContainers.cpp - Images, commands and versions ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Software.h"
#include "Dialect/Job/Checks/CheckPass.h"
#include "Dialect/Job/Checks/FieldNames.h"
#include "Dialect/Job/Checks/Machines.h"
#include "Support/LLVM.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::job;

namespace trainlint::job {
#define GEN_PASS_DEF_CHECKCONTAINERS
#include "Dialect/Job/Checks/Passes.h.inc"
} // namespace trainlint::job

namespace {
struct CheckContainers
    : CheckPass<CheckContainers,
                job::impl::CheckContainersBase<CheckContainers>> {
  using CheckPass::CheckPass;

  void check(TrainingOp training);

private:
  void checkCommand(TrainingOp training, PoolOp pool, ValueAttr masterImage);
  void checkInheritance(TrainingOp training, ValueAttr masterImage);
  void checkChiefName(TrainingOp training, ValueAttr masterImage);
};
} // namespace

void CheckContainers::checkCommand(TrainingOp training, PoolOp pool,
                                   ValueAttr masterImage) {
  const RoleNames &names = namesOf(pool);
  if (pool.getImageAttr() || masterImage)
    return;
  ValueAttr runtime = training.getRuntimeVersionAttr();
  auto report = [&](StringRef field, ValueAttr value) {
    if (!value)
      return;
    std::string name = (names.config + "." + field).str();
    if (runtime)
      diag::ContainerCommandWithoutImage::noImage(value.getLoc(), name)
          .note(runtime.getLoc(), "no image beside a runtime version");
    else
      diag::ContainerCommandWithoutImage::noImageHere(value.getLoc(), name,
                                                      names.noun)
          .help("add `" + names.image + "`");
  };
  report("containerCommand", pool.getContainerCommandAttr());
  report("containerArgs", pool.getContainerArgsAttr());
}

/// True if an image is in Container Registry or in Artifact Registry.
static bool isInRegistry(StringRef image) {
  StringRef host = image.split('/').first;
  return host == "gcr.io" || host.ends_with(".gcr.io") ||
         host.ends_with(".pkg.dev");
}

static void checkRegistry(PoolOp pool) {
  ValueAttr image = pool.getImageAttr();
  std::optional<StringRef> name = knownString(image);
  if (name && !isInRegistry(*name))
    diag::ImageRegistry::elsewhere(image.getLoc(), *name)
        .help("push the image to gcr.io/PROJECT/NAME");
}

void CheckContainers::checkInheritance(TrainingOp training,
                                       ValueAttr masterImage) {
  llvm::SmallVector<StringRef> roles;
  for (PoolOp pool : training.getPools()) {
    if (pool.getRole() != Role::Chief && pool.mayStartReplicas() &&
        !pool.getImageAttr())
      roles.push_back(namesOf(pool).noun);
  }
  if (!roles.empty())
    diag::ImageInherited::inherited(masterImage.getLoc(),
                                    formatList(roles, "and"));
}

void CheckContainers::checkChiefName(TrainingOp training,
                                     ValueAttr masterImage) {
  ValueAttr given = training.getUseChiefInTfConfigAttr();
  if (given && !masterImage && given.getBool() == true) {
    diag::ChiefInTfConfig::noEffect(given.getLoc());
    return;
  }
  PoolOp workers = training.getPool(Role::Worker);
  bool distributed =
      workers && workers.startsReplicas() && !isCloudTpu(workers);
  if (!given && masterImage && masterImage.getKnown() && distributed)
    diag::ChiefInTfConfig::distributed(masterImage.getLoc())
        .note(workers.getReplicasAttr().getLoc(), "distributed training")
        .help("add `" +
              settingOf(training, /*value=*/{}, "useChiefInTfConfig", "true") +
              "` if the program uses TensorFlow 2");
}

void CheckContainers::check(TrainingOp training) {
  // Kubernetes has rules of its own, which the schema of its objects holds.
  if (training.getPlatform() == Platform::GKE)
    return;
  PoolOp chief = training.getPool(Role::Chief);
  ValueAttr masterImage = chief ? chief.getImageAttr() : ValueAttr();
  if (ValueAttr runtime = training.getRuntimeVersionAttr();
      runtime && runtime.getKnown() && masterImage && masterImage.getKnown())
    diag::ImageAndRuntimeVersion::both(
        runtime.getLoc(),
        nameOrFlagOf(training, training.getRuntimeVersionAttr(),
                     "runtimeVersion"),
        namesOf(chief, masterImage).image)
        .note(masterImage.getLoc(), "the image is given here")
        .help("remove one of the two");
  for (PoolOp pool : training.getPools()) {
    checkCommand(training, pool, masterImage);
    checkRegistry(pool);
  }
  // What is not known may be no image.
  if (masterImage && masterImage.getKnown())
    checkInheritance(training, masterImage);
  checkChiefName(training, masterImage);
}

Check job::checkContainers() { return Check::of<CheckContainers>(); }

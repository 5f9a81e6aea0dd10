//===- CheckRay.cpp - What KubeRay refuses --------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/KubernetesTraining.h"
#include "Diagnostics/Report.h"
#include "Dialect/Job/IR/Job.h"
#include "Frontend/GKE/CheckTraining.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::gke;
using namespace trainlint::yaml;

/// The names of the pods of a cluster begin with that of the cluster, and those
/// of clusters with that of their job or service.
static constexpr int64_t MostOfCluster = 53;
static constexpr int64_t MostOfOwner = 47;

static void checkRange(const KnownValue &group) {
  KnownValue least = group["minReplicas"], most = group["maxReplicas"];
  std::optional<int64_t> minimum = least.integer(), maximum = most.integer();
  if (minimum && maximum && *minimum > *maximum) {
    diag::ReplicaRange::reversed(least.location(), *minimum, *maximum)
        .note(most.location(), "the maximum");
    return;
  }
  KnownValue replicas = group["replicas"];
  std::optional<int64_t> count = replicas.integer();
  if (count && minimum && *count < *minimum)
    diag::ReplicaRange::below(replicas.location(), *count, *minimum)
        .note(least.location(), "the minimum");
  else if (count && maximum && *count > *maximum)
    diag::ReplicaRange::above(replicas.location(), *count, *maximum)
        .note(most.location(), "the maximum");
}

static void checkStartParams(const KnownValue &group) {
  KnownValue params = group["rayStartParams"];
  if (!group["resources"].fields().empty()) {
    for (StringRef name : {"num-cpus", "num-gpus", "memory", "resources"}) {
      if (params[name].text())
        diag::RayStartParams::both(params[name].place(), name)
            .note(group["resources"].place(), "`resources` is given here");
    }
  }
  KnownValues containers = group["template"]["spec"]["containers"].items();
  if (containers.empty())
    return;
  KnownValue written = params["num-gpus"];
  KnownValue amount = amountOf(containers.front(), job::GpuResource);
  std::optional<int64_t> count = written.integer(), gpus = amount.integer();
  // 0 keeps tasks away on purpose.
  if (!count || !gpus || *count == *gpus || *count == 0)
    return;
  bool plain = written.view().as<ScalarNode>()->style == ScalarStyle::Plain;
  std::string right = std::to_string(*gpus);
  diag::RayStartParams::gpus(written.location(), *count, *gpus)
      .note(amount.location(), "the GPUs of the container")
      .fix(/*safe=*/false, "write " + right, written.location(),
           plain ? right : "\"" + right + "\"");
}

void gke::checkRay(const KnownValue &object, StringRef kind) {
  bool isCluster = kind == "RayCluster";
  if (!isCluster && kind != "RayJob" && kind != "RayService")
    return;
  checkName(object["metadata"]["name"], kind,
            isCluster ? MostOfCluster : MostOfOwner);
  KnownValue spec = object["spec"];
  KnownValue cluster = isCluster          ? spec
                       : kind == "RayJob" ? spec["rayClusterSpec"]
                                          : spec["rayClusterConfig"];
  checkStartParams(cluster["headGroupSpec"]);
  for (const KnownValue &group : cluster["workerGroupSpecs"].items()) {
    checkRange(group);
    checkStartParams(group);
  }
}

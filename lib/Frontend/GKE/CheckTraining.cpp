//===- CheckTraining.cpp - What controllers of training refuse ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GKE/CheckTraining.h"
#include "Diagnostics/Messages/KubernetesTraining.h"
#include "Diagnostics/Report.h"
#include "Support/LLVM.h"
#include "Support/Placeholder.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::gke;
using namespace trainlint::yaml;

/// A label of the DNS that begins with a letter.
static bool isHostName(StringRef text) {
  auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || llvm::isDigit(c) || c == '-';
  };
  return llvm::all_of(text, fits) && text.front() >= 'a' && text.back() != '-';
}

void gke::checkName(const KnownValue &name, StringRef kind, int64_t limit) {
  std::optional<StringRef> text = name.text();
  // What stands in capitals is left for the reader to fill in.
  if (!text || isPlaceholderWord(*text))
    return;
  if (!isHostName(*text))
    diag::WorkloadName::form(name.location(), *text, kind)
        .help("small letters, digits and `-`, with a letter first and no `-` "
              "last");
  else if (static_cast<int64_t>(text->size()) > limit)
    diag::WorkloadName::tooLong(name.location(), kind, limit, text->size());
}

void gke::checkLeaderWorkerSet(const KnownValue &object) {
  checkName(object["metadata"]["name"], "LeaderWorkerSet", 63);
  KnownValue group = object["spec"]["leaderWorkerTemplate"];
  KnownValue policy = group["subGroupPolicy"];
  std::optional<int64_t> part = policy["subGroupSize"].integer();
  // A group without a size is one pod.
  std::optional<int64_t> size = group["size"].isGiven()
                                    ? group["size"].integer()
                                    : std::optional<int64_t>(1);
  if (!part || !size || *part < 1 || *size < 1 || group.isOpen())
    return;
  mlir::Location place = policy["subGroupSize"].location();
  bool leaderLeftOut =
      policy["subGroupPolicyType"].text() == StringRef("LeaderExcluded");
  if (*part > *size)
    diag::SubgroupSize::larger(place, *part, *size);
  else if (*size % *part != 0 && (*size - 1) % *part != 0)
    diag::SubgroupSize::rest(place, *size, *part);
  else if (leaderLeftOut && (*size - 1) % *part != 0)
    diag::SubgroupSize::leader(place, *size, *part);
}

void gke::checkTraining(View view, TreeView &tree) {
  KnownValue object(view, tree);
  StringRef kind = object["kind"].text().value_or("");
  StringRef version = object["apiVersion"].text().value_or("");
  StringRef group = version.split('/').first;
  if (group == "jobset.x-k8s.io" && kind == "JobSet")
    checkJobSet(object);
  else if (group == "leaderworkerset.x-k8s.io" && kind == "LeaderWorkerSet")
    checkLeaderWorkerSet(object);
  else if (group == "kubeflow.org")
    checkKubeflow(object, kind);
  else if (group == "trainer.kubeflow.org" && kind == "TrainJob")
    checkTrainJob(object, tree);
  else if (group == "trainer.kubeflow.org")
    checkRuntime(object);
  else if (group == "ray.io")
    checkRay(object, kind);
  else if (group == "kueue.x-k8s.io" && kind == "ClusterQueue")
    checkClusterQueue(object, tree);
}

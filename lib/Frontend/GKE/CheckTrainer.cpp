//===- CheckTrainer.cpp - What the webhooks of Trainer refuse -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/KubernetesTraining.h"
#include "Diagnostics/Report.h"
#include "Frontend/GKE/CheckTraining.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::gke;
using namespace trainlint::yaml;

/// The variables that a runtime of a framework sets in the node container.
static constexpr StringRef TorchVariables[] = {
    "PET_NNODES", "PET_NPROC_PER_NODE", "PET_NODE_RANK", "PET_MASTER_ADDR",
    "PET_MASTER_PORT"};
static constexpr StringRef MpiVariables[] = {
    "OMPI_MCA_orte_default_hostfile", "OMPI_MCA_plm_rsh_args",
    "OMPI_MCA_orte_keep_fqdn_hostnames", "OMPI_MCA_orte_set_default_slots"};

/// The runtime of a name that the same file defines.
static std::optional<KnownValue> runtimeNamed(StringRef name, TreeView &tree) {
  // Each job of a file asks.
  constexpr size_t MostDocuments = 256;
  for (const Document &document : tree.documents().take_front(MostDocuments)) {
    KnownValue object(tree.resolve(document.root), tree);
    bool isRuntime =
        object["kind"].text().value_or("").ends_with("TrainingRuntime");
    if (isRuntime && object["metadata"]["name"].text() == name)
      return object;
  }
  return std::nullopt;
}

/// True if the runtime of a job is certainly of a framework: the file defines
/// it, or it has the name of one that comes with Kubeflow.
static bool isOf(const KnownValue &reference, StringRef framework,
                 TreeView &tree) {
  StringRef name = reference["name"].text().value_or("");
  if (std::optional<KnownValue> runtime = runtimeNamed(name, tree))
    return (*runtime)["spec"]["mlPolicy"][framework].isGiven();
  return framework == "torch"
             ? name == "torch-distributed"
             : name == "mpi-distributed" || name == "deepspeed-distributed";
}

void gke::checkTrainJob(const KnownValue &object, TreeView &tree) {
  checkName(object["metadata"]["name"], "TrainJob", 63);
  KnownValue reference = object["spec"]["runtimeRef"];
  std::optional<bool> isTorch, isMpi;
  for (const KnownValue &variable : object["spec"]["trainer"]["env"].items()) {
    KnownValue name = variable["name"];
    std::optional<StringRef> text = name.text();
    bool torch = text && llvm::is_contained(TorchVariables, *text);
    if (!torch && !(text && llvm::is_contained(MpiVariables, *text)))
      continue;
    std::optional<bool> &isCertain = torch ? isTorch : isMpi;
    if (!isCertain)
      isCertain = isOf(reference, torch ? "torch" : "mpi", tree);
    if (*isCertain)
      diag::ReservedTrainingVariable::refused(name.location(), *text);
    else
      diag::ReservedTrainingVariable::likely(name.location(), *text,
                                             torch ? "PyTorch" : "MPI");
  }
}

/// The container that the trainer changes in a job of a runtime.
static StringRef containerOf(StringRef ancestor) {
  return ancestor == "trainer" ? StringRef("node") : ancestor;
}

static void checkRuntimeJob(const KnownValue &job) {
  StringRef ancestor = job["template"]["metadata"]["labels"]
                          ["trainer.kubeflow.org/trainjob-ancestor-step"]
                              .text()
                              .value_or("");
  if (ancestor != "trainer" && ancestor != "dataset-initializer" &&
      ancestor != "model-initializer")
    return;
  KnownValue replicas = job["replicas"];
  std::optional<int64_t> count = replicas.integer();
  if (count && *count != 1)
    diag::ReplicaCount::runtime(replicas.location(), ancestor, *count)
        .fix(/*safe=*/false, "write 1", replicas.location(), "1");
  KnownValue podSpec = job["template"]["spec"]["template"]["spec"];
  KnownValue containers = podSpec["containers"];
  KnownValues items = containers.items();
  bool allNamed = llvm::all_of(items, [](const KnownValue &container) {
    return container["name"].text().has_value();
  });
  StringRef wanted = containerOf(ancestor);
  if (!items.empty() && allNamed && !containers.isOpen() &&
      !containerNamed(podSpec, wanted))
    diag::TrainingContainerName::none(items.front()["name"].location(),
                                      ancestor, wanted);
}

void gke::checkRuntime(const KnownValue &object) {
  KnownValue spec = object["spec"]["template"]["spec"];
  for (const KnownValue &job : spec["replicatedJobs"].items())
    checkRuntimeJob(job);
  checkReplicatedJobs(spec);
}

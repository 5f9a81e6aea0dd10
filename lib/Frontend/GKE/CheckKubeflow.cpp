//===- CheckKubeflow.cpp - What Kubeflow's operators refuse ---------------===//
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
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::gke;
using namespace trainlint::yaml;

namespace {

/// A kind of job that consists of replicas of several types.
struct ReplicatedKind {
  llvm::StringLiteral kind;
  /// The field with the replicas.
  llvm::StringLiteral field;
  /// The container that the operator looks for; empty if for none.
  llvm::StringLiteral container;
  llvm::ArrayRef<StringRef> types;
  /// The type that there is one replica of; empty if there is none such.
  llvm::StringLiteral leader;
  /// True if the job has to have the leader.
  bool needsLeader;
  /// True if the operator takes any type.
  bool isOpen;
};

class KubeflowChecker {
public:
  KubeflowChecker(const KnownValue &object, const ReplicatedKind &kind)
      : spec(object["spec"]), all(spec[kind.field]), kind(kind) {}

  void check();

private:
  void checkType(const KnownValue &replicas);
  void checkCount(const KnownValue &replicas);
  void checkContainer(const KnownValue &replicas);
  void checkMissing();
  void checkElasticPolicy();
  void checkProcesses(const KnownValue &replicas);

  KnownValue spec;
  KnownValue all;
  const ReplicatedKind &kind;
};

} // namespace

static constexpr StringRef MasterAndWorker[] = {"Master", "Worker"};
static constexpr StringRef OnlyWorker[] = {"Worker"};
static constexpr StringRef LauncherAndWorker[] = {"Launcher", "Worker"};
static constexpr StringRef TensorFlowTypes[] = {"Chief", "Master", "PS",
                                                "Worker", "Evaluator"};
static constexpr ReplicatedKind ReplicatedKinds[] = {
    {"PyTorchJob", "pytorchReplicaSpecs", "pytorch", MasterAndWorker, "Master",
     false, false},
    {"TFJob", "tfReplicaSpecs", "tensorflow", TensorFlowTypes, "", false, true},
    {"JAXJob", "jaxReplicaSpecs", "jax", OnlyWorker, "", false, false},
    {"XGBoostJob", "xgbReplicaSpecs", "xgboost", MasterAndWorker, "Master",
     true, false},
    {"PaddleJob", "paddleReplicaSpecs", "paddle", MasterAndWorker, "", false,
     false},
    {"MPIJob", "mpiReplicaSpecs", "", LauncherAndWorker, "Launcher", true,
     false}};

void KubeflowChecker::checkType(const KnownValue &replicas) {
  StringRef type = replicas.name();
  if (llvm::is_contained(kind.types, type))
    return;
  for (StringRef right : kind.types) {
    if (!right.equals_insensitive(type))
      continue;
    diag::ReplicaType::spelled(replicas.place(), kind.kind, right, type)
        .fix(/*safe=*/true, "write `" + right + "`", replicas.place(), right);
    return;
  }
  std::string offered =
      "a " + kind.kind.str() + " has " + formatList(kind.types, "and");
  if (kind.isOpen) {
    diag::ReplicaType::doubtful(replicas.place(), type).help(offered);
    return;
  }
  Report report = diag::ReplicaType::unknown(replicas.place(), kind.kind, type);
  report.help(offered);
  bool leads = type == "Chief" || type == "Master" || type == "Launcher";
  if (leads && !kind.leader.empty() && !all[kind.leader].isGiven())
    report.fix(/*safe=*/false, "write `" + kind.leader + "`", replicas.place(),
               kind.leader);
}

void KubeflowChecker::checkCount(const KnownValue &replicas) {
  StringRef type = replicas.name();
  KnownValue written = replicas["replicas"];
  std::optional<int64_t> count = written.integer();
  if (!kind.leader.empty() && type == kind.leader) {
    if (count && *count != 1)
      diag::ReplicaCount::leader(written.location(), type, *count, kind.kind)
          .fix(/*safe=*/false, "write 1", written.location(), "1");
    else if (!written.isGiven() && !replicas.isOpen() &&
             replicas["template"].isGiven())
      diag::ReplicaCount::absent(replicas.place(), type, kind.kind);
    return;
  }
  bool needsOne = kind.kind == "PyTorchJob" || kind.kind == "MPIJob";
  if (needsOne && count && *count < 1 && type == "Worker")
    diag::ReplicaCount::none(written.location(), type, *count, kind.kind);
}

void KubeflowChecker::checkContainer(const KnownValue &replicas) {
  if (kind.container.empty())
    return;
  KnownValue containers = replicas["template"]["spec"]["containers"];
  KnownValues items = containers.items();
  if (items.empty() || containers.isOpen())
    return;
  for (const KnownValue &container : items) {
    std::optional<StringRef> name = container["name"].text();
    // What is left out or not known may be the name.
    if (!name || *name == kind.container)
      return;
  }
  KnownValue first = items.front()["name"];
  Report report = diag::TrainingContainerName::none(
      first.location(), replicas.name(), kind.container);
  if (items.size() == 1)
    report.fix(/*safe=*/false, "call it `" + kind.container + "`",
               first.location(), kind.container);
}

void KubeflowChecker::checkMissing() {
  if (all.isOpen() || all.fields().empty())
    return;
  if (kind.needsLeader && !all[kind.leader].isGiven() &&
      llvm::all_of(all.fields(), [&](const KnownValue &replicas) {
        return llvm::is_contained(kind.types, replicas.name());
      }))
    diag::ReplicaType::missing(all.place(), kind.kind, kind.leader);
  bool isElastic =
      kind.kind == "PyTorchJob" && !spec["elasticPolicy"].fields().empty();
  if (isElastic && !all["Worker"].isGiven() && !all["worker"].isGiven())
    diag::ReplicaType::elastic(all.place(), kind.kind, "Worker")
        .note(spec["elasticPolicy"].place(), "the elastic policy");
  if (kind.kind == "TFJob" && all["Chief"].isGiven() && all["Master"].isGiven())
    diag::ReplicaType::leaders(all["Master"].place(), kind.kind)
        .note(all["Chief"].place(), "the `Chief`");
}

void KubeflowChecker::checkElasticPolicy() {
  KnownValue least = spec["elasticPolicy"]["minReplicas"];
  KnownValue most = spec["elasticPolicy"]["maxReplicas"];
  std::optional<int64_t> minimum = least.integer(), maximum = most.integer();
  if (minimum && maximum && *minimum > *maximum)
    diag::ReplicaRange::reversed(least.location(), *minimum, *maximum)
        .note(most.location(), "the maximum");
}

/// True if a container starts torchrun by its command or arguments.
static bool startsTorchrun(const KnownValue &container) {
  for (StringRef field : {"command", "args"}) {
    for (const KnownValue &word : container[field].items()) {
      const auto *scalar = word.view().as<ScalarNode>();
      if (scalar &&
          (StringRef(scalar->value).contains("torchrun") ||
           StringRef(scalar->value).contains("torch.distributed.run")))
        return true;
    }
  }
  return false;
}

void KubeflowChecker::checkProcesses(const KnownValue &replicas) {
  bool mpi = kind.kind == "MPIJob";
  StringRef type = replicas.name();
  if (mpi ? type != "Worker" : kind.kind != "PyTorchJob")
    return;
  KnownValue count = spec[mpi ? "slotsPerWorker" : "nprocPerNode"];
  if (!mpi && !count.isGiven())
    count = spec["elasticPolicy"]["nProcPerNode"];
  KnownValue podSpec = replicas["template"]["spec"];
  KnownValues containers = podSpec["containers"].items();
  if (containers.empty())
    return;
  KnownValue container =
      containerNamed(podSpec, kind.container).value_or(containers.front());
  std::optional<int64_t> processes = count.integer();
  KnownValue amount = amountOf(container, job::GpuResource);
  std::optional<int64_t> gpus = amount.integer();
  if (!processes || !gpus || *gpus < 1 || *processes < 1 || *processes == *gpus)
    return;
  StringRef field = count.name();
  auto finish = [&](Report report) {
    report.note(amount.location(), "the GPUs of a pod");
    report.fix(/*safe=*/false, "start " + std::to_string(*gpus),
               count.location(),
               count.view().as<ScalarNode>()->style == ScalarStyle::Plain
                   ? std::to_string(*gpus)
                   : "\"" + std::to_string(*gpus) + "\"");
  };
  if (*processes < *gpus)
    finish(diag::ProcessesPerNode::fewer(count.location(), field, *processes,
                                         *gpus, job::GpuResource, type));
  else if (!mpi && startsTorchrun(container))
    finish(diag::ProcessesPerNode::more(count.location(), field, *processes,
                                        type, *gpus, job::GpuResource));
  else
    finish(diag::ProcessesPerNode::manySlots(
        count.location(), field, *processes, type, *gpus, job::GpuResource));
}

void KubeflowChecker::check() {
  for (const KnownValue &replicas : all.fields()) {
    checkType(replicas);
    checkCount(replicas);
    checkContainer(replicas);
  }
  checkMissing();
  checkElasticPolicy();
  // One number is one finding, of the first pods that it contradicts.
  KnownValues replicas = all.fields();
  if (!replicas.empty())
    checkProcesses(kind.kind == "MPIJob" ? all["Worker"] : replicas.back());
}

void gke::checkKubeflow(const KnownValue &object, StringRef kind) {
  for (const ReplicatedKind &candidate : ReplicatedKinds) {
    if (candidate.kind != kind)
      continue;
    checkName(object["metadata"]["name"], kind, 63);
    KubeflowChecker(object, candidate).check();
  }
}

//===- Workloads.cpp - Kubernetes objects that make pods ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GKE/Workloads.h"
#include "Support/LLVM.h"
#include "Text/Yaml/Template.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::frontend;
using namespace trainlint::gke;
using namespace trainlint::yaml;

namespace {

/// The most groups of a workload that are read.
constexpr size_t MostGroups = 64;

/// Where a kind has its templates of pods.
enum class Layout {
  None,
  Pod,
  Job,
  CronJob,
  Replicas,
  JobSet,
  LeaderWorkerSet,
  RayCluster,
  RayJob,
  RayService,
  Kubeflow,
};

/// Collects the groups of one workload.
class Collector {
public:
  Collector(TreeView &tree, llvm::SmallVectorImpl<PodGroup> &groups)
      : tree(tree), groups(groups) {}

  void collect(const Section &object, Layout layout);

private:
  /// Adds the pods of the template in a field, if it is given.
  PodGroup *add(job::Role role, const Section &holder, StringRef field);
  void addJob(const Section &copies, const Section &job,
              llvm::StringLiteral name, llvm::StringLiteral replicas);
  void addRay(const Section &cluster);
  void addReplicas(const Section &spec);
  void forEachItem(const Section &holder, StringRef field,
                   llvm::function_ref<void(const Section &)> visit);

  TreeView &tree;
  llvm::SmallVectorImpl<PodGroup> &groups;
};

} // namespace

static StringRef textOf(const Section &section, StringRef field) {
  const auto *scalar = section.find(field).value.as<ScalarNode>();
  return scalar ? scalar->value : StringRef();
}

static Layout layoutOf(const Section &object) {
  return llvm::StringSwitch<Layout>(textOf(object, "kind"))
      .Case("Pod", Layout::Pod)
      .Case("Job", Layout::Job)
      .Case("CronJob", Layout::CronJob)
      .Cases({"Deployment", "ReplicaSet", "StatefulSet", "DaemonSet"},
             Layout::Replicas)
      .Case("JobSet", Layout::JobSet)
      .Case("LeaderWorkerSet", Layout::LeaderWorkerSet)
      .Case("RayCluster", Layout::RayCluster)
      .Case("RayJob", Layout::RayJob)
      .Case("RayService", Layout::RayService)
      .Cases({"PyTorchJob", "TFJob", "JAXJob", "XGBoostJob", "PaddleJob",
              "MPIJob"},
             Layout::Kubeflow)
      .Default(Layout::None);
}

PodGroup *Collector::add(job::Role role, const Section &holder,
                         StringRef field) {
  EntryView entry = holder.find(field);
  if (!entry.value.as<MappingNode>() || groups.size() >= MostGroups)
    return nullptr;
  groups.push_back({.role = role,
                    .at = entry.key,
                    .pods = holder.section(field, tree),
                    .copies = holder,
                    .together = holder});
  return &groups.back();
}

void Collector::addJob(const Section &copies, const Section &job,
                       llvm::StringLiteral name, llvm::StringLiteral replicas) {
  PodGroup *group = add(job::Role::Worker, job, "template");
  if (!group)
    return;
  group->copies = copies;
  group->name = name;
  group->replicas = replicas;
  group->groupSize = "parallelism";
  group->completions = "completions";
}

void Collector::forEachItem(const Section &holder, StringRef field,
                            llvm::function_ref<void(const Section &)> visit) {
  const schema::Schema &item = *holder.schemaOf(field).items;
  for (View value : distinctItems(holder, field, tree))
    visit(Section(value, item, tree));
}

void Collector::addRay(const Section &cluster) {
  add(job::Role::Chief, cluster.section("headGroupSpec", tree), "template");
  forEachItem(cluster, "workerGroupSpecs", [&](const Section &workers) {
    PodGroup *group = add(job::Role::Worker, workers, "template");
    if (!group)
      return;
    group->name = "groupName";
    group->replicas = "replicas";
    group->groupSize = "numOfHosts";
  });
}

/// The replicas of a job of Kubeflow, by their types.
void Collector::addReplicas(const Section &spec) {
  for (const Section::Field &field : spec.getFields()) {
    if (!field.name.ends_with("ReplicaSpecs"))
      continue;
    const schema::Schema *replicas = spec.schemaOf(field.name).additional;
    for (const EntryView &entry : tree.entries(field.entry.value)) {
      if (!replicas || !entry.value.as<MappingNode>())
        continue;
      StringRef type = keyText(entry);
      bool leads = type == "Master" || type == "Chief" || type == "Launcher";
      PodGroup *group = add(leads ? job::Role::Chief : job::Role::Worker,
                            Section(entry.value, *replicas, tree), "template");
      if (group)
        group->replicas = "replicas";
    }
  }
}

void Collector::collect(const Section &object, Layout layout) {
  // A ConfigMap has no specification at all.
  if (layout == Layout::None)
    return;
  Section spec = object.section("spec", tree);
  switch (layout) {
  case Layout::None:
    return;
  case Layout::Pod:
    // A Pod is its own template.
    if (EntryView entry = object.find("spec"); entry.value.as<MappingNode>())
      groups.push_back({.role = job::Role::Worker,
                        .at = entry.key,
                        .pods = object,
                        .copies = object,
                        .together = object});
    return;
  case Layout::Job:
    return addJob(spec, spec, "", "");
  case Layout::CronJob: {
    Section job = spec.section("jobTemplate", tree).section("spec", tree);
    return addJob(job, job, "", "");
  }
  case Layout::Replicas:
    if (PodGroup *group = add(job::Role::Worker, spec, "template"))
      group->replicas = "replicas";
    return;
  case Layout::JobSet:
    return forEachItem(spec, "replicatedJobs", [&](const Section &replicated) {
      Section job = replicated.section("template", tree).section("spec", tree);
      addJob(replicated, job, "name", "replicas");
    });
  case Layout::LeaderWorkerSet: {
    Section sets = spec.section("leaderWorkerTemplate", tree);
    add(job::Role::Chief, sets, "leaderTemplate");
    PodGroup *workers = add(job::Role::Worker, sets, "workerTemplate");
    if (!workers)
      return;
    workers->copies = spec;
    workers->replicas = "replicas";
    workers->groupSize = "size";
    return;
  }
  case Layout::RayCluster:
    return addRay(spec);
  case Layout::RayJob:
    return addRay(spec.section("rayClusterSpec", tree));
  case Layout::RayService:
    return addRay(spec.section("rayClusterConfig", tree));
  case Layout::Kubeflow:
    return addReplicas(spec);
  }
}

llvm::SmallVector<View, 1> gke::objectsOf(View document, TreeView &tree) {
  EntryView kind = tree.find(document, "kind");
  const auto *word = kind.value.as<ScalarNode>();
  if (!word || word->value != "List")
    return {document};
  llvm::SmallVector<View, 1> objects;
  llvm::SmallPtrSet<const Node *, 16> seen;
  for (View item : tree.items(tree.find(document, "items").value)) {
    View spec = tree.find(item, "spec").value;
    View pods = tree.find(spec, "template").value;
    bool repeated =
        llvm::any_of(llvm::ArrayRef<View>{item, spec, pods}, [&](View part) {
          return part.as<MappingNode>() && !seen.insert(part.node).second;
        });
    if (item && !repeated)
      objects.push_back(item);
  }
  return objects;
}

llvm::SmallVector<View> gke::distinctItems(const Section &holder,
                                           StringRef field, TreeView &tree) {
  llvm::SmallVector<View> distinct;
  llvm::SmallPtrSet<const Node *, 16> seen;
  View list = holder.find(field).value;
  if (!tree.mayWalk(list))
    return distinct;
  for (View item : tree.items(list)) {
    if (item.as<MappingNode>() && seen.insert(item.node).second)
      distinct.push_back(item);
  }
  return distinct;
}

/// The text of a field of the object itself; empty if it is not known.
static StringRef typeField(View object, StringRef name, TreeView &tree) {
  const auto *scalar = tree.find(object, name).value.as<ScalarNode>();
  return scalar && !hasPlaceholder(scalar->value) ? StringRef(scalar->value)
                                                  : StringRef();
}

/// The API group of `apps/v1`; empty for `v1`.
static StringRef groupOf(StringRef version) {
  return version.contains('/') ? version.split('/').first : StringRef();
}

const schema::Schema *gke::schemaOf(View object, TreeView &tree) {
  StringRef kind = typeField(object, "kind", tree);
  StringRef version = typeField(object, "apiVersion", tree);
  const schema::Schema *sameGroup = nullptr;
  if (kind.empty())
    return nullptr;
  for (const schema::Schema *candidate : schema::kubernetesKinds()) {
    if (!llvm::is_contained(candidate->findProperty("kind")->schema->words,
                            kind))
      continue;
    const auto &versions = candidate->findProperty("apiVersion")->schema->words;
    if (version.empty() || llvm::is_contained(versions, version))
      return candidate;
    bool known = llvm::any_of(versions, [&](StringRef other) {
      return groupOf(other) == groupOf(version);
    });
    // Versions that other projects may add have fields that are not known.
    if (known && !sameGroup && !groupOf(version).contains('.'))
      sameGroup = candidate;
  }
  return sameGroup;
}

bool gke::isWorkload(View object, TreeView &tree) {
  const schema::Schema *schema = schemaOf(object, tree);
  return schema && layoutOf({object, *schema, tree}) != Layout::None;
}

llvm::SmallVector<PodGroup, 2> gke::podGroupsOf(const Section &object,
                                                TreeView &tree) {
  llvm::SmallVector<PodGroup, 2> groups;
  Collector(tree, groups).collect(object, layoutOf(object));
  return groups;
}

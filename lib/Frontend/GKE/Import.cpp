//===- Import.cpp - Kubernetes workloads to the job dialect ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GKE/Import.h"
#include "Frontend/GKE/Accelerators.h"
#include "Frontend/GKE/NodeLabels.h"
#include "Frontend/GKE/Workloads.h"
#include "Frontend/Import/OpFields.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::frontend;
using namespace trainlint::gke;
using namespace trainlint::job;
using namespace trainlint::yaml;

static constexpr llvm::StringLiteral MachineTypeLabel =
    "node.kubernetes.io/instance-type";
static constexpr llvm::StringLiteral QueueLabel = "kueue.x-k8s.io/queue-name";

namespace {
class Importer : ValueReader {
public:
  Importer(TreeView &tree, mlir::OpBuilder &builder)
      : ValueReader(tree, builder), tree(tree), builder(builder) {}

  TrainingOp importWorkload(View object);

private:
  void importPool(const Section &object, const PodGroup &group);
  Section trainingContainer(const PodGroup &group);
  void setContainer(OpFields<PoolOp> &pool, const PodGroup &group);
  void setAccelerator(OpFields<PoolOp> &pool, const Section &object,
                      const PodGroup &group);
  void setDemand(OpFields<PoolOp> &pool, const PodGroup &group,
                 NodeLabels &labels);
  void setProvisioning(OpFields<PoolOp> &pool, NodeLabels &labels);
  ValueAttr otherChoiceOfNodes(const Section &object, const PodGroup &group,
                               NodeLabels &labels);
  ValueAttr otherDemand(const PodGroup &group);
  ValueAttr notKnown(ValueAttr value);
  ValueAttr countOf(const PodGroup &group, const Section &holder,
                    StringRef field);

  TreeView &tree;
  mlir::OpBuilder &builder;
};
} // namespace

/// A value that tells something is chosen, but not what.
ValueAttr Importer::notKnown(ValueAttr value) {
  return ValueAttr::get(builder.getContext(),
                        builder.getStringAttr(value.getText()), false,
                        value.getLocation());
}

/// What chooses the nodes beside the labels of accelerators: they may come with
/// it, so that nothing follows from their absence.
ValueAttr Importer::otherChoiceOfNodes(const Section &object,
                                       const PodGroup &group,
                                       NodeLabels &labels) {
  for (StringRef label : {StringRef("cloud.google.com/compute-class"),
                          StringRef("cloud.google.com/gke-nodepool"),
                          StringRef(MachineTypeLabel)}) {
    if (ValueAttr value = labels.find(label).value)
      return notKnown(value);
  }
  Section podSpec = group.pods.section("spec", tree);
  if (ValueAttr node = text(podSpec, "nodeName"))
    return notKnown(node);
  // Kueue adds the labels of the flavour that it assigns.
  for (const Section &holder : {object, group.pods}) {
    Section metadata = holder.section("metadata", tree);
    for (StringRef field : {"labels", "annotations"}) {
      if (ValueAttr queue = text(metadata.section(field, tree), QueueLabel))
        return notKnown(queue);
    }
  }
  if (View part = incompletePart(podSpec, group.at, tree))
    return unknown(part);
  return {};
}

/// What may use accelerators without asking for them by their number.
ValueAttr Importer::otherDemand(const PodGroup &group) {
  Section podSpec = group.pods.section("spec", tree);
  for (StringRef field : {"resourceClaims", "containers", "tolerations"}) {
    if (View instead = podSpec.standIn(field))
      return unknown(instead);
    View given = podSpec.find(field).value;
    if (given && isPlaceholder(given))
      return unknown(given);
  }
  View claims = podSpec.find("resourceClaims").value;
  if (claims && !isUnset(claims))
    return unknown(claims);
  if (View part = incompletePart(podSpec, group.at, tree))
    return unknown(part);
  // Pods that are let onto such nodes on purpose know what they do there.
  const schema::Schema &item = *podSpec.schemaOf("tolerations").items;
  for (View value : distinctItems(podSpec, "tolerations", tree)) {
    ValueAttr key = text(Section(value, item, tree), "key");
    std::optional<StringRef> taint = knownString(key);
    if (!key || !taint || *taint == TpuResource || *taint == GpuResource)
      return unknown(value);
  }
  return {};
}

void Importer::setDemand(OpFields<PoolOp> &pool, const PodGroup &group,
                         NodeLabels &labels) {
  Section podSpec = group.pods.section("spec", tree);
  AcceleratorDemand demand = readDemand(podSpec, *this, tree, builder);
  if (!demand.total) {
    pool.set(PoolOp::getAcceleratorResourceAttrName, otherDemand(group));
    return;
  }
  // Parts of a GPU, or turns on one, are counted like whole ones.
  for (StringRef label :
       {StringRef("cloud.google.com/gke-gpu-partition-size"),
        StringRef("cloud.google.com/gke-gpu-sharing-strategy"),
        StringRef("cloud.google.com/gke-max-shared-clients-per-gpu")}) {
    if (labels.find(label).value)
      demand.total = notKnown(demand.total);
  }
  pool.set(PoolOp::getAcceleratorResourceAttrName, demand.resource);
  pool.set(PoolOp::getAcceleratorCountAttrName, demand.total);
  pool.set(PoolOp::getContainerAcceleratorsAttrName, demand.each);
}

/// How the nodes were obtained, where labels say it.
void Importer::setProvisioning(OpFields<PoolOp> &pool, NodeLabels &labels) {
  pool.set(PoolOp::getReservationAttrName,
           labels.find("cloud.google.com/reservation-name").value);
  constexpr std::pair<StringRef, StringRef> Switches[] = {
      {"cloud.google.com/gke-spot", "SPOT"},
      {"cloud.google.com/gke-preemptible", "SPOT"},
      {"cloud.google.com/gke-flex-start", "FLEX_START"}};
  for (const auto &[label, way] : Switches) {
    ValueAttr value = labels.find(label).value;
    if (knownString(value) == StringRef("true"))
      pool.set(PoolOp::getProvisioningAttrName,
               ValueAttr::get(builder.getContext(), builder.getStringAttr(way),
                              /*known=*/true, value.getLocation()));
  }
}

void Importer::setAccelerator(OpFields<PoolOp> &pool, const Section &object,
                              const PodGroup &group) {
  Section podSpec = group.pods.section("spec", tree);
  NodeLabels labels(podSpec, *this, tree);
  NodeLabel tpu = labels.find(TpuLabel);
  NodeLabel topology = labels.find(TopologyLabel);
  NodeLabel gpu = labels.find(GpuLabel);
  NodeLabel accelerator = tpu.value ? tpu : gpu;
  ValueAttr other = otherChoiceOfNodes(object, group, labels);
  pool.set(PoolOp::getAcceleratorTypeAttrName,
           accelerator.value ? accelerator.value : other);
  if (accelerator.value && accelerator.name)
    pool.set(PoolOp::getAcceleratorLabelAttrName,
             make(builder.getStringAttr(tpu.value ? StringRef(TpuLabel)
                                                  : StringRef(GpuLabel)),
                  accelerator.name));
  pool.set(PoolOp::getTpuTopologyAttrName, topology.value ? topology.value
                                           : gpu.value    ? ValueAttr()
                                                          : other);
  pool.set(PoolOp::getMachineTypeAttrName, labels.find(MachineTypeLabel).value);
  pool.set(PoolOp::getMachineFamilyAttrName,
           labels.find("cloud.google.com/machine-family").value);
  Section annotations =
      group.pods.section("metadata", tree).section("annotations", tree);
  pool.set(PoolOp::getSliceTopologyAttrName,
           text(annotations, "cloud.google.com/gke-tpu-slice-topology"));
  setProvisioning(pool, labels);
  setDemand(pool, group, labels);
}

/// A count of the group; null if the kind has no such field.
ValueAttr Importer::countOf(const PodGroup &group, const Section &holder,
                            StringRef field) {
  if (field.empty())
    return {};
  if (ValueAttr count = integer(holder, field))
    return count;
  // What a patch leaves out stands in what it changes.
  Section podSpec = group.pods.section("spec", tree);
  View part = incompletePart(podSpec, group.at, tree);
  return part ? unknown(part) : ValueAttr();
}

/// The one container of a pod, or the one that asks for accelerators; an empty
/// section if there are several.
Section Importer::trainingContainer(const PodGroup &group) {
  Section podSpec = group.pods.section("spec", tree);
  const schema::Schema &item = *podSpec.schemaOf("containers").items;
  llvm::SmallVector<View> all = distinctItems(podSpec, "containers", tree);
  Section found(View(), item, tree);
  unsigned count = 0;
  for (View value : all) {
    Section container(value, item, tree);
    Section limits =
        container.section("resources", tree).section("limits", tree);
    bool asks = limits.find(TpuResource).key || limits.find(GpuResource).key;
    if (all.size() > 1 && !asks)
      continue;
    found = container;
    ++count;
  }
  return count == 1 ? found : Section(View(), item, tree);
}

/// The image of the pods and what they run, with its arguments: the image may
/// bring both, of which nothing is known.
void Importer::setContainer(OpFields<PoolOp> &pool, const PodGroup &group) {
  Section container = trainingContainer(group);
  pool.set(PoolOp::getImageAttrName, text(container, "image"));
  ValueAttr command = texts(container, "command");
  ValueAttr args = texts(container, "args");
  bool isKnown = command && command.getKnown() && command.isList() &&
                 (!args || (args.getKnown() && args.isList()));
  if (!isKnown)
    return;
  llvm::SmallVector<mlir::Attribute> words;
  for (ValueAttr list : {command, args})
    for (ValueAttr word : itemsOf(list))
      words.push_back(word);
  pool.set(PoolOp::getContainerCommandAttrName,
           ValueAttr::get(builder.getContext(), builder.getArrayAttr(words),
                          /*known=*/true, command.getLocation()));
}

void Importer::importPool(const Section &object, const PodGroup &group) {
  OpFields<PoolOp> pool(builder, tree.location(group.at));
  pool.set(PoolOp::getRoleAttrName,
           RoleAttr::get(builder.getContext(), group.role));
  if (!group.name.empty())
    pool.set(PoolOp::getPoolNameAttrName, text(group.copies, group.name));
  pool.set(PoolOp::getReplicasAttrName,
           countOf(group, group.copies, group.replicas));
  pool.set(PoolOp::getGroupSizeAttrName,
           countOf(group, group.together, group.groupSize));
  pool.set(PoolOp::getCompletionsAttrName,
           countOf(group, group.together, group.completions));
  setAccelerator(pool, object, group);
  setContainer(pool, group);
  pool.create();
}

TrainingOp Importer::importWorkload(View document) {
  Section object(document, *schemaOf(document, tree), tree);
  View kind = object.find("kind").value;
  OpFields<TrainingOp> op(builder, tree.location(kind ? kind : document));
  op.set(TrainingOp::getPlatformAttrName,
         PlatformAttr::get(builder.getContext(), Platform::GKE));
  op.set(TrainingOp::getJobIdAttrName,
         text(object.section("metadata", tree), "name"));
  op.set(TrainingOp::getWorkloadKindAttrName, text(object, "kind"));
  mlir::Block *body = op.addBody();
  TrainingOp training = op.create();
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(body);
  for (const PodGroup &group : podGroupsOf(object, tree))
    importPool(object, group);
  return training;
}

TrainingOp gke::importWorkload(View object, TreeView &tree,
                               mlir::OpBuilder &builder) {
  return Importer(tree, builder).importWorkload(object);
}

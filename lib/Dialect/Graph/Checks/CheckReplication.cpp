//===- CheckReplication.cpp - Marks of computations belong together -------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/TpuGraphs.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "Dialect/Graph/Checks/MeshTopology.h"
#include "Dialect/Graph/Checks/NodeTypes.h"
#include "Support/LLVM.h"
#include "llvm/ADT/MapVector.h"
#include <set>

using namespace trainlint;
using namespace trainlint::graph;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKREPLICATION
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

namespace {
/// A cluster of a function.
struct Cluster {
  NodeOp metadata;
  NodeOp first;
};
using ClusterKey = std::pair<mlir::Operation *, mlir::StringAttr>;

struct CheckReplication
    : CheckPass<CheckReplication,
                graph::impl::CheckReplicationBase<CheckReplication>> {
  using CheckPass::CheckPass;
  void check(ModelOp model);

  void findClusters();
  void checkMetadata(NodeOp metadata);
  void checkTopology(NodeOp metadata, const MeshTopology &topology,
                     int64_t replicas, int64_t coresPerReplica);
  void checkAssignment(NodeOp metadata, const MeshTopology &topology,
                       int64_t cores);
  void checkOutputs();
  void checkCount(NodeOp node, StringRef attribute, NodeOp member);
  void checkReplicaTypes(NodeOp node);
  void checkConfiguration(NodeOp node);
  void checkInitialization(ModelOp model);

  std::optional<int64_t> readInteger(NodeOp node, StringRef name);

  llvm::MapVector<ClusterKey, Cluster> clusters;
  NodeTypes types;
};
} // namespace

static bool isReplicatedOutput(NodeOp node) {
  StringRef op = node.getOpName();
  return op == "TPUReplicatedOutput" || op.starts_with("TPUPartitionedOutput");
}

/// None if the value is absent or not known.
std::optional<int64_t> CheckReplication::readInteger(NodeOp node,
                                                     StringRef name) {
  int64_t value;
  if (SourceAttributes(node, source(), types).readInteger(name, value) !=
      tensorflow::Given::Yes)
    return std::nullopt;
  return value;
}

void CheckReplication::findClusters() {
  for (const OpUse &use : uses().all()) {
    for (NodeOp node : use.nodes) {
      mlir::StringAttr name = node.getClusterAttr();
      if (!name)
        continue;
      Cluster &cluster = clusters[{node->getParentOp(), name}];
      if (use.op() == "TPUReplicateMetadata")
        cluster.metadata = node;
      if (!cluster.first || node->isBeforeInBlock(cluster.first))
        cluster.first = node;
    }
  }
}

//===----------------------------------------------------------------------===//
// The metadata
//===----------------------------------------------------------------------===//

void CheckReplication::checkAssignment(NodeOp metadata,
                                       const MeshTopology &topology,
                                       int64_t cores) {
  StringRef name = "device_assignment";
  auto list = llvm::dyn_cast_or_null<mlir::ArrayAttr>(
      source().attribute(metadata, name));
  size_t rank = topology.shape.size();
  if (!list || list.empty() || rank == 0)
    return;
  mlir::Location location = source().attributeLocation(metadata, name);
  if (int64_t(list.size()) != cores * int64_t(rank)) {
    diag::TpuReplicateStructure::assignmentLength(
        location, list.size(), cores, rank, nameOf(metadata, source()));
    return;
  }
  std::set<llvm::SmallVector<int64_t, 4>> seen;
  llvm::SmallVector<int64_t, 4> core;
  for (const auto &[place, element] : llvm::enumerate(list)) {
    auto number = llvm::dyn_cast<mlir::IntegerAttr>(element);
    if (!number)
      return;
    core.push_back(number.getInt());
    int64_t size = topology.shape[place % rank];
    if (core.back() < 0 || core.back() >= size) {
      diag::TpuReplicateStructure::assignmentRange(location, core.back(), size,
                                                   nameOf(metadata, source()));
      return;
    }
    if (core.size() < rank)
      continue;
    if (!seen.insert(core).second) {
      diag::TpuReplicateStructure::assignmentTwice(location, place / rank,
                                                   nameOf(metadata, source()));
      return;
    }
    core.clear();
  }
}

void CheckReplication::checkTopology(NodeOp metadata,
                                     const MeshTopology &topology,
                                     int64_t replicas,
                                     int64_t coresPerReplica) {
  bool isWithin =
      coresPerReplica == 0 || replicas <= topology.cores / coresPerReplica;
  if (!isWithin) {
    diag::TpuReplicateStructure::tooManyReplicas(
        source().attributeLocation(metadata, "num_replicas"), replicas,
        coresPerReplica, topology.cores, nameOf(metadata, source()))
        .note(source().attributeLocation(metadata, "topology"), "the topology");
    return;
  }
  checkAssignment(metadata, topology, replicas * coresPerReplica);
}

void CheckReplication::checkMetadata(NodeOp metadata) {
  std::optional<int64_t> replicas = readInteger(metadata, "num_replicas");
  mlir::Attribute perReplica =
      source().attribute(metadata, "num_cores_per_replica");
  std::optional<int64_t> coresPerReplica =
      perReplica ? readInteger(metadata, "num_cores_per_replica")
                 : std::optional<int64_t>(1);
  mlir::Attribute topologyAttr = source().attribute(metadata, "topology");
  auto topologyText = llvm::dyn_cast_or_null<mlir::StringAttr>(topologyAttr);
  bool isUnknown = !replicas || !coresPerReplica || *replicas < 0 ||
                   *coresPerReplica < 0 || (topologyAttr && !topologyText);
  if (isUnknown)
    return;
  if (topologyText && !topologyText.getValue().empty()) {
    if (std::optional<MeshTopology> topology =
            readTopology(topologyText.getValue()))
      checkTopology(metadata, *topology, *replicas, *coresPerReplica);
    return;
  }
  auto assignment = llvm::dyn_cast_or_null<mlir::ArrayAttr>(
      source().attribute(metadata, "device_assignment"));
  StringRef needsTopology = *coresPerReplica != 1 ? "num_cores_per_replica"
                            : assignment && !assignment.empty()
                                ? "device_assignment"
                                : "";
  if (!needsTopology.empty()) {
    diag::TpuReplicateStructure::noTopology(
        source().attributeLocation(metadata, needsTopology), needsTopology,
        nameOf(metadata, source()));
    return;
  }
  std::optional<int64_t> cores =
      target().isTpu() ? target().devices : std::nullopt;
  if (cores && *replicas != 1 && *replicas != *cores)
    diag::TpuReplicateStructure::replicaCount(
        source().attributeLocation(metadata, "num_replicas"), *replicas, *cores,
        nameOf(metadata, source()));
}

//===----------------------------------------------------------------------===//
// Inputs and outputs
//===----------------------------------------------------------------------===//

/// Reports values that leave a computation other than through its outputs.
void CheckReplication::checkOutputs() {
  llvm::MapVector<mlir::Operation *, llvm::SmallVector<NodeOp>> users;
  for (const OpUse &use : uses().all()) {
    for (NodeOp node : use.nodes) {
      if (node.getCluster() || isReplicatedOutput(node))
        continue;
      for (mlir::Value input : node.getInputs()) {
        auto producer = input.getDefiningOp<NodeOp>();
        bool isUndeclared = producer && producer.getCluster() &&
                            !producer.getOutsideCompilation() &&
                            !isReplicatedOutput(producer);
        if (!isUndeclared)
          continue;
        users[producer].push_back(node);
        break;
      }
    }
  }
  for (auto &[producer, outside] : users) {
    auto inside = llvm::cast<NodeOp>(producer);
    Report report = diag::TpuReplicateStructure::undeclaredOutput(
        source().location(outside.front(), NodePart::Op),
        nameOf(outside.front(), source()), nameOf(inside, source()),
        *inside.getCluster());
    report.note(source().location(inside, NodePart::Op), "in the computation");
    report.help("return the value from the computation, or compute with it "
                "inside");
    describe(report, outside, source());
  }
}

/// Compares the number of replicas that an input or output has with that of the
/// cluster, of which `member` is a node.
void CheckReplication::checkCount(NodeOp node, StringRef attribute,
                                  NodeOp member) {
  mlir::StringAttr name = member.getClusterAttr();
  if (!name)
    return;
  NodeOp metadata = clusters.lookup({member->getParentOp(), name}).metadata;
  if (!metadata)
    return;
  std::optional<int64_t> given = readInteger(node, attribute);
  std::optional<int64_t> expected = readInteger(metadata, "num_replicas");
  if (!given || !expected || *given == *expected)
    return;
  Report report = diag::TpuReplicateStructure::count(
      source().attributeLocation(node, attribute), attribute,
      nameOf(node, source()), *given, *expected);
  report.note(source().attributeLocation(metadata, "num_replicas"),
              "the replicas of the computation");
  describe(report, node, source());
}

void CheckReplication::checkReplicaTypes(NodeOp node) {
  DataType first = DataType::Invalid;
  unsigned firstNumber = 0;
  for (const auto &[number, input] : llvm::enumerate(node.getInputs())) {
    DataType type = withoutReference(types.of(input));
    if (type == DataType::Invalid)
      continue;
    if (first == DataType::Invalid) {
      first = type;
      firstNumber = number;
      continue;
    }
    if (type == first)
      continue;
    Report report = diag::TpuReplicateStructure::replicaType(
        source().inputLocation(node, number), nameOf(node, source()), number,
        tensorflow::typeName(type), tensorflow::typeName(first));
    report.note(source().inputLocation(node, firstNumber), "another replica");
    describe(report, node, source());
    return;
  }
}

//===----------------------------------------------------------------------===//
// The system
//===----------------------------------------------------------------------===//

void CheckReplication::checkConfiguration(NodeOp node) {
  auto embedding = llvm::dyn_cast_or_null<mlir::StringAttr>(
      source().attribute(node, "embedding_config"));
  if (embedding && !embedding.getValue().empty())
    diag::TpuReplicateStructure::embeddingConfig(
        source().attributeLocation(node, "embedding_config"),
        nameOf(node, source()));
}

void CheckReplication::checkInitialization(ModelOp model) {
  // A graph that serves is initialized by the server, and a function by the
  // program that calls it.
  mlir::ArrayAttr tags = model.getTagsAttr();
  bool serves =
      tags && llvm::any_of(tags, [](mlir::Attribute tag) {
        return llvm::cast<mlir::StringAttr>(tag).getValue() == "serve";
      });
  if (serves)
    return;
  NodeOp first;
  for (const auto &[key, cluster] : clusters) {
    auto function = llvm::dyn_cast<FunctionOp>(key.first);
    if (function && function.isMain())
      first = cluster.metadata ? cluster.metadata : cluster.first;
  }
  bool trains = llvm::any_of(uses().all(), [&](const OpUse &use) {
    return isOptimizerUpdate(use.op()) && !computation().inside(use).empty();
  });
  bool isInitialized = llvm::any_of(uses().all(), [](const OpUse &use) {
    return use.op().contains("ConfigureDistributedTPU") ||
           use.op() == "ConfigureAndInitializeGlobalTPU";
  });
  if (!first || !trains || isInitialized)
    return;
  describe(diag::TpuUninitialized::missing(
               source().location(first, NodePart::Op), nameOf(first, source())),
           first, source());
}

void CheckReplication::check(ModelOp model) {
  if (!computation().isMarked())
    return;
  clusters.clear();
  findClusters();
  for (const auto &[key, cluster] : clusters) {
    if (cluster.metadata) {
      checkMetadata(cluster.metadata);
      continue;
    }
    describe(diag::TpuReplicateStructure::noMetadata(
                 source().location(cluster.first, NodePart::Op), key.second,
                 nameOf(cluster.first, source())),
             cluster.first, source());
  }
  checkOutputs();
  for (NodeOp node : uses().of("TPUReplicatedInput")) {
    checkReplicaTypes(node);
    auto packed = llvm::dyn_cast_or_null<mlir::BoolAttr>(
        source().attribute(node, "is_packed"));
    // One input stands for all replicas then.
    if (packed && packed.getValue())
      continue;
    for (mlir::Operation *user : node->getUsers()) {
      auto member = llvm::dyn_cast<NodeOp>(user);
      if (!member || !member.getCluster())
        continue;
      checkCount(node, "N", member);
      break;
    }
  }
  for (NodeOp node : uses().of("TPUReplicatedOutput")) {
    if (node.getInputs().empty())
      continue;
    if (auto producer = node.getInputs()[0].getDefiningOp<NodeOp>())
      checkCount(node, "num_replicas", producer);
  }
  for (NodeOp node : uses().of("ConfigureDistributedTPU"))
    checkConfiguration(node);
  checkInitialization(model);
}

std::unique_ptr<mlir::Pass>
graph::createCheckReplication(const CheckContext &context) {
  return std::make_unique<CheckReplication>(context);
}

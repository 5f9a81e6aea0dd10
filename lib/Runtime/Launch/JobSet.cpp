//===- JobSet.cpp - Trainings as JobSets of Kubernetes --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/Checks/TpuSlices.h"
#include "Runtime/Launch/Launch.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::launch;

namespace {
/// The nodes that the pods of a training go to, one each.
struct Nodes {
  int64_t count = 1;
  llvm::SmallVector<std::pair<StringRef, std::string>> labels;
  /// The accelerators of a pod; 0 if it has none.
  StringRef resource;
  int64_t accelerators = 0;
};
} // namespace

static constexpr StringRef MachineTypeLabel =
    "node.kubernetes.io/instance-type";
static constexpr StringRef JobName = "hosts";
static constexpr StringRef ContainerName = "train";

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

/// The nodes of a slice. Where there are several kinds, the job may tell by its
/// number of hosts; otherwise the fewest are taken.
static llvm::Expected<Nodes> tpuNodes(const Launch &launch) {
  const LaunchMachines &machines = launch.machines;
  StringRef generation = machines.generation->name;
  bool isOffered = false;
  const GkeTpuAccelerators::Row *found = nullptr;
  job::SliceNodes best{};
  for (const auto &row : launch.tables.gkeTpuAccelerators.rows) {
    if (row.generation != generation ||
        row.status != GkeTpuAccelerators::Status::Offered)
      continue;
    isOffered = true;
    for (const job::SliceNodes &nodes :
         job::sliceNodesOf(row, machines.topology, launch.tables)) {
      bool isWanted = !machines.hosts || nodes.nodes == *machines.hosts;
      // Of two names for a generation the one is taken whose machines are
      // known.
      bool isBetter =
          !found || (best.machineType.empty() && !nodes.machineType.empty()) ||
          (!nodes.machineType.empty() && nodes.nodes < best.nodes);
      if (isWanted && isBetter) {
        found = &row;
        best = nodes;
      }
    }
  }
  if (!isOffered)
    return refuse("GKE has no nodes with TPU " + generation);
  if (machines.topology.empty())
    return refuse("no topology is known for " + llvm::Twine(machines.chips) +
                  " chips of TPU " + generation);
  if (!found)
    return refuse("GKE has no slice of TPU " + generation +
                  " with the topology " + machines.topology +
                  (machines.hosts ? " on " + pluralize(*machines.hosts, "host")
                                  : std::string()));
  Nodes nodes;
  nodes.count = best.nodes;
  nodes.labels.push_back({job::TpuLabel, found->name.str()});
  nodes.labels.push_back({job::TopologyLabel, machines.topology});
  nodes.resource = job::TpuResource;
  nodes.accelerators = best.chipsPerNode;
  return nodes;
}

static llvm::Expected<Nodes> gpuNodes(const Launch &launch) {
  const LaunchMachines &machines = launch.machines;
  const GkeGpus::Row *row = launch.tables.gkeGpus.find(machines.gpu->name);
  if (!row)
    return refuse("GKE has no nodes with " + machines.gpu->name);
  if (!llvm::is_contained(row->counts, machines.gpusOfHost))
    return refuse("a node of GKE has no " + llvm::Twine(machines.gpusOfHost) +
                  " x " + machines.gpu->name + ", but " +
                  formatNumbers(row->counts, "or"));
  Nodes nodes;
  nodes.count = *machines.hosts;
  nodes.labels.push_back({job::GpuLabel, machines.gpu->flagName.str()});
  if (machines.machine)
    nodes.labels.push_back({MachineTypeLabel, machines.machine->name.str()});
  nodes.resource = job::GpuResource;
  nodes.accelerators = machines.gpusOfHost;
  return nodes;
}

static llvm::Expected<Nodes> nodesOf(const Launch &launch) {
  if (launch.machines.isTpu())
    return tpuNodes(launch);
  if (launch.machines.gpu)
    return gpuNodes(launch);
  Nodes nodes;
  nodes.count = *launch.machines.hosts;
  if (launch.machines.machine)
    nodes.labels.push_back(
        {MachineTypeLabel, launch.machines.machine->name.str()});
  return nodes;
}

static std::string replaceAll(StringRef text, StringRef from, StringRef to) {
  llvm::SmallVector<StringRef> parts;
  text.split(parts, from);
  return llvm::join(parts, to);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

namespace {
/// Writes the manifest from the top to the bottom.
class Writer {
public:
  Writer(const Launch &launch, const Nodes &nodes)
      : launch(launch), nodes(nodes) {}

  std::string write();

private:
  bool isAlone() const { return nodes.count == 1; }
  void writeComment();
  void writeSet();
  void writeJob();
  void writePods();
  void writeContainer();
  void writeMeeting();
  void writeVolumes();

  const Launch &launch;
  const Nodes &nodes;
  YamlLines lines;
};
} // namespace

void Writer::writeComment() {
  lines.add(0, "# " + describe(launch.machines));
  if (!isAlone())
    lines.add(0, "# kubectl create secret generic " + launch.name +
                     "-coordinator --from-literal=key=\"$(openssl rand -hex "
                     "32)\"");
  if (launch.request.image.empty())
    lines.add(0, "# IMAGE holds trainlint-run and the files that it is given; "
                 "envsubst puts its name in");
}

void Writer::writeSet() {
  lines.add(0, "apiVersion: jobset.x-k8s.io/v1alpha2");
  lines.add(0, "kind: JobSet");
  lines.add(0, "metadata:");
  lines.add(1, "name: " + yamlText(launch.name));
  if (launch.machines.isTpu() && !isAlone()) {
    // A slice is a pool of nodes, and no two of them are mixed.
    lines.add(1, "annotations:");
    lines.add(2, "alpha.jobset.sigs.k8s.io/exclusive-topology: "
                 "cloud.google.com/gke-nodepool");
  }
  lines.add(0, "spec:");
  if (!isAlone()) {
    lines.add(1, "network:");
    lines.add(2, "enableDNSHostnames: true");
    lines.add(2, "subdomain: " + yamlText(launch.name));
  }
  lines.add(1, "failurePolicy:");
  lines.add(2,
            "maxRestarts: " + llvm::Twine(launch.isResumed ? MostRestarts : 0));
  if (!launch.isResumed)
    return;
  // What is no such exit code ends the set, however many restarts are left.
  lines.add(2, "rules:");
  lines.add(2, "- action: FailJobSet");
  lines.add(3, "onJobFailureReasons: [PodFailurePolicy]");
}

void Writer::writeJob() {
  lines.add(1, "replicatedJobs:");
  lines.add(1, "- name: " + JobName);
  lines.add(2, "replicas: 1");
  lines.add(2, "template:");
  lines.add(3, "spec:");
  lines.add(4, "completionMode: Indexed");
  lines.add(4, "parallelism: " + llvm::Twine(nodes.count));
  lines.add(4, "completions: " + llvm::Twine(nodes.count));
  lines.add(4, "backoffLimit: 0");
  if (launch.machines.seconds)
    lines.add(4, "activeDeadlineSeconds: " +
                     llvm::Twine(*launch.machines.seconds));
  if (!launch.isResumed)
    return;
  lines.add(4, "podFailurePolicy:");
  lines.add(5, "rules:");
  lines.add(5, "- action: FailJob");
  lines.add(6, "onExitCodes:");
  lines.add(7, "containerName: " + ContainerName);
  lines.add(7, "operator: NotIn");
  lines.add(7, "values: [" + llvm::join(restartCodes(), ", ") + "]");
}

void Writer::writePods() {
  lines.add(4, "template:");
  if (!launch.buckets.empty()) {
    lines.add(5, "metadata:");
    lines.add(6, "annotations:");
    lines.add(7, "gke-gcsfuse/volumes: \"true\"");
  }
  lines.add(5, "spec:");
  lines.add(6, "restartPolicy: Never");
  if (!nodes.labels.empty() || launch.machines.isSpot)
    lines.add(6, "nodeSelector:");
  for (const auto &[label, value] : nodes.labels)
    lines.add(7, label + ": " + yamlText(value));
  if (launch.machines.isSpot)
    lines.add(7, "cloud.google.com/gke-spot: \"true\"");
}

void Writer::writeContainer() {
  lines.add(6, "containers:");
  lines.add(6, "- name: " + ContainerName);
  lines.add(7, "image: " + yamlText(launch.imageOr(ImagePlaceholder)));
  lines.add(7, "command: [trainlint-run]");
  lines.add(7, "args:");
  for (StringRef argument : launch.arguments) {
    // Kubernetes would put a variable in.
    std::string escaped = replaceAll(argument, "$(", "$$(");
    lines.add(7, "- " + yamlText(escaped));
  }
  if (!isAlone())
    writeMeeting();
  if (nodes.accelerators == 0)
    return;
  lines.add(7, "resources:");
  lines.add(8, "limits:");
  lines.add(9, nodes.resource + ": " + llvm::Twine(nodes.accelerators));
}

/// The first pod has a name of its own; the others have their numbers from
/// Kubernetes.
void Writer::writeMeeting() {
  std::string first = launch.name + "-" + JobName.str() + "-0-0." + launch.name;
  if (!launch.namesCoordinator())
    lines.add(7, "- " + yamlText("--coordinator=" + first + ":" +
                                 std::to_string(CoordinatorPort)));
  lines.add(7, "env:");
  lines.add(7, "- name: " + CountVariable);
  lines.add(8, "value: \"" + llvm::Twine(nodes.count) + "\"");
  lines.add(7, "- name: " + KeyVariable);
  lines.add(8, "valueFrom:");
  lines.add(9, "secretKeyRef:");
  lines.add(10, "name: " + yamlText(launch.name + "-coordinator"));
  lines.add(10, "key: key");
  lines.add(7, "ports:");
  lines.add(7, "- containerPort: " + llvm::Twine(CoordinatorPort));
}

void Writer::writeVolumes() {
  const std::vector<Volume> &claims = launch.request.volumes;
  if (launch.buckets.empty() && claims.empty())
    return;
  // Names of volumes have no dots, which those of buckets may have.
  auto bucketName = [](size_t index) {
    return "bucket-" + std::to_string(index);
  };
  lines.add(7, "volumeMounts:");
  for (const auto &[index, bucket] : llvm::enumerate(launch.buckets)) {
    lines.add(7, "- name: " + bucketName(index));
    lines.add(8, "mountPath: " + yamlText((BucketFolder + bucket).str()));
  }
  for (const auto &[index, claim] : llvm::enumerate(claims)) {
    lines.add(7, "- name: claim-" + llvm::Twine(index));
    lines.add(8, "mountPath: " + yamlText(claim.folder));
  }
  lines.add(6, "volumes:");
  for (const auto &[index, bucket] : llvm::enumerate(launch.buckets)) {
    lines.add(6, "- name: " + bucketName(index));
    lines.add(7, "csi:");
    lines.add(8, "driver: gcsfuse.csi.storage.gke.io");
    lines.add(8, "volumeAttributes:");
    lines.add(9, "bucketName: " + yamlText(bucket));
  }
  for (const auto &[index, claim] : llvm::enumerate(claims)) {
    lines.add(6, "- name: claim-" + llvm::Twine(index));
    lines.add(7, "persistentVolumeClaim:");
    lines.add(8, "claimName: " + yamlText(claim.name));
  }
}

std::string Writer::write() {
  writeComment();
  writeSet();
  writeJob();
  writePods();
  writeContainer();
  writeVolumes();
  return std::move(lines.text);
}

llvm::Expected<std::string> launch::writeJobSet(Launch &launch) {
  auto nodes = nodesOf(launch);
  if (!nodes)
    return nodes.takeError();
  if (!launch.buckets.empty())
    launch.notes.push_back("the service account of the pods needs the right to "
                           "use the bucket, and "
                           "the cluster the driver of Cloud Storage FUSE");
  return Writer(launch, *nodes).write();
}

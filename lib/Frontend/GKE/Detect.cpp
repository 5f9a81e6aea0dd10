//===- Detect.cpp - Telling workloads with accelerators -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GKE/Detect.h"
#include "Frontend/GKE/Accelerators.h"
#include "Frontend/GKE/NodeLabels.h"
#include "Frontend/GKE/Workloads.h"
#include "Support/LLVM.h"
#include "mlir/IR/Builders.h"

using namespace trainlint;
using namespace trainlint::frontend;
using namespace trainlint::gke;
using namespace trainlint::job;
using namespace trainlint::yaml;

static bool namesAccelerators(StringRef text) {
  return text.contains(TpuResource) || text.contains(GpuResource) ||
         text.contains(GpuLabel) || text.contains(TpuLabel) ||
         text.contains(TopologyLabel);
}

bool gke::mayHoldWorkload(StringRef text) {
  return namesAccelerators(text) && text.contains("kind");
}

/// True if an object is of a kind of training that has no pods of its own, such
/// as a queue or a runtime, and speaks of accelerators.
static bool speaksOfAccelerators(View object, TreeView &tree) {
  const auto *version = tree.find(object, "apiVersion").value.as<ScalarNode>();
  StringRef group =
      version ? StringRef(version->value).split('/').first : StringRef();
  return (group == "kueue.x-k8s.io" || group == "trainer.kubeflow.org") &&
         namesAccelerators(tree.text(object));
}

static bool usesAccelerators(const PodGroup &group, TreeView &tree) {
  Section podSpec = group.pods.section("spec", tree);
  if (demandsAccelerators(podSpec, tree))
    return true;
  mlir::OpBuilder builder(tree.getContext());
  ValueReader reader(tree, builder);
  NodeLabels labels(podSpec, reader, tree);
  return labels.find(TpuLabel).value || labels.find(TopologyLabel).value ||
         labels.find(GpuLabel).value;
}

bool gke::isWorkloadWithAccelerators(View root, TreeView &tree) {
  for (View object : objectsOf(root, tree)) {
    const schema::Schema *schema = schemaOf(object, tree);
    if (!schema)
      continue;
    if (speaksOfAccelerators(object, tree))
      return true;
    Section fields(object, *schema, tree);
    for (const PodGroup &group : podGroupsOf(fields, tree)) {
      if (usesAccelerators(group, tree))
        return true;
    }
  }
  return false;
}

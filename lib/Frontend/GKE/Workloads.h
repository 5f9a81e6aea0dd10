//===- Workloads.h - Kubernetes objects that make pods ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GKE_WORKLOADS_H
#define TRAINLINT_FRONTEND_GKE_WORKLOADS_H

#include "Dialect/Job/IR/Job.h"
#include "Frontend/Import/Section.h"

namespace trainlint::gke {

/// The pods that one template makes. Fields that the kind does not have are
/// empty.
struct PodGroup {
  job::Role role;
  /// What the group stands at.
  yaml::View at;
  /// The template: `metadata` and `spec` of the pods.
  frontend::Section pods;
  /// The object that says how often the whole exists, and its fields.
  frontend::Section copies;
  llvm::StringLiteral name = "";
  llvm::StringLiteral replicas = "";
  /// The object that says how many pods work together, and its fields.
  frontend::Section together;
  llvm::StringLiteral groupSize = "";
  llvm::StringLiteral completions = "";
};

/// The objects of a document that may be workloads: the document itself, or the
/// items of a `List`. One that aliases repeat is there once, so that a small
/// text does not stand for a large one.
llvm::SmallVector<yaml::View, 1> objectsOf(yaml::View document,
                                           yaml::TreeView &tree);

/// The schema of an object, by its `kind` and the group of its `apiVersion`;
/// null if there is none. An object without a group is of the first kind with
/// its name. Of kinds that other projects define the versions are told apart.
const schema::Schema *schemaOf(yaml::View object, yaml::TreeView &tree);

/// True if an object is of a kind whose pods are read.
bool isWorkload(yaml::View object, yaml::TreeView &tree);

/// The items of a list that are mappings, each once however often aliases
/// repeat it.
llvm::SmallVector<yaml::View> distinctItems(const frontend::Section &holder,
                                            llvm::StringRef field,
                                            yaml::TreeView &tree);

/// The groups of a workload in the order of the kind; none for other kinds. Of
/// more groups than anybody writes by hand, the first. The object has the
/// schema that `schemaOf` finds.
llvm::SmallVector<PodGroup, 2> podGroupsOf(const frontend::Section &object,
                                           yaml::TreeView &tree);

} // namespace trainlint::gke

#endif // TRAINLINT_FRONTEND_GKE_WORKLOADS_H

//===- Accelerators.h - What containers ask for -----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GKE_ACCELERATORS_H
#define TRAINLINT_FRONTEND_GKE_ACCELERATORS_H

#include "Frontend/Import/ValueReader.h"

namespace trainlint::gke {

/// The accelerators that the containers of a pod ask for.
struct AcceleratorDemand {
  /// The name of the resource; null if no container asks for one.
  job::ValueAttr resource;
  /// What the pod needs: what its containers need together, or its neediest
  /// initial container if that is more. Unknown if a part is.
  job::ValueAttr total;
  /// What each container asks for that asks for any.
  job::ValueAttr each;
};

/// Reads the demand of the pods of a template, and reports amounts that
/// Kubernetes refuses.
AcceleratorDemand readDemand(const frontend::Section &podSpec,
                             frontend::ValueReader &reader,
                             yaml::TreeView &tree, mlir::OpBuilder &builder);

/// True if a container asks for accelerators in any amount.
bool demandsAccelerators(const frontend::Section &podSpec,
                         yaml::TreeView &tree);

/// What makes a template a patch of another that is not here: a container
/// without an image, or `whole` if there are no containers. Nothing if the
/// template is complete.
yaml::View incompletePart(const frontend::Section &podSpec, yaml::View whole,
                          yaml::TreeView &tree);

} // namespace trainlint::gke

#endif // TRAINLINT_FRONTEND_GKE_ACCELERATORS_H

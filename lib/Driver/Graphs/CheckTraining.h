//===- CheckTraining.h - What a Keras model was compiled with ---*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_GRAPHS_CHECKTRAINING_H
#define TRAINLINT_DRIVER_GRAPHS_CHECKTRAINING_H

#include "Device/Target.h"
#include "Driver/Graphs/ImportGraphs.h"

namespace trainlint {

/// Reports what of the optimizer, the loss and the metrics of a Keras file the
/// trainer does not know, in its words, where a device is known. The types of
/// the model are inferred.
void checkTraining(ImportedGraph &graph, const graph::Target &target);

} // namespace trainlint

#endif // TRAINLINT_DRIVER_GRAPHS_CHECKTRAINING_H

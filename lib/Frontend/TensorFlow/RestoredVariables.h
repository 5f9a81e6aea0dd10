//===- RestoredVariables.h - Where a graph's variables are kept -*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_TENSORFLOW_RESTOREDVARIABLES_H
#define TRAINLINT_FRONTEND_TENSORFLOW_RESTOREDVARIABLES_H

#include "Frontend/TensorFlow/GraphFile.h"
#include <map>
#include <string>

namespace trainlint::tensorflow {

/// The keys of a checkpoint from which the saver of a graph restores its
/// variables, by the names of these. Of a SavedModel that is a function which
/// the main graph calls with all variables; only there the names of variables
/// tell nothing of their keys. Empty without such a function, and without what
/// of it cannot be read.
std::map<std::string, std::string> restoredVariables(const GraphFile &file);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_FRONTEND_TENSORFLOW_RESTOREDVARIABLES_H

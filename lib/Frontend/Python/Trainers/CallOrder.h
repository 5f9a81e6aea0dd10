//===- CallOrder.h - What has run when a call runs --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_TRAINERS_CALLORDER_H
#define TRAINLINT_FRONTEND_PYTHON_TRAINERS_CALLORDER_H

#include "Frontend/Python/Values/Program.h"
#include "llvm/ADT/DenseSet.h"

namespace trainlint::python {

/// True if, whenever `second` runs, `first` has run before it. `first` stands
/// in front of `second` among the calls of a program.
bool hasRunBefore(const Call &first, const Call &second);

/// Remembers the places that were reported: a call is evaluated whenever the
/// function around it is.
class ReportedNodes {
public:
  /// True if it is asked for the first time.
  bool insert(Node node) {
    return nodes.insert({node.owner(), node.order()}).second;
  }

private:
  llvm::DenseSet<std::pair<const Tree *, uint32_t>> nodes;
};

/// The callee as the program spells it: `xmp.spawn`.
llvm::StringRef spellingOf(const Call &call);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_TRAINERS_CALLORDER_H

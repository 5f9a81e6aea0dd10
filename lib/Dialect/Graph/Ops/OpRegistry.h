//===- OpRegistry.h - The ops of TensorFlow ---------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_OPS_OPREGISTRY_H
#define TRAINLINT_DIALECT_GRAPH_OPS_OPREGISTRY_H

#include "Dialect/Graph/Ops/OpDefinition.h"
#include "Dialect/Graph/Ops/TpuOpSupport.h"
#include "Support/NearMatch.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace trainlint::tensorflow {

/// The ops of the tables, decoded when they are first asked for. One thread at
/// a time may ask; what it gets stays where it is and may be read by all.
///
/// Made to be asked once for each op that a graph uses, not for each node.
class OpRegistry {
public:
  explicit OpRegistry(const Tables &tables) : tables(&tables) {}
  OpRegistry(const OpRegistry &) = delete;
  OpRegistry &operator=(const OpRegistry &) = delete;

  /// Null for an op that the table does not name. A row that is not
  /// well-formed, which only a table of the user can have, counts as none.
  const OpDefinition *definition(llvm::StringRef op);
  const TpuOpSupport *support(llvm::StringRef op);
  /// The op that a name stands for which the table does not have.
  std::optional<NearMatch> findNear(llvm::StringRef op);

  const Tables &sources() const { return *tables; }

private:
  const Tables *tables;
  llvm::DenseMap<const TfOps::Row *, std::unique_ptr<const OpDefinition>>
      definitions;
  llvm::DenseMap<const TfOpsTpu::Row *, std::unique_ptr<const TpuOpSupport>>
      supports;
  /// The names of the ops, as soon as one is misspelled.
  std::optional<NearMatcher> names;
};

} // namespace trainlint::tensorflow

#endif // TRAINLINT_DIALECT_GRAPH_OPS_OPREGISTRY_H

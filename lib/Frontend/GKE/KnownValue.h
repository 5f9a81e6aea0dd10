//===- KnownValue.h - Values of manifests, field by field -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GKE_KNOWNVALUE_H
#define TRAINLINT_FRONTEND_GKE_KNOWNVALUE_H

#include "Text/Yaml/View.h"
#include <optional>

namespace trainlint::gke {

class KnownValue;
using KnownValues = llvm::SmallVector<KnownValue, 0>;

/// A value of a manifest with its key. What is not there and what is not known
/// have neither text nor items, so that nothing follows from them.
class KnownValue {
public:
  KnownValue(yaml::View value, yaml::TreeView &tree, yaml::View key = {})
      : value(value), key(key), tree(&tree) {}

  KnownValue operator[](llvm::StringRef field) const {
    yaml::EntryView entry = tree->find(value, field);
    return {entry.value, *tree, entry.key};
  }

  /// True if the field is there, whatever it holds.
  bool isGiven() const { return static_cast<bool>(key); }
  /// True if the value has, or may be filled in to have, more than is seen.
  bool isOpen() const;
  /// The text of a scalar.
  std::optional<llvm::StringRef> text() const;
  /// The number that a scalar spells, in quotes or not.
  std::optional<int64_t> integer() const;

  KnownValues items() const;
  /// The fields of a mapping whose names are text that is known.
  KnownValues fields() const;
  /// The name of the field.
  llvm::StringRef name() const;

  yaml::View view() const { return value; }
  mlir::Location location() const { return tree->location(value); }
  /// The key, or the value where there is none.
  mlir::Location place() const { return tree->location(key ? key : value); }

private:
  yaml::View value;
  yaml::View key;
  yaml::TreeView *tree;
};

/// The amount of a resource that a container may use, or asks for.
KnownValue amountOf(const KnownValue &container, llvm::StringRef resource);

/// The container of a pod with a name; one without a view if there is none.
std::optional<KnownValue> containerNamed(const KnownValue &podSpec,
                                         llvm::StringRef name);

} // namespace trainlint::gke

#endif // TRAINLINT_FRONTEND_GKE_KNOWNVALUE_H

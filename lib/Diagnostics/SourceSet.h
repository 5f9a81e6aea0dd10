//===- SourceSet.h - Inputs by name, and MLIR locations ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIAGNOSTICS_SOURCESET_H
#define TRAINLINT_DIAGNOSTICS_SOURCESET_H

#include "Diagnostics/Finding.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/StringMap.h"

namespace mlir {
class StringAttr;
} // namespace mlir

namespace trainlint {

/// The inputs of one check, found by the name that MLIR locations carry.
class SourceSet {
public:
  /// Keeps no ownership. Two buffers must not share a name.
  void add(const SourceBuffer &buffer) { buffers[buffer.name()] = &buffer; }
  const SourceBuffer *find(llvm::StringRef name) const {
    return buffers.lookup(name);
  }

  /// The place that a location speaks of: the innermost file range of a call
  /// site, a fused or a named location. No place if the file is not known.
  Place resolve(mlir::LocationAttr location) const;

private:
  llvm::StringMap<const SourceBuffer *> buffers;
};

/// The MLIR location of a range. The end column is the column behind the last
/// byte, and columns count bytes.
mlir::LocationAttr makeLocation(mlir::MLIRContext *context,
                                const SourceBuffer &buffer, SourceRange range);
/// The same for who makes many, with the name of the buffer.
mlir::LocationAttr makeLocation(mlir::StringAttr name,
                                const SourceBuffer &buffer, SourceRange range);

/// The location of something that stands at `anchor` and is used at `alias`.
mlir::LocationAttr makeAliasLocation(mlir::LocationAttr anchor,
                                     mlir::LocationAttr alias);

/// The location of an expression that has a value, but does not spell it, so
/// that no edit of the value is offered there.
mlir::LocationAttr makeComputedLocation(mlir::LocationAttr expression);

/// True for the location of something that stands in such an expression.
bool isComputed(mlir::LocationAttr location);

/// The location of a value that is given outside the input, on a command line
/// or in a configuration, for a place of the input.
mlir::LocationAttr makeOverrideLocation(mlir::LocationAttr given,
                                        mlir::LocationAttr place);

} // namespace trainlint

#endif // TRAINLINT_DIAGNOSTICS_SOURCESET_H

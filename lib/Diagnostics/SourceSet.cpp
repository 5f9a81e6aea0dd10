//===- SourceSet.cpp - Inputs by name, MLIR locations in them -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/SourceSet.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"

using namespace trainlint;

Place SourceSet::resolve(mlir::LocationAttr location) const {
  if (auto call = llvm::dyn_cast<mlir::CallSiteLoc>(location))
    return resolve(call.getCallee());
  if (auto name = llvm::dyn_cast<mlir::NameLoc>(location))
    return resolve(name.getChildLoc());
  if (auto fused = llvm::dyn_cast<mlir::FusedLoc>(location)) {
    for (mlir::Location part : fused.getLocations()) {
      if (Place place = resolve(part))
        return place;
    }
    return {};
  }
  auto file = llvm::dyn_cast<mlir::FileLineColRange>(location);
  if (!file)
    return {};
  const SourceBuffer *buffer = find(file.getFilename());
  if (!buffer)
    return {};
  uint32_t begin = buffer->offset({file.getStartLine(), file.getStartColumn()});
  uint32_t end = buffer->offset({file.getEndLine(), file.getEndColumn()});
  return {buffer, {begin, std::max(begin, end)}};
}

mlir::LocationAttr trainlint::makeLocation(mlir::StringAttr name,
                                           const SourceBuffer &buffer,
                                           SourceRange range) {
  LineColumn begin = buffer.position(range.begin);
  LineColumn end = buffer.position(range.end);
  return mlir::FileLineColRange::get(name, begin.line, begin.column, end.line,
                                     end.column);
}

mlir::LocationAttr trainlint::makeLocation(mlir::MLIRContext *context,
                                           const SourceBuffer &buffer,
                                           SourceRange range) {
  return makeLocation(mlir::StringAttr::get(context, buffer.name()), buffer,
                      range);
}

mlir::LocationAttr trainlint::makeAliasLocation(mlir::LocationAttr anchor,
                                                mlir::LocationAttr alias) {
  return mlir::CallSiteLoc::get(anchor, alias);
}

static constexpr llvm::StringLiteral ComputedName = "computed";

mlir::LocationAttr
trainlint::makeComputedLocation(mlir::LocationAttr expression) {
  auto name = mlir::StringAttr::get(expression.getContext(), ComputedName);
  return mlir::NameLoc::get(name, mlir::Location(expression));
}

bool trainlint::isComputed(mlir::LocationAttr location) {
  while (auto call = llvm::dyn_cast<mlir::CallSiteLoc>(location))
    location = call.getCallee();
  auto name = llvm::dyn_cast<mlir::NameLoc>(location);
  return name && name.getName() == ComputedName;
}

mlir::LocationAttr trainlint::makeOverrideLocation(mlir::LocationAttr given,
                                                   mlir::LocationAttr place) {
  return mlir::CallSiteLoc::get(given, place);
}

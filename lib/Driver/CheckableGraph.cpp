//===- CheckableGraph.cpp - A graph as jobs see it ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/CheckableGraph.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"

using namespace trainlint;

CheckableGraph::~CheckableGraph() = default;

void PhaseReport::add(FindingCollector &collector) {
  llvm::move(collector.take(), std::back_inserter(findings));
  llvm::append_range(failures, collector.failures());
}

void PhaseReport::append(const PhaseReport &other) {
  llvm::append_range(findings, other.findings);
  llvm::append_range(failures, other.failures);
}

//===----------------------------------------------------------------------===//
// Places in another context
//===----------------------------------------------------------------------===//

static mlir::LocationAttr copyTo(mlir::MLIRContext *context,
                                 mlir::LocationAttr location) {
  if (auto range = llvm::dyn_cast_or_null<mlir::FileLineColRange>(location))
    return mlir::FileLineColRange::get(
        mlir::StringAttr::get(context, range.getFilename().getValue()),
        range.getStartLine(), range.getStartColumn(), range.getEndLine(),
        range.getEndColumn());
  if (auto call = llvm::dyn_cast_or_null<mlir::CallSiteLoc>(location))
    return mlir::CallSiteLoc::get(copyTo(context, call.getCallee()),
                                  copyTo(context, call.getCaller()));
  return location ? mlir::LocationAttr(mlir::UnknownLoc::get(context))
                  : location;
}

GraphUse trainlint::moveTo(mlir::MLIRContext *context, const GraphUse &use) {
  GraphUse copy = use;
  auto move = [&](mlir::LocationAttr location) {
    return copyTo(context, location);
  };
  copy.target.replaceLocations(move);
  copy.values.replaceLocations(move);
  return copy;
}

//===- Context.cpp - What the checks of a program are given ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Context/Context.h"
#include "Frontend/Python/Context/JobDocument.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::python;

mlir::Location Context::at(Place place) const {
  if (!place)
    return mlir::UnknownLoc::get(mlirContext());
  return makeLocation(mlirContext(), *place.buffer, place.range);
}

mlir::Location Context::at(const Value &value, Place use) const {
  if (!value.place)
    return at(use);
  // What stands within its use is used where it stands.
  if (!use || contains(use, value.place))
    return at(value.place);
  return makeAliasLocation(at(value.place), at(use));
}

mlir::Location Context::at(const Argument &argument) const {
  return at(*argument.value, argument.place);
}

Report &python::fixText(Report &report, bool safe, const Value &value,
                        StringRef text, const Context &context) {
  if (!value.isVerbatim || value.place.buffer != &context.buffer())
    return report;
  return report.fix(safe, "write `" + text + "`", context.at(value.place),
                    text);
}

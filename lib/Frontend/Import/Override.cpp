//===- Override.cpp - Values that replace those of a file -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Import/Override.h"
#include "Diagnostics/SourceSet.h"
#include "Frontend/Yaml/Template.h"

using namespace trainlint;
using namespace trainlint::frontend;
using llvm::StringRef;

job::ValueAttr frontend::overridingValue(llvm::ArrayRef<Override> overrides,
                                         StringRef field,
                                         mlir::Location replaced) {
  mlir::MLIRContext *context = replaced.getContext();
  for (const Override &given : overrides) {
    StringRef value = given.buffer->text(given.range);
    if (given.field != field || value.empty())
      continue;
    mlir::LocationAttr location = makeOverrideLocation(
        makeLocation(context, *given.buffer, given.range), replaced);
    return job::ValueAttr::get(context, mlir::StringAttr::get(context, value),
                               !yaml::hasPlaceholder(value), location);
  }
  return {};
}

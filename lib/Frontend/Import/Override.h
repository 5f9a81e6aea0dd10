//===- Override.h - Values that replace those of a file ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_IMPORT_OVERRIDE_H
#define TRAINLINT_FRONTEND_IMPORT_OVERRIDE_H

#include "Dialect/Job/IR/Job.h"
#include "Support/SourceBuffer.h"
#include "Text/Yaml/View.h"

namespace trainlint::frontend {

/// A value of the command line that replaces one of the file, as gcloud's flags
/// do.
struct Override {
  /// The field in the words of AI Platform: "region", "runtimeVersion"...
  llvm::StringRef field;
  /// Where the value stands on the command line.
  const SourceBuffer *buffer;
  SourceRange range;
};

/// The value that the command line gives a field; null if it gives none.
/// `replaced` is the place in the file that it speaks of.
job::ValueAttr overridingValue(llvm::ArrayRef<Override> overrides,
                               llvm::StringRef field, mlir::Location replaced);

/// The overrides and those of the defaults that nothing else gives a value:
/// neither an override nor the mapping that would hold the field, nor anything
/// in it that is not known.
llvm::SmallVector<Override> withDefaults(yaml::View section,
                                         yaml::TreeView &tree,
                                         llvm::ArrayRef<Override> overrides,
                                         llvm::ArrayRef<Override> defaults);

} // namespace trainlint::frontend

#endif // TRAINLINT_FRONTEND_IMPORT_OVERRIDE_H

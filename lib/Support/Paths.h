//===- Paths.h - Paths of files ---------------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_PATHS_H
#define TRAINLINT_SUPPORT_PATHS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace trainlint {

/// An absolute path without `.` and `..`.
std::string absolutePath(llvm::StringRef path);

/// Called like YAML or JSON: `.yaml`, `.yml` or `.json`.
bool isYamlOrJsonName(llvm::StringRef path);

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_PATHS_H

//===- ReportPaths.h - Paths for code scanning ------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OUTPUT_REPORTPATHS_H
#define TRAINLINT_OUTPUT_REPORTPATHS_H

#include "llvm/ADT/StringMap.h"
#include <string>

namespace trainlint {

/// The paths of files as services want them that show findings beside the code:
/// relative to the repository; outside of one, relative to the working
/// directory; elsewhere whole. The name of a standard stream stays.
class ReportPaths {
public:
  llvm::StringRef of(llvm::StringRef file);

private:
  llvm::StringMap<std::string> known;
};

} // namespace trainlint

#endif // TRAINLINT_OUTPUT_REPORTPATHS_H

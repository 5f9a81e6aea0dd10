//===- ForeignPlaces.h - Regions of other clouds ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TABLES_FOREIGNPLACES_H
#define TRAINLINT_TABLES_FOREIGNPLACES_H

#include "llvm/ADT/StringRef.h"

namespace trainlint {

/// True for a region of AWS, such as `us-east-1`.
bool isAwsRegion(llvm::StringRef name);
/// True for a zone of AWS, such as `us-east-1a`.
bool isAwsZone(llvm::StringRef name);

/// True for a region or a zone of a sovereign cloud that runs the services
/// apart, such as `u-germany-northeast1`.
bool isSovereign(llvm::StringRef name);

} // namespace trainlint

#endif // TRAINLINT_TABLES_FOREIGNPLACES_H

//===- Detect.h - Parts of telling formats apart ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_FORMATS_DETECT_H
#define TRAINLINT_FRONTEND_FORMATS_DETECT_H

#include "Frontend/Formats/GraphFormat.h"

/// Each of these knows some of the formats and answers `Unknown` for others.
namespace trainlint::graph::detection {

/// Messages of Protobuf in binary.
GraphFormat detectBinaryMessage(llvm::StringRef file);

/// Messages of Protobuf in text.
GraphFormat detectTextMessage(llvm::StringRef file);

/// A Keras model, alone or as the topology in a file of TensorFlow.js.
bool isKerasJson(llvm::StringRef file);

} // namespace trainlint::graph::detection

#endif // TRAINLINT_FRONTEND_FORMATS_DETECT_H

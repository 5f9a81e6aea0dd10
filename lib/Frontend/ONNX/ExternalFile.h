//===- ExternalFile.h - Data beside an ONNX model ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_ONNX_EXTERNALFILE_H
#define TRAINLINT_FRONTEND_ONNX_EXTERNALFILE_H

#include "Frontend/ONNX/TensorValue.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace trainlint::onnx {

/// The elements of a tensor that lie in another file, and nothing around them;
/// a large file is mapped. `folder` is the folder of the model. An error is a
/// location that leads out of it, also through a link, what is no regular file,
/// and a part that the file does not have.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
mapExternalData(llvm::StringRef folder, const TensorValue &tensor);

} // namespace trainlint::onnx

#endif // TRAINLINT_FRONTEND_ONNX_EXTERNALFILE_H

//===- SdkNames.h - Names of Vertex AI's clients ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_JOBS_SDKNAMES_H
#define TRAINLINT_FRONTEND_PYTHON_JOBS_SDKNAMES_H

#include "Frontend/Python/Values/Calls.h"

namespace trainlint::python {

/// The libraries that send jobs to Vertex AI. They have classes of the same
/// names and other arguments.
enum class SdkLibrary : uint8_t {
  None,
  /// `google.cloud.aiplatform`.
  Sdk,
  /// `google.cloud.aiplatform.gapic`, `google.cloud.aiplatform_v1` and
  /// `google.cloud.aiplatform_v1beta1`.
  Gapic,
};

/// A name without the modules that it is reached through: `CustomJob.run`.
struct SdkName {
  SdkLibrary library = SdkLibrary::None;
  llvm::StringRef name;

  bool isSdk(llvm::StringRef wanted) const {
    return library == SdkLibrary::Sdk && name == wanted;
  }
  bool isGapic(llvm::StringRef wanted) const {
    return library == SdkLibrary::Gapic && name == wanted;
  }
};

/// The name of a library, of an object or of a callee, as its library has it,
/// whatever it was imported as.
SdkName sdkNameOf(llvm::StringRef name);

/// True if an object was made by a class or function of the SDK.
bool isSdkObject(const Value &value, llvm::StringRef name);

/// The word of a member of an enumeration, `NVIDIA_TESLA_T4` of
/// `gapic.AcceleratorType.NVIDIA_TESLA_T4` and of its `.name`; empty for other
/// values.
llvm::StringRef enumWord(const Value &value);

/// Where that word stands in what is written for the value; `written` itself if
/// it does not.
Place enumPlace(const Value &value, Place written);

/// True for a name that the reader has to fill in, such as an empty one.
bool isBlank(llvm::StringRef text);
/// The same of a value that the provider defines.
bool isBlankValue(llvm::StringRef text, llvm::StringRef field);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_JOBS_SDKNAMES_H

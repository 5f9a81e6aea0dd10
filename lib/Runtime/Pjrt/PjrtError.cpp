//===- PjrtError.cpp - Errors of a device plugin --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Pjrt/PjrtError.h"
#include "llvm/Support/raw_ostream.h"

using namespace trainlint::pjrt;

char PjrtError::ID = 0;

std::string trainlint::pjrt::codeName(abi::Error_Code code) {
  static constexpr const char *Names[] = {
      "OK",
      "CANCELLED",
      "UNKNOWN",
      "INVALID_ARGUMENT",
      "DEADLINE_EXCEEDED",
      "NOT_FOUND",
      "ALREADY_EXISTS",
      "PERMISSION_DENIED",
      "RESOURCE_EXHAUSTED",
      "FAILED_PRECONDITION",
      "ABORTED",
      "OUT_OF_RANGE",
      "UNIMPLEMENTED",
      "INTERNAL",
      "UNAVAILABLE",
      "DATA_LOSS",
      "UNAUTHENTICATED",
  };
  auto index = static_cast<uint32_t>(code);
  if (index < std::size(Names))
    return Names[index];
  return "error code " + std::to_string(index);
}

void PjrtError::log(llvm::raw_ostream &os) const {
  os << call << " failed: " << codeName(code);
  if (!message.empty())
    os << ": " << message;
}

std::error_code PjrtError::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

abi::Error_Code trainlint::pjrt::codeOf(const llvm::Error &error) {
  abi::Error_Code code = abi::Error_Code::UNKNOWN;
  llvm::visitErrors(error, [&](const llvm::ErrorInfoBase &info) {
    if (info.isA<PjrtError>())
      code = static_cast<const PjrtError &>(info).getCode();
  });
  return code;
}

std::string trainlint::pjrt::takeMessage(llvm::Error error) {
  std::string message;
  llvm::handleAllErrors(
      std::move(error),
      [&](const PjrtError &known) { message += known.getMessage(); },
      [&](const llvm::ErrorInfoBase &other) { message += other.message(); });
  return message;
}

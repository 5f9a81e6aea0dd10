//===- PjrtError.h - Errors of a device plugin ------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_PJRT_PJRTERROR_H
#define TRAINLINT_RUNTIME_PJRT_PJRTERROR_H

#include "Runtime/Pjrt/AbiTypes.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace trainlint::pjrt {

/// The name of an error code, as documentation spells it: "INVALID_ARGUMENT".
/// "error code 99" for one that the interface does not have.
std::string codeName(abi::Error_Code code);

/// What a call of a plugin, or the work behind it, failed with.
class PjrtError : public llvm::ErrorInfo<PjrtError> {
public:
  static char ID;

  /// `call` is the function's name without its prefix: "Client_Compile".
  PjrtError(llvm::StringRef call, abi::Error_Code code, llvm::StringRef message)
      : call(call.str()), code(code), message(message.str()) {}

  abi::Error_Code getCode() const { return code; }
  llvm::StringRef getMessage() const { return message; }

  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

private:
  std::string call;
  abi::Error_Code code;
  std::string message;
};

/// The code of an error, which is left as it is; UNKNOWN if it is none of a
/// plugin.
abi::Error_Code codeOf(const llvm::Error &error);

/// Takes the words of an error, of one of a plugin without its call and code.
std::string takeMessage(llvm::Error error);

} // namespace trainlint::pjrt

#endif // TRAINLINT_RUNTIME_PJRT_PJRTERROR_H

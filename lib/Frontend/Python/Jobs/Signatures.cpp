//===- Signatures.cpp - What functions of libraries take ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Jobs/Signatures.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::python;

bool Signature::takes(StringRef argument) const {
  return llvm::is_contained(positional, argument) ||
         llvm::is_contained(keywords, argument);
}

int Signature::positionOf(StringRef argument) const {
  const auto *found = llvm::find(positional, argument);
  return found == positional.end() ? -1 : found - positional.begin();
}

static Signature makeSignature(StringRef function, StringRef required,
                               StringRef optional, StringRef keywords) {
  Signature made;
  made.function = function;
  required.split(made.positional, ' ', -1, /*KeepEmpty=*/false);
  made.required = made.positional.size();
  optional.split(made.positional, ' ', -1, /*KeepEmpty=*/false);
  keywords.split(made.keywords, ' ', -1, /*KeepEmpty=*/false);
  return made;
}

llvm::ArrayRef<Signature> python::sdkSignatures() {
  static const Signature Functions[] = {
#define SDK_FUNCTION(name, required, optional, keywords)                       \
  makeSignature(name, required, optional, keywords),
#include "Frontend/Python/Jobs/Signatures.def"
  };
  return Functions;
}

const Signature *python::sdkSignature(StringRef function) {
  llvm::ArrayRef<Signature> all = sdkSignatures();
  const auto *found = llvm::find_if(all, [&](const Signature &signature) {
    return signature.function == function;
  });
  return found == all.end() ? nullptr : found;
}

const Argument *python::argumentOf(const Call &call, const Signature &signature,
                                   StringRef name) {
  return call.find(name, signature.positionOf(name));
}

const Value *python::valueOf(const Call &call, const Signature &signature,
                             StringRef name) {
  const Argument *argument = argumentOf(call, signature, name);
  return argument ? argument->value : nullptr;
}

//===- PhaseTrace.cpp - What a crash interrupts ---------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/PhaseTrace.h"
#include "Support/Printable.h"
#include "llvm/Support/raw_ostream.h"

using namespace trainlint;

void PhaseTrace::print(llvm::raw_ostream &os) const {
  os << "while " << doing << " `" << printableLine(subject) << "`\n";
}

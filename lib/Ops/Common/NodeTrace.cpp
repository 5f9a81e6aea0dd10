//===- NodeTrace.cpp - The node that a crash interrupts -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Common/NodeTrace.h"
#include "Support/Printable.h"
#include "llvm/Support/raw_ostream.h"

using namespace trainlint;

void NodeTrace::print(llvm::raw_ostream &os) const {
  graph::NodeOp op = node;
  os << "while lowering `" << printableLine(source.name(op)) << "` ("
     << printableLine(op.getOpName()) << ")\n";
}

//===- PhaseTraceTest.cpp - Tests of what crashes interrupt ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/PhaseTrace.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace trainlint;

TEST(PhaseTraceTest, NamesThePhaseAndTheFile) {
  PhaseTrace trace("importing", "model\x1b[31m.onnx");
  std::string text;
  llvm::raw_string_ostream os(text);
  trace.print(os);
  EXPECT_EQ(text, "while importing `model\\x1B[31m.onnx`\n");
}

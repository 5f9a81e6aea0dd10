//===- Checker.cpp - The check of one input after the other ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Checker.h"
#include "llvm/Support/BuryPointer.h"

using namespace trainlint;

Checker::~Checker() {
  if (endsProcess)
    llvm::BuryPointer(std::move(context));
}

CheckResult Checker::check(const SourceBuffer &buffer,
                           const CheckSettings &settings,
                           const GraphContent *graph, LoadedFilePtr file) {
  constexpr unsigned InputsPerContext = 256;
  if (!context || inputs++ % InputsPerContext == 0)
    context = makeContext ? makeContext() : std::make_unique<CompilerContext>();
  return Compilation(*context, buffer, settings, graph,
                     ParsedInput::Extent::Jobs, std::move(file))
      .check();
}

//===- TorchXla.cpp - Trainers of PyTorch/XLA -----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Trainers/TorchXla.h"
#include "Frontend/Python/Trainers/TorchXlaChecks.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::python;

void python::checkTorchXla(const Context &context) {
  PinnedVersions pins(context);
  for (const Call *call : context.program.calls()) {
    if (!StringRef(call->callee).starts_with("torch_xla."))
      continue;
    context.forEachForm(*call, [&](const Call &form) {
      if (std::optional<XlaSpawn> spawn = asXlaSpawn(form))
        checkXlaSpawn(*spawn, context, pins);
      checkXlaMesh(form, context);
    });
  }
  checkXlaDevices(context, pins);
  checkXlaReplicas(context);
  checkXlaVersions(context, pins);
}

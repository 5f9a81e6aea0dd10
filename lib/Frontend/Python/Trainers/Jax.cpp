//===- Jax.cpp - Trainers of JAX ------------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Trainers/Jax.h"
#include "Frontend/Python/Trainers/JaxChecks.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::python;

void python::checkJax(const Context &context) {
  bool usesJax = llvm::any_of(context.program.imports(), [](StringRef name) {
    return name == "jax" || name.starts_with("jax.");
  });
  if (!usesJax)
    return;
  checkJaxStart(context);
  std::optional<MeshDevices> devices = meshDevicesOf(context);
  for (const Call *call : context.program.calls()) {
    if (!StringRef(call->callee).starts_with("jax."))
      continue;
    context.forEachForm(*call, [&](const Call &form) {
      checkJaxMesh(form, devices ? &*devices : nullptr, context);
    });
  }
  if (devices)
    checkJaxBatch(context, *devices);
}

//===- CheckJaxBatch.cpp - Batches that devices share ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Jax.h"
#include "Frontend/Python/Trainers/CallOrder.h"
#include "Frontend/Python/Trainers/JaxChecks.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::python;

/// The number in front of `-1` in the shape of `x.reshape((8, -1) +
/// x.shape[1:])` or `x.reshape(8, -1, 28, 28)`; none if it is no such shape, or
/// no number.
static Node leadingSize(Node call) {
  Node list = call.child(Field::Arguments);
  if (!list)
    return Node();
  Node first = list.firstChild();
  // The shape may be put together.
  if (first.is(NodeKind::BinaryOperator))
    first = first.child(Field::Left);
  if (first.is(NodeKind::Tuple) || first.is(NodeKind::List))
    first = first.firstChild();
  if (!first)
    return Node();
  Node second = first.nextSibling();
  bool isRest = second && second.text() == "-1";
  return isRest && first.is(NodeKind::Integer) ? first : Node();
}

void python::checkJaxBatch(const Context &context, const MeshDevices &devices) {
  if (!devices.ofHost ||
      llvm::none_of(context.program.calls(), [](const Call *call) {
        return call->callee == "jax.pmap";
      }))
    return;
  ReportedNodes reported;
  for (const Call *call : context.program.calls()) {
    if (!call->callee.ends_with(".reshape"))
      continue;
    Node size = leadingSize(call->node);
    int64_t count;
    if (!size || size.text().getAsInteger(10, count) || count < 2 ||
        count == *devices.ofHost || !reported.insert(call->node))
      continue;
    Report report =
        diag::PmapBatch::devices(context.at(size), pluralize(count, "device"),
                                 devices.name, *devices.ofHost);
    if (devices.location)
      report.note(mlir::Location(devices.location),
                  "the devices are chosen here");
    report.help("`jax.local_device_count()` is the number of devices of a "
                "host");
  }
}

//===- CheckXlaMesh.cpp - Meshes of PyTorch/XLA ---------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/TorchXla.h"
#include "Frontend/Python/Trainers/MeshValues.h"
#include "Frontend/Python/Trainers/TorchXlaChecks.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::python;

static bool isXlaMesh(StringRef callee) {
  return llvm::StringSwitch<bool>(callee)
      .Case("torch_xla.distributed.spmd.Mesh", true)
      .Case("torch_xla.distributed.spmd.xla_sharding.Mesh", true)
      .Case("torch_xla.experimental.xla_sharding.Mesh", true)
      .Default(false);
}

/// How many devices are given; nothing if nobody knows.
static std::optional<int64_t> countIds(const Value *ids) {
  if (!ids)
    return std::nullopt;
  if (ids->isSequence() && !ids->isOpen)
    return ids->items.size();
  if (ids->kind != ValueKind::Object || !ids->call)
    return std::nullopt;
  // `np.arange(8)`, `np.array(range(8))`.
  const Call &call = *ids->call;
  if (call.callee == "numpy.arange" && call.positionalCount() == 1 &&
      call.value("stop", 0)->isInteger())
    return call.value("stop", 0)->integer;
  if (call.callee == "numpy.array" && call.arguments.size() == 1 &&
      call.arguments.front().value != ids)
    return countIds(call.arguments.front().value);
  return std::nullopt;
}

void python::checkXlaMesh(const Call &call, const Context &context) {
  if (!isXlaMesh(call.callee) || call.isOpen)
    return;
  const Argument *shapeArgument = call.find("mesh_shape", 1);
  std::optional<MeshShape> shape = meshShapeOf(call.value("mesh_shape", 1));
  const Argument *namesArgument = call.find("axis_names", 2);
  std::optional<MeshNames> names = meshNamesOf(call.value("axis_names", 2));
  if (names && namesArgument->value->isSequence()) {
    if (shape && names->size() != shape->size()) {
      diag::XlaMesh::rank(context.at(*namesArgument), printShape(*shape),
                          pluralize(shape->size(), "name"),
                          std::to_string(names->size()))
          .note(context.at(*shapeArgument), "the shape");
      return;
    }
    if (const Value *duplicate = duplicateIn(*names))
      diag::XlaMesh::duplicate(context.at(*duplicate, namesArgument->place),
                               duplicate->text);
  }

  std::optional<int64_t> size = shape ? sizeOf(*shape) : std::nullopt;
  if (!size)
    return;
  std::string devices = pluralize(*size, "device");
  const Argument *idsArgument = call.find("device_ids", 0);
  std::optional<int64_t> ids = countIds(call.value("device_ids", 0));
  if (ids && *ids != *size) {
    diag::XlaMesh::ids(context.at(*shapeArgument), printShape(*shape), devices,
                       *ids)
        .note(context.at(*idsArgument), "the devices");
    return;
  }
  const graph::Target *target = context.target;
  if (!target || !target->isTpu() || !target->devices ||
      *target->devices == *size)
    return;
  Report report =
      diag::XlaMesh::slice(context.at(*shapeArgument), printShape(*shape),
                           devices, target->name, *target->devices);
  if (target->location)
    report.note(mlir::Location(target->location), "the job runs on this");
}

//===- MeshValues.cpp - Shapes and names of meshes ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Trainers/MeshValues.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

using namespace trainlint;
using namespace trainlint::python;

std::optional<MeshShape> python::meshShapeOf(const Value *value) {
  if (!value)
    return std::nullopt;
  auto sizeOfDimension = [](const Value &one) -> int64_t {
    return one.isInteger() && one.integer > 0 ? one.integer : -1;
  };
  if (value->isInteger())
    return MeshShape{sizeOfDimension(*value)};
  if (!value->isSequence() || value->isOpen)
    return std::nullopt;
  MeshShape shape;
  for (const Value *item : value->items)
    shape.push_back(sizeOfDimension(*item));
  return shape;
}

std::optional<int64_t> python::sizeOf(ArrayRef<int64_t> shape) {
  int64_t size = 1;
  for (int64_t dimension : shape)
    if (dimension < 0 || llvm::MulOverflow(size, dimension, size))
      return std::nullopt;
  return size;
}

std::string python::printShape(ArrayRef<int64_t> shape) {
  std::string text = "(";
  for (size_t i = 0; i < shape.size(); ++i) {
    text += i ? ", " : "";
    text += shape[i] < 0 ? "?" : std::to_string(shape[i]);
  }
  return text + (shape.size() == 1 ? ",)" : ")");
}

std::optional<MeshNames> python::meshNamesOf(const Value *value) {
  if (!value)
    return std::nullopt;
  if (value->kind == ValueKind::Text)
    return MeshNames{value->isText() ? value : nullptr};
  if (!value->isSequence() || value->isOpen)
    return std::nullopt;
  MeshNames names;
  for (const Value *item : value->items)
    names.push_back(item->isText() ? item : nullptr);
  return names;
}

const Value *python::duplicateIn(ArrayRef<const Value *> names) {
  llvm::StringSet<> seen;
  for (const Value *name : names)
    if (name && !seen.insert(name->text).second)
      return name;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

/// Programs that set the variables more often are not understood.
static constexpr unsigned MostWrites = 8;

/// True for what is written by a statement of the module, which always runs.
static bool isWrittenAlways(const EnvironmentWrite &write,
                            const Module &module) {
  for (const std::unique_ptr<Cell> &cell : module.cells) {
    if (!cell->tree || (module.isNotebook && cell->index != write.cell))
      continue;
    for (Node statement : cell->tree->root().children())
      if (statement.is(NodeKind::ExpressionStatement) &&
          statement.place().touches(write.place.range))
        return true;
  }
  return false;
}

/// The devices that XLA makes of a CPU, if the program chooses the CPU itself.
static std::optional<MeshDevices> devicesOfCpu(const Context &context) {
  const EnvironmentWrite *flags = nullptr;
  bool isCpu = false;
  unsigned writesLeft = MostWrites;
  for (const EnvironmentWrite &write : context.program.environment()) {
    bool isFlags = write.name == "XLA_FLAGS";
    bool isPlatform =
        write.name == "JAX_PLATFORMS" || write.name == "JAX_PLATFORM_NAME";
    if (!isFlags && !isPlatform)
      continue;
    if (writesLeft-- == 0 || !write.value->isText() ||
        !isWrittenAlways(write, context.program.module()) || (isFlags && flags))
      return std::nullopt;
    if (isFlags)
      flags = &write;
    else
      isCpu = write.value->text == "cpu";
  }
  if (!flags || !isCpu)
    return std::nullopt;
  static constexpr llvm::StringLiteral Flag =
      "--xla_force_host_platform_device_count=";
  StringRef text = flags->value->text;
  size_t at = text.find(Flag);
  int64_t count;
  if (at == StringRef::npos || text.substr(at + Flag.size())
                                   .take_while(llvm::isDigit)
                                   .getAsInteger(10, count))
    return std::nullopt;
  return MeshDevices{"this CPU", count, count,
                     context.at(*flags->value, flags->place)};
}

std::optional<MeshDevices> python::meshDevicesOf(const Context &context) {
  const graph::Target *target = context.target;
  if (!target)
    return devicesOfCpu(context);
  return MeshDevices{target->name, target->devices, target->devicesOfHost,
                     target->location};
}

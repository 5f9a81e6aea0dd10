//===- CheckJaxMesh.cpp - Meshes of JAX -----------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Jax.h"
#include "Frontend/Python/Trainers/JaxChecks.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/Text.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::python;

/// How deep specifications of axes may stand in each other.
static constexpr unsigned DeepestSpec = 8;
/// How many values are looked at for one call.
static constexpr unsigned MostSpecs = 1000;

namespace {
/// What a call says of a mesh.
struct JaxMesh {
  std::optional<MeshShape> shape;
  /// Where the shape is written.
  const Argument *shapeArgument = nullptr;
  std::optional<MeshNames> names;
  const Argument *namesArgument = nullptr;
  /// True if the devices are those that JAX has, and no others.
  bool takesAllDevices = false;
  /// True if it takes the first of them, and may leave some.
  bool mayLeaveDevices = false;
};
} // namespace

static bool isMeshClass(StringRef callee) {
  return llvm::StringSwitch<bool>(callee)
      .Cases({"jax.sharding.Mesh", "jax.experimental.maps.Mesh",
              "jax.interpreters.pxla.Mesh"},
             true)
      .Default(false);
}

static bool isMakeMesh(StringRef callee) {
  return callee == "jax.make_mesh" || callee == "jax.sharding.make_mesh";
}

static bool isDevices(const Value *value) {
  return value && value->kind == ValueKind::Object && value->call &&
         value->call->callee == "jax.devices" && value->call->arguments.empty();
}

/// The shape that an array of devices has, as far as the calls that made it
/// say so.
static void readDevices(const Value *array, const Argument *argument,
                        JaxMesh &mesh) {
  if (!array || array->kind != ValueKind::Object || !array->call)
    return;
  const Call &call = *array->call;
  if (call.isOpen)
    return;
  // `jax.devices()` itself, as a list.
  if (isDevices(array)) {
    mesh.shape = MeshShape{-1};
    mesh.shapeArgument = argument;
    return;
  }
  if (call.callee == "jax.experimental.mesh_utils.create_device_mesh") {
    mesh.shapeArgument = call.find("mesh_shape", 0);
    mesh.shape = meshShapeOf(call.value("mesh_shape", 0));
    mesh.takesAllDevices = !call.find("devices", 1);
    return;
  }
  if (call.callee == "numpy.array" || call.callee == "numpy.asarray") {
    if (call.arguments.size() == 1)
      readDevices(call.arguments.front().value, argument, mesh);
    return;
  }
  if (call.callee == "numpy.reshape") {
    mesh.shapeArgument = call.find("newshape", 1);
    mesh.shape = meshShapeOf(call.value("newshape", 1));
    return;
  }
  if (!call.callee.ends_with(".reshape") || call.arguments.empty())
    return;
  // `.reshape(4, 2)` and `.reshape((4, 2))`.
  mesh.shapeArgument = &call.arguments.front();
  if (call.arguments.size() == 1) {
    mesh.shape = meshShapeOf(call.arguments.front().value);
  } else {
    mesh.shape.emplace();
    for (const Argument &size : call.arguments) {
      if (!size.name.empty())
        continue;
      std::optional<MeshShape> one =
          size.value->isInteger() ? meshShapeOf(size.value) : std::nullopt;
      mesh.shape->push_back(one ? one->front() : -1);
    }
  }
  const Value *source = call.receiver;
  if (source && source->kind == ValueKind::Object && source->call &&
      source->call->callee.starts_with("numpy.") &&
      source->call->arguments.size() == 1)
    source = source->call->arguments.front().value;
  mesh.takesAllDevices = isDevices(source);
}

static std::optional<JaxMesh> asJaxMesh(const Call &call) {
  if (call.isOpen)
    return std::nullopt;
  JaxMesh mesh;
  if (isMakeMesh(call.callee)) {
    mesh.shapeArgument = call.find("axis_shapes", 0);
    mesh.shape = meshShapeOf(call.value("axis_shapes", 0));
    mesh.takesAllDevices = mesh.mayLeaveDevices = !call.find("devices");
  } else if (isMeshClass(call.callee)) {
    if (const Argument *devices = call.find("devices", 0))
      readDevices(devices->value, devices, mesh);
  } else {
    return std::nullopt;
  }
  mesh.namesArgument = call.find("axis_names", 1);
  mesh.names = meshNamesOf(call.value("axis_names", 1));
  return mesh;
}

//===----------------------------------------------------------------------===//
// Shape and names
//===----------------------------------------------------------------------===//

static void checkMeshRank(const JaxMesh &mesh, const Context &context) {
  if (!mesh.names)
    return;
  if (mesh.shape && mesh.names->size() != mesh.shape->size()) {
    Report report = diag::MeshRank::rank(context.at(*mesh.namesArgument),
                                         printShape(*mesh.shape),
                                         pluralize(mesh.shape->size(), "name"),
                                         std::to_string(mesh.names->size()));
    if (mesh.shapeArgument)
      report.note(context.at(mesh.shapeArgument->place), "the shape");
    return;
  }
  if (const Value *duplicate = duplicateIn(*mesh.names))
    diag::MeshRank::duplicate(context.at(*duplicate, mesh.namesArgument->place),
                              duplicate->text);
}

static void checkMeshSize(const JaxMesh &mesh, const MeshDevices &devices,
                          const Context &context) {
  std::optional<int64_t> size =
      mesh.shape && mesh.takesAllDevices ? sizeOf(*mesh.shape) : std::nullopt;
  if (!size || !devices.all || *size == *devices.all)
    return;
  mlir::Location at = context.at(mesh.shapeArgument->place);
  bool isSmall = *size < *devices.all && mesh.mayLeaveDevices;
  Report report = isSmall
                      ? diag::MeshSize::small(at, printShape(*mesh.shape),
                                              *size, *devices.all, devices.name)
                      : diag::MeshSize::large(at, printShape(*mesh.shape),
                                              pluralize(*size, "device"),
                                              devices.name, *devices.all);
  if (devices.location)
    report.note(mlir::Location(devices.location),
                "the devices are chosen here");
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

/// The names of a mesh that a call made; nothing if they are not all known.
static std::optional<std::vector<StringRef>> axesOf(const Value *mesh) {
  if (!mesh || mesh->kind != ValueKind::Object || !mesh->call)
    return std::nullopt;
  const Call &call = *mesh->call;
  if (call.isOpen || (!isMakeMesh(call.callee) && !isMeshClass(call.callee)))
    return std::nullopt;
  std::optional<MeshNames> names = meshNamesOf(call.value("axis_names", 1));
  if (!names)
    return std::nullopt;
  std::vector<StringRef> axes;
  for (const Value *name : *names) {
    if (!name)
      return std::nullopt;
    axes.push_back(name->text);
  }
  return axes;
}

namespace {
/// Looks for the names of `PartitionSpec`s, in tuples, lists and dicts as well.
class SpecChecker {
public:
  SpecChecker(ArrayRef<StringRef> axes, const Context &context)
      : axes(axes), context(context) {}

  void check(const Value &spec, unsigned nesting = 0);

private:
  void checkName(const Value &name, Place place);

  ArrayRef<StringRef> axes;
  const Context &context;
  unsigned valuesLeft = MostSpecs;
};
} // namespace

void SpecChecker::checkName(const Value &name, Place place) {
  if (!name.isText() || llvm::is_contained(axes, name.text))
    return;
  Report report = diag::MeshAxisUnknown::unknown(
      context.at(name, place), name.text,
      axes.empty() ? "none" : formatList(axes, "and"));
  if (std::optional<NearMatch> match = findNearMatch(name.text, axes))
    fixText(report, /*safe=*/false, name, match->word, context);
  else if (axes.size() == 1)
    fixText(report, /*safe=*/false, name, axes.front(), context);
}

static bool isSpecClass(StringRef callee) {
  return llvm::StringSwitch<bool>(callee)
      .Cases({"jax.sharding.PartitionSpec", "jax.P",
              "jax.experimental.PartitionSpec",
              "jax.experimental.pjit.PartitionSpec"},
             true)
      .Case("jax.interpreters.pxla.PartitionSpec", true)
      .Default(false);
}

void SpecChecker::check(const Value &spec, unsigned nesting) {
  if (nesting > DeepestSpec || valuesLeft == 0)
    return;
  --valuesLeft;
  for (const Value *item : spec.items)
    check(*item, nesting + 1);
  for (const DictEntry &entry : spec.entries)
    check(*entry.value, nesting + 1);
  if (spec.kind != ValueKind::Object || !spec.call ||
      !isSpecClass(spec.call->callee))
    return;
  for (const Argument &argument : spec.call->arguments) {
    checkName(*argument.value, argument.place);
    for (const Value *item : argument.value->items)
      checkName(*item, argument.place);
  }
}

/// The specifications that a call is given, together with its mesh.
static void checkMeshAxes(const Call &call, const Context &context) {
  if (call.callee == "jax.sharding.NamedSharding") {
    const Argument *spec = call.find("spec", 1);
    if (std::optional<std::vector<StringRef>> axes =
            axesOf(call.value("mesh", 0)))
      if (spec)
        SpecChecker(*axes, context).check(*spec->value);
    return;
  }
  if (call.callee == "jax.shard_map" ||
      call.callee == "jax.experimental.shard_map.shard_map") {
    std::optional<std::vector<StringRef>> axes = axesOf(call.value("mesh", 1));
    if (!axes)
      return;
    for (auto [name, position] :
         {std::pair("in_specs", 2), std::pair("out_specs", 3)})
      if (const Argument *specs = call.find(name, position))
        SpecChecker(*axes, context).check(*specs->value);
    return;
  }
  if (call.callee == "jax.lax.with_sharding_constraint") {
    // The mesh is that of the innermost `with mesh:`.
    const Argument *spec = call.find("shardings", 1);
    if (!spec || call.contexts.empty())
      return;
    if (std::optional<std::vector<StringRef>> axes =
            axesOf(call.contexts.back()))
      SpecChecker(*axes, context).check(*spec->value);
  }
}

void python::checkJaxMesh(const Call &call, const MeshDevices *devices,
                          const Context &context) {
  checkMeshAxes(call, context);
  std::optional<JaxMesh> mesh = asJaxMesh(call);
  if (!mesh)
    return;
  checkMeshRank(*mesh, context);
  if (devices)
    checkMeshSize(*mesh, *devices, context);
}

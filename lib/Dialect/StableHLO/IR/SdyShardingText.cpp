//===- SdyShardingText.cpp - The text of Shardy's shardings ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/ShardingLexer.h"
#include "Dialect/StableHLO/IR/ShardingText.h"
#include "Support/LLVM.h"
#include "llvm/Support/MathExtras.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

//===----------------------------------------------------------------------===//
// Meshes
//===----------------------------------------------------------------------===//

/// `<["x"=2, "y"=4], device_ids=[...]>`
static FailureOr<DeviceMesh> parseMesh(ShardingLexer &lexer) {
  DeviceMesh mesh;
  if (failed(lexer.expect("<")) || failed(lexer.expect("[")))
    return failure();
  while (!lexer.take("]")) {
    if (!mesh.axes.empty() && failed(lexer.expect(",")))
      return failure();
    auto name = lexer.quoted();
    if (failed(name) || failed(lexer.expect("=")))
      return failure();
    auto size = lexer.number(MostPartitions);
    if (failed(size))
      return failure();
    if (*size == 0 || llvm::MulOverflow(mesh.size, *size, mesh.size) ||
        mesh.size > MostPartitions)
      return lexer.error() << "a mesh has 1 to " << MostPartitions
                           << " devices";
    if (llvm::any_of(mesh.axes, [&](const DeviceMesh::Axis &axis) {
          return axis.name == *name;
        }))
      return lexer.error() << "it has two axes `" << *name << "`";
    // A mesh of many axes has many of size 1.
    if (mesh.axes.size() == 64)
      return lexer.error() << "it has more than 64 axes";
    mesh.axes.push_back({name->str(), *size});
  }
  if (lexer.take(",")) {
    if (failed(lexer.expect("device_ids")) || failed(lexer.expect("=")) ||
        failed(lexer.expect("[")))
      return failure();
    auto devices = lexer.numbers(']', MostPartitions, MostPartitions);
    if (failed(devices) || failed(lexer.expect(">")))
      return failure();
    if (mesh.axes.empty()) {
      mesh.isSingleDevice = true;
      return mesh;
    }
    if (devices->size() != static_cast<size_t>(mesh.size))
      return lexer.error() << devices->size() << " of " << mesh.size
                           << " devices are listed";
    mesh.places.assign(mesh.size, -1);
    for (auto [place, device] : llvm::enumerate(*devices)) {
      if (device >= mesh.size || mesh.places[device] >= 0)
        return lexer.error() << "device " << device << " is "
                             << (device >= mesh.size ? "no device of the mesh"
                                                     : "listed twice");
      mesh.places[device] = place;
    }
    return mesh;
  }
  if (failed(lexer.expect(">")))
    return failure();
  return mesh;
}

FailureOr<DeviceMesh> stablehlo::parseMesh(Emit emit, StringRef text) {
  ShardingLexer lexer(emit, text);
  lexer.take("mesh");
  auto mesh = ::parseMesh(lexer);
  if (succeeded(mesh) && !lexer.atEnd())
    return lexer.expectedButFound("the end");
  return mesh;
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

namespace {
/// An axis, or a part of one: `"x":(2)4` are the 4 parts behind each 2.
struct AxisPart {
  /// Of places in the mesh, divided by `stride` and taken modulo `size`.
  int64_t stride, size;
};
} // namespace

static FailureOr<AxisPart> parseAxis(ShardingLexer &lexer,
                                     const DeviceMesh &mesh) {
  auto name = lexer.quoted();
  if (failed(name))
    return failure();
  AxisPart part{1, 0};
  for (const DeviceMesh::Axis &axis : llvm::reverse(mesh.axes)) {
    if (axis.name == *name) {
      part.size = axis.size;
      break;
    }
    part.stride *= axis.size;
  }
  if (part.size == 0)
    return lexer.error() << "the mesh has no axis `" << *name << "`";
  if (!lexer.take(":"))
    return part;
  if (failed(lexer.expect("(")))
    return failure();
  auto before = lexer.number(part.size);
  if (failed(before) || failed(lexer.expect(")")))
    return failure();
  auto size = lexer.number(part.size);
  if (failed(size))
    return failure();
  if (*before * *size == 0 || part.size % (*before * *size) != 0)
    return lexer.error() << "the axis `" << *name << "` of size " << part.size
                         << " has no part (" << *before << ")" << *size;
  part.stride *= part.size / (*before * *size);
  part.size = *size;
  return part;
}

/// `{"x", "y", ?}p1`
static FailureOr<SmallVector<AxisPart>> parseAxes(ShardingLexer &lexer,
                                                  const DeviceMesh &mesh) {
  SmallVector<AxisPart> axes;
  if (failed(lexer.expect("{")))
    return failure();
  bool isFirst = true;
  while (!lexer.take("}")) {
    if (!isFirst && failed(lexer.expect(",")))
      return failure();
    isFirst = false;
    if (lexer.take("?"))
      continue;
    auto axis = parseAxis(lexer, mesh);
    if (failed(axis))
      return failure();
    if (axis->size > 1)
      axes.push_back(*axis);
  }
  if (lexer.take("p") && failed(lexer.number(INT64_MAX)))
    return failure();
  return axes;
}

/// How a dimension is tiled by axes, of which the last counts fastest.
static FailureOr<Tiling> tilingOf(ShardingLexer &lexer, ArrayRef<AxisPart> axes,
                                  const DeviceMesh &mesh, int64_t partitions) {
  if (axes.empty())
    return Tiling();
  if (mesh.size != partitions)
    return lexer.error() << "its mesh has " << mesh.size
                         << " devices, and the program has " << partitions
                         << " partitions";
  int64_t count = 1;
  for (const AxisPart &axis : axes)
    if (llvm::MulOverflow(count, axis.size, count) || count > partitions)
      return lexer.error() << "a dimension has more tiles than there are "
                              "partitions";
  std::vector<int32_t> tiles(partitions);
  for (int64_t partition = 0; partition < partitions; ++partition) {
    int64_t place = mesh.places.empty() ? partition : mesh.places[partition];
    int64_t tile = 0;
    for (const AxisPart &axis : axes)
      tile = tile * axis.size + place / axis.stride % axis.size;
    tiles[partition] = tile;
  }
  return Tiling(count, std::move(tiles));
}

/// The mesh by its name or as it is written in place.
static const DeviceMesh *parseMeshName(ShardingLexer &lexer, FindMesh findMesh,
                                       DeviceMesh &inPlace) {
  if (lexer.take("mesh")) {
    auto mesh = ::parseMesh(lexer);
    if (failed(mesh))
      return nullptr;
    inPlace = std::move(*mesh);
    return &inPlace;
  }
  if (failed(lexer.expect("@")))
    return nullptr;
  if (!lexer.getRest().starts_with("\""))
    return findMesh(lexer.takeSymbol());
  auto name = lexer.quoted();
  return failed(name) ? nullptr : findMesh(*name);
}

/// What a sharding starts with; null after it has reported why.
static const DeviceMesh *parseStart(ShardingLexer &lexer, FindMesh findMesh,
                                    DeviceMesh &inPlace) {
  lexer.take("#sdy.");
  lexer.take("sharding");
  return failed(lexer.expect("<")) ? nullptr
                                   : parseMeshName(lexer, findMesh, inPlace);
}

FailureOr<DeviceMesh> stablehlo::parseMeshOfSharding(Emit emit, StringRef text,
                                                     FindMesh findMesh) {
  ShardingLexer lexer(emit, text);
  DeviceMesh inPlace;
  const DeviceMesh *mesh = parseStart(lexer, findMesh, inPlace);
  if (!mesh)
    return failure();
  return *mesh;
}

FailureOr<Sharding> stablehlo::parseSdySharding(Emit emit, StringRef text,
                                                FindMesh findMesh, size_t rank,
                                                int64_t partitions) {
  ShardingLexer lexer(emit, text);
  DeviceMesh inPlace;
  const DeviceMesh *mesh = parseStart(lexer, findMesh, inPlace);
  if (!mesh || failed(lexer.expect(",")) || failed(lexer.expect("[")))
    return failure();
  if (mesh->isSingleDevice)
    return lexer.error() << "tensors of a single device are not supported";
  SmallVector<Tiling> dims;
  while (!lexer.take("]")) {
    if (!dims.empty() && failed(lexer.expect(",")))
      return failure();
    auto axes = parseAxes(lexer, *mesh);
    if (failed(axes))
      return failure();
    if (dims.size() == rank)
      return lexer.error() << "it has more dimensions than the tensor, which "
                              "has "
                           << rank;
    auto tiling = tilingOf(lexer, *axes, *mesh, partitions);
    if (failed(tiling))
      return failure();
    dims.push_back(std::move(*tiling));
  }
  if (dims.size() != rank)
    return lexer.error() << "it has " << dims.size()
                         << " dimensions, and the tensor has " << rank;
  while (lexer.take(",")) {
    StringRef word = lexer.takeWord();
    if (word != "replicated" && word != "unreduced")
      return lexer.expectedButFound("`replicated`");
    if (failed(lexer.expect("=")))
      return failure();
    auto axes = parseAxes(lexer, *mesh);
    if (failed(axes))
      return failure();
    if (word == "unreduced" && !axes->empty())
      return lexer.error() << "tensors that are not reduced are not supported";
  }
  if (failed(lexer.expect(">")))
    return failure();
  if (!lexer.atEnd())
    return lexer.expectedButFound("the end");
  if (!isComplete(dims, partitions))
    return lexer.error() << "it has an axis twice";
  return Sharding(std::move(dims), partitions);
}

FailureOr<SmallVector<StringRef>> stablehlo::splitSdyShardings(Emit emit,
                                                               StringRef text) {
  ShardingLexer lexer(emit, text);
  lexer.take("#sdy.");
  bool isAttribute = lexer.take("sharding_per_value<");
  SmallVector<StringRef> out;
  if (failed(lexer.expect("[")))
    return failure();
  while (!lexer.take("]")) {
    if (!out.empty() && failed(lexer.expect(",")))
      return failure();
    lexer.atEnd();
    const char *begin = lexer.getRest().data();
    lexer.take("#sdy.sharding");
    if (failed(lexer.expect("<")))
      return failure();
    if (failed(lexer.skipTo("<", ">")))
      return failure();
    out.push_back(StringRef(begin, lexer.getRest().data() - begin));
  }
  if (isAttribute && failed(lexer.expect(">")))
    return failure();
  if (!lexer.atEnd())
    return lexer.expectedButFound("the end");
  return out;
}

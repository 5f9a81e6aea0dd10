//===- ShardingReader.h - The shardings of a program ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_SHARDINGREADER_H
#define TRAINLINT_DIALECT_STABLEHLO_IR_SHARDINGREADER_H

#include "Dialect/StableHLO/IR/ShardingText.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace trainlint::stablehlo {

inline constexpr llvm::StringLiteral HloShardingAttribute = "mhlo.sharding";
inline constexpr llvm::StringLiteral SdyShardingAttribute = "sdy.sharding";

/// A tensor of known shape; null for other types, which are never tiled: bounds
/// of a tensor would be those of its parts.
mlir::RankedTensorType tileableType(mlir::Type type);
inline mlir::RankedTensorType tileableType(mlir::Value value) {
  return tileableType(value.getType());
}

/// Reads what a program says of the shardings of its values.
class ShardingReader {
public:
  ShardingReader(mlir::ModuleOp module, int64_t partitions)
      : module(module), partitions(partitions) {}

  int64_t getPartitions() const { return partitions; }

  /// True if arguments, results or operations of the module have any.
  static bool hasShardings(mlir::ModuleOp module);

  /// Of an argument or a result of a function, which is replicated if nothing
  /// is said. An error if its type is no tensor of known shape, or is not
  /// divided evenly.
  llvm::FailureOr<Sharding> ofArgument(mlir::func::FuncOp function,
                                       unsigned index);
  llvm::FailureOr<Sharding> ofResult(mlir::func::FuncOp function,
                                     unsigned index);

  /// Of each result of an op, by its attributes. None if nothing is said that
  /// can be used: what an op says is how it is computed, not what.
  llvm::SmallVector<std::optional<Sharding>> ofResults(mlir::Operation *op);

  /// Reads `<@mesh, [{"x"}]>` for a tensor of a rank.
  llvm::FailureOr<Sharding> parse(Emit emit, llvm::StringRef text, size_t rank);

  /// The mesh of a name; null after it has reported why.
  const DeviceMesh *findMesh(Emit emit, llvm::StringRef name);

private:
  llvm::FailureOr<Sharding>
  readOnce(llvm::StringRef text, size_t rank,
           llvm::function_ref<llvm::FailureOr<Sharding>()> read);
  llvm::FailureOr<Sharding> parseHlo(Emit emit, llvm::StringRef text,
                                     size_t rank);
  llvm::FailureOr<Sharding> parseSdy(Emit emit, llvm::StringRef text,
                                     size_t rank, FindMesh find);
  Sharding shared(Sharding sharding);
  llvm::FailureOr<Sharding> ofAttributes(mlir::Location loc,
                                         const std::string &what,
                                         mlir::Type type, mlir::Attribute hlo,
                                         mlir::Attribute sdy);

  mlir::ModuleOp module;
  int64_t partitions;
  llvm::StringMap<std::unique_ptr<DeviceMesh>> meshes;
  /// Names of meshes that ops cannot use, which nothing is said about.
  llvm::StringSet<> unusable;
  /// By their ranks and texts, most of which a program has many times.
  llvm::StringMap<Sharding> known;
  /// Equal tilings are one, by their hash: texts may differ in what does not
  /// matter.
  llvm::DenseMap<size_t, llvm::SmallVector<Tiling, 1>> tilings;
};

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_SHARDINGREADER_H

//===- RegisterDialects.cpp - The dialects of programs --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/RegisterDialects.h"
#include "Dialect/StableHLO/IR/AttributeFormat.h"
#include "Dialect/StableHLO/IR/SdyDialect.h"
#include "Support/LLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/Shape/IR/Shape.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectImplementation.h"

using namespace trainlint;
using namespace trainlint::sdy;

namespace {
/// A dialect that has attributes only, which are carried as text.
class AttributeDialect : public mlir::Dialect {
public:
  AttributeDialect(StringRef name, mlir::MLIRContext *context, mlir::TypeID id)
      : Dialect(name, context, id) {}

  mlir::Attribute parseAttribute(mlir::DialectAsmParser &parser,
                                 mlir::Type) const override {
    return trainlint::stablehlo::parseOpaqueText(parser, *this);
  }
};

struct MhloDialect : AttributeDialect {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MhloDialect)
  static constexpr StringRef getDialectNamespace() { return "mhlo"; }
  explicit MhloDialect(mlir::MLIRContext *context)
      : AttributeDialect(getDialectNamespace(), context,
                         mlir::TypeID::get<MhloDialect>()) {}
};

struct JaxDialect : AttributeDialect {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(JaxDialect)
  static constexpr StringRef getDialectNamespace() { return "jax"; }
  explicit JaxDialect(mlir::MLIRContext *context)
      : AttributeDialect(getDialectNamespace(), context,
                         mlir::TypeID::get<JaxDialect>()) {}
};

struct TfDialect : AttributeDialect {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TfDialect)
  static constexpr StringRef getDialectNamespace() { return "tf"; }
  explicit TfDialect(mlir::MLIRContext *context)
      : AttributeDialect(getDialectNamespace(), context,
                         mlir::TypeID::get<TfDialect>()) {}
};
} // namespace

void trainlint::stablehlo::registerProgramDialects(
    mlir::DialectRegistry &registry) {
  registry.insert<StableHLODialect, SdyDialect, MhloDialect, JaxDialect,
                  TfDialect, mlir::arith::ArithDialect, mlir::func::FuncDialect,
                  mlir::quant::QuantDialect, mlir::shape::ShapeDialect,
                  mlir::tensor::TensorDialect>();
}

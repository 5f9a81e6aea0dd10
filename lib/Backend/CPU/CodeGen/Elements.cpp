//===- Elements.cpp - How elements are stored and computed ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions between the types of buffers and those of registers. Narrow
// floats without an LLVM type of their own are packed and unpacked by functions
// of the runtime; bf16 and f16 are extended and truncated by instructions, to
// nearest even.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/TypeSwitch.h"

namespace arith = mlir::arith;
namespace complex = mlir::complex;
using llvm::APFloat;
using llvm::APInt;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;
using mlir::Location;
using mlir::OpBuilder;
using mlir::Type;
using mlir::Value;

namespace trainlint::cpu {

static std::optional<ElementType> integerTypeOf(mlir::IntegerType type) {
  bool isUnsigned = type.isUnsigned();
  switch (type.getWidth()) {
  case 1:
    return isUnsigned ? std::nullopt : std::optional(ElementType::Bool);
  case 2:
    return isUnsigned ? ElementType::U2 : ElementType::I2;
  case 4:
    return isUnsigned ? ElementType::U4 : ElementType::I4;
  case 8:
    return isUnsigned ? ElementType::U8 : ElementType::I8;
  case 16:
    return isUnsigned ? ElementType::U16 : ElementType::I16;
  case 32:
    return isUnsigned ? ElementType::U32 : ElementType::I32;
  case 64:
    return isUnsigned ? ElementType::U64 : ElementType::I64;
  default:
    return std::nullopt;
  }
}

std::optional<ElementType> elementTypeOf(Type element) {
  using Result = std::optional<ElementType>;
  return llvm::TypeSwitch<Type, Result>(element)
      .Case([](mlir::IntegerType type) { return integerTypeOf(type); })
      .Case([](mlir::Float4E2M1FNType) { return ElementType::F4E2M1FN; })
      .Case([](mlir::Float6E2M3FNType) { return ElementType::F6E2M3FN; })
      .Case([](mlir::Float6E3M2FNType) { return ElementType::F6E3M2FN; })
      .Case([](mlir::Float8E3M4Type) { return ElementType::F8E3M4; })
      .Case([](mlir::Float8E4M3Type) { return ElementType::F8E4M3; })
      .Case([](mlir::Float8E4M3FNType) { return ElementType::F8E4M3FN; })
      .Case([](mlir::Float8E4M3B11FNUZType) {
        return ElementType::F8E4M3B11FNUZ;
      })
      .Case([](mlir::Float8E4M3FNUZType) { return ElementType::F8E4M3FNUZ; })
      .Case([](mlir::Float8E5M2Type) { return ElementType::F8E5M2; })
      .Case([](mlir::Float8E5M2FNUZType) { return ElementType::F8E5M2FNUZ; })
      .Case([](mlir::Float8E8M0FNUType) { return ElementType::F8E8M0FNU; })
      .Case([](mlir::BFloat16Type) { return ElementType::BF16; })
      .Case([](mlir::Float16Type) { return ElementType::F16; })
      .Case([](mlir::Float32Type) { return ElementType::F32; })
      .Case([](mlir::Float64Type) { return ElementType::F64; })
      .Case([](mlir::ComplexType type) -> Result {
        if (type.getElementType().isF32())
          return ElementType::C64;
        if (type.getElementType().isF64())
          return ElementType::C128;
        return std::nullopt;
      })
      .Default(Result());
}

bool isNarrowFloat(Type element) {
  auto type = dyn_cast<mlir::FloatType>(element);
  return type && type.getWidth() < 32;
}

bool isUnsignedOrBool(Type element) {
  return element.isUnsignedInteger() || element.isInteger(1);
}

Type storedType(Type element) {
  mlir::MLIRContext *context = element.getContext();
  if (auto integer = dyn_cast<mlir::IntegerType>(element))
    return mlir::IntegerType::get(context, std::max(integer.getWidth(), 8u));
  if (isNarrowFloat(element) &&
      !isa<mlir::BFloat16Type, mlir::Float16Type>(element))
    return mlir::IntegerType::get(context, 8);
  return element;
}

Type computedType(Type element) {
  mlir::MLIRContext *context = element.getContext();
  if (auto integer = dyn_cast<mlir::IntegerType>(element))
    return mlir::IntegerType::get(context, integer.getWidth());
  if (isNarrowFloat(element))
    return mlir::Float32Type::get(context);
  return element;
}

mlir::MemRefType bufferType(mlir::RankedTensorType tensor) {
  llvm::SmallVector<int64_t> shape(tensor.getShape());
  // Distances of zero between elements are not converted to pointers, so only
  // the first dimension of an empty buffer is empty.
  if (tensor.getNumElements() == 0) {
    llvm::fill(shape, 1);
    shape.front() = 0;
  }
  return mlir::MemRefType::get(shape, storedType(tensor.getElementType()));
}

//===----------------------------------------------------------------------===//
// Between memory and registers
//===----------------------------------------------------------------------===//

static Value integerOf(OpBuilder &builder, Location loc, unsigned width,
                       int64_t value) {
  return arith::ConstantOp::create(
      builder, loc,
      builder.getIntegerAttr(builder.getIntegerType(width), value));
}

/// Which of the types of a byte it is, for the runtime.
static Value kindOf(OpBuilder &builder, Location loc, Type element) {
  return integerOf(builder, loc, 32,
                   static_cast<int64_t>(*elementTypeOf(element)));
}

static Value unpackBFloat16(OpBuilder &builder, Location loc, Value stored) {
  Type i32 = builder.getI32Type();
  Value bits =
      arith::BitcastOp::create(builder, loc, builder.getI16Type(), stored);
  bits = arith::ExtUIOp::create(builder, loc, i32, bits);
  bits = arith::ShLIOp::create(builder, loc, bits,
                               integerOf(builder, loc, 32, 16));
  return arith::BitcastOp::create(builder, loc, builder.getF32Type(), bits);
}

/// What was unpacked to a value; null if something was computed with it.
static Value unpackedBFloat16(Value value) {
  auto asFloat = value.getDefiningOp<arith::BitcastOp>();
  auto shifted = asFloat ? asFloat.getIn().getDefiningOp<arith::ShLIOp>()
                         : arith::ShLIOp();
  auto bits = shifted ? shifted.getLhs().getDefiningOp<arith::ExtUIOp>()
                      : arith::ExtUIOp();
  auto stored = bits ? bits.getIn().getDefiningOp<arith::BitcastOp>()
                     : arith::BitcastOp();
  return stored && isa<mlir::BFloat16Type>(stored.getIn().getType())
             ? stored.getIn()
             : Value();
}

/// Adds half of the last place that is kept, a bit less if that place is even;
/// a NaN stays one. What was rounded is not rounded again.
static Value packBFloat16(OpBuilder &builder, Location loc, Value value) {
  if (Value stored = unpackedBFloat16(value))
    return stored;
  Type i32 = builder.getI32Type();
  auto constant = [&](int64_t bits) {
    return integerOf(builder, loc, 32, bits);
  };
  Value bits = arith::BitcastOp::create(builder, loc, i32, value);
  Value last = arith::ShRUIOp::create(builder, loc, bits, constant(16));
  last = arith::AndIOp::create(builder, loc, last, constant(1));
  Value half = arith::AddIOp::create(builder, loc, last, constant(0x7fff));
  Value rounded = arith::AddIOp::create(builder, loc, bits, half);
  Value quiet = arith::OrIOp::create(builder, loc, bits, constant(0x400000));
  Value isNan = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO,
                                      value, value);
  bits = arith::SelectOp::create(builder, loc, isNan, quiet, rounded);
  bits = arith::ShRUIOp::create(builder, loc, bits, constant(16));
  bits = arith::TruncIOp::create(builder, loc, builder.getI16Type(), bits);
  return arith::BitcastOp::create(builder, loc, builder.getBF16Type(), bits);
}

Value unpack(OpBuilder &builder, Location loc, Value stored, Type element) {
  Type computed = computedType(element);
  if (stored.getType() == computed)
    return stored;
  if (isa<mlir::IntegerType>(element))
    return arith::TruncIOp::create(builder, loc, computed, stored);
  if (isa<mlir::BFloat16Type>(element))
    return unpackBFloat16(builder, loc, stored);
  if (isa<mlir::Float16Type>(element))
    return arith::ExtFOp::create(builder, loc, computed, stored);
  return callRuntime(builder, loc, "trainlint_cpu_unpack",
                     {kindOf(builder, loc, element), stored}, computed);
}

Value pack(OpBuilder &builder, Location loc, Value value, Type element) {
  Type stored = storedType(element);
  if (value.getType() == stored)
    return value;
  if (isa<mlir::IntegerType>(element)) {
    if (isUnsignedOrBool(element))
      return arith::ExtUIOp::create(builder, loc, stored, value);
    return arith::ExtSIOp::create(builder, loc, stored, value);
  }
  if (isa<mlir::BFloat16Type>(element))
    return packBFloat16(builder, loc, value);
  if (isa<mlir::Float16Type>(element))
    return arith::TruncFOp::create(builder, loc, stored, value);
  return callRuntime(builder, loc, "trainlint_cpu_pack",
                     {kindOf(builder, loc, element), value}, stored);
}

Value roundTo(OpBuilder &builder, Location loc, Value value, Type element) {
  if (!isNarrowFloat(element))
    return value;
  return unpack(builder, loc, pack(builder, loc, value, element), element);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value number(OpBuilder &builder, Location loc, Type computed, double value) {
  if (auto type = dyn_cast<mlir::ComplexType>(computed)) {
    Type part = type.getElementType();
    return complex::CreateOp::create(builder, loc, type,
                                     number(builder, loc, part, value),
                                     number(builder, loc, part, 0));
  }
  if (isa<mlir::FloatType>(computed))
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(computed, value));
  return arith::ConstantOp::create(
      builder, loc,
      builder.getIntegerAttr(computed, static_cast<int64_t>(value)));
}

static mlir::FloatAttr widened(Type computed, APFloat value) {
  bool losesInformation;
  value.convert(cast<mlir::FloatType>(computed).getFloatSemantics(),
                APFloat::rmNearestTiesToEven, &losesInformation);
  return mlir::FloatAttr::get(computed, value);
}

Value constantOf(OpBuilder &builder, Location loc, Type element,
                 mlir::Attribute value) {
  Type computed = computedType(element);
  if (auto parts = dyn_cast<mlir::ArrayAttr>(value)) {
    Type part = cast<mlir::ComplexType>(computed).getElementType();
    return complex::CreateOp::create(builder, loc, computed,
                                     constantOf(builder, loc, part, parts[0]),
                                     constantOf(builder, loc, part, parts[1]));
  }
  if (auto real = dyn_cast<mlir::FloatAttr>(value))
    return arith::ConstantOp::create(builder, loc,
                                     widened(computed, real.getValue()));
  return arith::ConstantOp::create(
      builder, loc,
      mlir::IntegerAttr::get(computed,
                             cast<mlir::IntegerAttr>(value).getValue()));
}

static void appendBits(const APInt &bits, unsigned bytes, std::string &out) {
  for (unsigned i = 0; i < bytes; ++i)
    out.push_back(static_cast<char>(bits.extractBitsAsZExtValue(8, i * 8)));
}

static void appendFloat(const APFloat &value, std::string &out) {
  APInt bits = value.bitcastToAPInt();
  unsigned bytes = std::max(1u, bits.getBitWidth() / 8);
  appendBits(bits.zext(bytes * 8), bytes, out);
}

void appendBytes(mlir::DenseElementsAttr constant, std::string &out) {
  Type element = constant.getElementType();
  if (auto type = dyn_cast<mlir::IntegerType>(element)) {
    unsigned width = std::max(type.getWidth(), 8u);
    for (const APInt &value : constant.getValues<APInt>())
      appendBits(isUnsignedOrBool(element) ? value.zext(width)
                                           : value.sext(width),
                 width / 8, out);
    return;
  }
  if (isa<mlir::ComplexType>(element)) {
    for (const std::complex<APFloat> &value :
         constant.getValues<std::complex<APFloat>>()) {
      appendFloat(value.real(), out);
      appendFloat(value.imag(), out);
    }
    return;
  }
  for (const APFloat &value : constant.getValues<APFloat>())
    appendFloat(value, out);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static mlir::func::FuncOp declare(OpBuilder &builder, Location loc,
                                  llvm::StringRef name,
                                  mlir::TypeRange arguments,
                                  mlir::TypeRange results) {
  mlir::Operation *parent = builder.getInsertionBlock()->getParentOp();
  auto module = isa<mlir::ModuleOp>(parent)
                    ? cast<mlir::ModuleOp>(parent)
                    : parent->getParentOfType<mlir::ModuleOp>();
  if (auto function = module.lookupSymbol<mlir::func::FuncOp>(name))
    return function;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  auto function =
      mlir::func::FuncOp::create(builder, module.getLoc(), name,
                                 builder.getFunctionType(arguments, results));
  function.setPrivate();
  return function;
}

mlir::ValueRange callRuntime(OpBuilder &builder, Location loc,
                             llvm::StringRef name, mlir::ValueRange arguments,
                             mlir::TypeRange results) {
  auto callee = declare(builder, loc, name, arguments.getTypes(), results);
  return mlir::func::CallOp::create(builder, loc, callee, arguments)
      .getResults();
}

Value callRuntime(OpBuilder &builder, Location loc, llvm::StringRef name,
                  mlir::ValueRange arguments, Type result) {
  return callRuntime(builder, loc, name, arguments, mlir::TypeRange(result))
      .front();
}

Value callLibrary(OpBuilder &builder, Location loc, llvm::StringRef name,
                  mlir::ValueRange operands) {
  Type type = operands.front().getType();
  std::string full = type.isF32() ? (name + "f").str() : name.str();
  return callRuntime(builder, loc, full, operands, type);
}

} // namespace trainlint::cpu

//===- Values.cpp - ONNX's types and values in MLIR -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/ONNX/Import/Values.h"
#include "Support/LLVM.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/bit.h"

using namespace trainlint;
using namespace trainlint::onnx;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

mlir::Type onnx::importElementType(mlir::MLIRContext *context,
                                   ElementType type) {
  auto integer = [&](unsigned width, bool isUnsigned = false) -> mlir::Type {
    return mlir::IntegerType::get(context, width,
                                  isUnsigned ? mlir::IntegerType::Unsigned
                                             : mlir::IntegerType::Signless);
  };
  switch (type) {
  case ElementType::Float:
    return mlir::Float32Type::get(context);
  case ElementType::Double:
    return mlir::Float64Type::get(context);
  case ElementType::Float16:
    return mlir::Float16Type::get(context);
  case ElementType::BFloat16:
    return mlir::BFloat16Type::get(context);
  case ElementType::Float8E4M3FN:
    return mlir::Float8E4M3FNType::get(context);
  case ElementType::Float8E4M3FNUZ:
    return mlir::Float8E4M3FNUZType::get(context);
  case ElementType::Float8E5M2:
    return mlir::Float8E5M2Type::get(context);
  case ElementType::Float8E5M2FNUZ:
    return mlir::Float8E5M2FNUZType::get(context);
  case ElementType::Float8E8M0:
    return mlir::Float8E8M0FNUType::get(context);
  case ElementType::Float4E2M1:
    return mlir::Float4E2M1FNType::get(context);
  case ElementType::Complex64:
    return mlir::ComplexType::get(mlir::Float32Type::get(context));
  case ElementType::Complex128:
    return mlir::ComplexType::get(mlir::Float64Type::get(context));
  case ElementType::Bool:
    return integer(1);
  case ElementType::Int2:
    return integer(2);
  case ElementType::Int4:
    return integer(4);
  case ElementType::Int8:
    return integer(8);
  case ElementType::Int16:
    return integer(16);
  case ElementType::Int32:
    return integer(32);
  case ElementType::Int64:
    return integer(64);
  case ElementType::UInt2:
    return integer(2, true);
  case ElementType::UInt4:
    return integer(4, true);
  case ElementType::UInt8:
    return integer(8, true);
  case ElementType::UInt16:
    return integer(16, true);
  case ElementType::UInt32:
    return integer(32, true);
  case ElementType::UInt64:
    return integer(64, true);
  case ElementType::String:
    return graph::ElementType::get(context, elementTypeName(type));
  case ElementType::Undefined:
    break;
  }
  return graph::UnknownType::get(context);
}

mlir::Type onnx::importType(mlir::MLIRContext *context, const TypeValue &type) {
  bool isTensor =
      type.kind == TypeKind::Tensor || type.kind == TypeKind::SparseTensor;
  if (!isTensor)
    return graph::UnknownType::get(context);
  mlir::Type element = importElementType(context, type.elementType);
  if (!type.hasShape)
    return mlir::UnrankedTensorType::get(element);
  llvm::SmallVector<int64_t, 6> sizes;
  for (const Dimension &dimension : type.dimensions) {
    bool isKnown = dimension.size && *dimension.size >= 0;
    sizes.push_back(isKnown ? *dimension.size : mlir::ShapedType::kDynamic);
  }
  return mlir::RankedTensorType::get(sizes, element);
}

mlir::Type onnx::importTensorType(mlir::MLIRContext *context,
                                  const TensorValue &tensor) {
  llvm::SmallVector<int64_t, 6> sizes;
  for (int64_t size : tensor.dims)
    sizes.push_back(size < 0 ? mlir::ShapedType::kDynamic : size);
  return mlir::RankedTensorType::get(sizes,
                                     importElementType(context, tensor.type));
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// The elements of a small tensor; null if MLIR does not hold them.
static mlir::Attribute importSmall(proto::ReadContext &context,
                                   const TensorValue &tensor,
                                   mlir::RankedTensorType type) {
  mlir::Builder builder(type.getContext());
  mlir::Type element = type.getElementType();
  llvm::SmallVector<llvm::StringRef> texts;
  if (tensor.type == ElementType::String)
    return readStrings(context, tensor, MaxElementsInIR, texts)
               ? mlir::DenseElementsAttr::get(type, texts)
               : mlir::Attribute();
  llvm::SmallVector<mlir::Attribute> elements;
  llvm::SmallVector<int64_t> integers;
  llvm::SmallVector<double> numbers;
  if (readIntegers(context, tensor, MaxElementsInIR, integers)) {
    unsigned width = element.getIntOrFloatBitWidth();
    for (int64_t integer : integers)
      elements.push_back(builder.getIntegerAttr(
          element, llvm::APInt(width, integer, /*isSigned=*/false,
                               /*implicitTrunc=*/true)));
  } else if (readFloats(context, tensor, MaxElementsInIR, numbers)) {
    for (double number : numbers)
      elements.push_back(builder.getFloatAttr(element, number));
  } else {
    return {};
  }
  return mlir::DenseElementsAttr::get(type, elements);
}

mlir::Attribute onnx::importTensor(mlir::MLIRContext *mlir,
                                   proto::ReadContext &context,
                                   const TensorValue &tensor) {
  auto type =
      llvm::cast<mlir::RankedTensorType>(importTensorType(mlir, tensor));
  if (type.hasStaticShape() && !tensor.isExternal) {
    if (mlir::Attribute elements = importSmall(context, tensor, type))
      return elements;
    if (context.problem)
      return {};
  }
  if (tensor.isExternal) {
    uint64_t begin = tensor.external.offsetInBytes().value_or(0);
    std::optional<uint64_t> size = tensor.external.lengthInBytes();
    if (!size)
      size = tensor.sizeInBytes();
    return graph::ContentAttr::get(mlir, type, begin, begin + size.value_or(0));
  }
  SourceRange content = tensor.content.empty() ? tensor.values : tensor.content;
  return graph::ContentAttr::get(mlir, type, content.begin, content.end);
}

/// The elements in the type that MLIR holds them in.
template <typename Stored, typename Read>
static mlir::DenseElementsAttr store(mlir::RankedTensorType type,
                                     const llvm::SmallVector<Read> &read) {
  std::vector<Stored> stored(read.begin(), read.end());
  return mlir::DenseElementsAttr::get(type, llvm::ArrayRef<Stored>(stored));
}

/// Whether MLIR holds elements of a type as their bytes in a file.
static bool isHeldAsWritten(ElementType type) {
  if (llvm::endianness::native != llvm::endianness::little)
    return false;
  switch (type) {
  case ElementType::Float:
  case ElementType::Double:
  case ElementType::Float16:
  case ElementType::BFloat16:
  case ElementType::Int8:
  case ElementType::Int16:
  case ElementType::Int32:
  case ElementType::Int64:
  case ElementType::UInt8:
  case ElementType::UInt16:
  case ElementType::UInt32:
  case ElementType::UInt64:
    return true;
  default:
    return false;
  }
}

mlir::DenseElementsAttr onnx::importElements(mlir::MLIRContext *mlir,
                                             proto::ReadContext &context,
                                             const TensorValue &tensor) {
  // A file of a few bytes may claim more.
  constexpr uint64_t Most = uint64_t(1) << 30;
  auto type =
      llvm::cast<mlir::RankedTensorType>(importTensorType(mlir, tensor));
  if (!type.hasStaticShape())
    return {};
  // The content of a weight is taken as it is: element by element takes longer
  // than all else that is done to a model.
  if (isHeldAsWritten(tensor.type)) {
    StringRef content = readContent(context, tensor, Most);
    if (!content.empty())
      return mlir::DenseElementsAttr::getFromRawBuffer(
          type, {content.data(), content.size()});
  }
  llvm::SmallVector<int64_t> integers;
  llvm::SmallVector<double> numbers;
  bool areIntegers = readIntegers(context, tensor, Most, integers);
  if (!areIntegers && !readFloats(context, tensor, Most, numbers))
    return {};
  switch (tensor.type) {
  case ElementType::Float:
    return store<float>(type, numbers);
  case ElementType::Double:
    return store<double>(type, numbers);
  case ElementType::Int8:
    return store<int8_t>(type, integers);
  case ElementType::Int16:
    return store<int16_t>(type, integers);
  case ElementType::Int32:
    return store<int32_t>(type, integers);
  case ElementType::Int64:
    return store<int64_t>(type, integers);
  case ElementType::UInt8:
    return store<uint8_t>(type, integers);
  case ElementType::UInt16:
    return store<uint16_t>(type, integers);
  case ElementType::UInt32:
    return store<uint32_t>(type, integers);
  case ElementType::UInt64:
    return store<uint64_t>(type, integers);
  case ElementType::Bool: {
    llvm::SmallVector<bool> truths(integers.begin(), integers.end());
    return mlir::DenseElementsAttr::get(type, llvm::ArrayRef<bool>(truths));
  }
  case ElementType::Float16:
  case ElementType::BFloat16: {
    auto element = llvm::cast<mlir::FloatType>(type.getElementType());
    std::vector<llvm::APFloat> rounded;
    for (double number : numbers) {
      bool isInexact = false;
      rounded.emplace_back(number);
      rounded.back().convert(element.getFloatSemantics(),
                             llvm::APFloat::rmNearestTiesToEven, &isInexact);
    }
    return mlir::DenseElementsAttr::get(type,
                                        llvm::ArrayRef<llvm::APFloat>(rounded));
  }
  default:
    return {};
  }
}

static mlir::Attribute importTensor(mlir::MLIRContext *mlir,
                                    proto::ReadContext &context,
                                    const proto::Message &message) {
  TensorValue tensor;
  return readTensor(context, message, tensor)
             ? importTensor(mlir, context, tensor)
             : mlir::Attribute();
}

/// A sparse tensor stays where it is, with the shape that it stands for.
static mlir::Attribute importSparse(mlir::MLIRContext *mlir,
                                    proto::ReadContext &context,
                                    const proto::Message &message) {
  SparseTensor tensor;
  if (!readSparseTensor(context, message, tensor))
    return {};
  TensorValue dense;
  dense.type = tensor.values.type;
  dense.dims = tensor.dims;
  SourceRange range = message.parts.back();
  return graph::ContentAttr::get(mlir, importTensorType(mlir, dense),
                                 range.begin, range.end);
}

static mlir::Attribute importTypeAttr(mlir::MLIRContext *mlir,
                                      proto::ReadContext &context,
                                      const proto::Message &message) {
  TypeValue type;
  if (!readType(context, message, type))
    return {};
  return mlir::TypeAttr::get(importType(mlir, type));
}

static mlir::Attribute importMessage(mlir::MLIRContext *mlir,
                                     proto::ReadContext &context,
                                     AttributeType type,
                                     const proto::Message &message) {
  if (message.empty())
    return mlir::UnitAttr::get(mlir);
  switch (type) {
  case AttributeType::Tensor:
  case AttributeType::Tensors:
    return importTensor(mlir, context, message);
  case AttributeType::SparseTensor:
  case AttributeType::SparseTensors:
    return importSparse(mlir, context, message);
  default:
    return importTypeAttr(mlir, context, message);
  }
}

mlir::Attribute onnx::importAttribute(mlir::MLIRContext *mlir,
                                      proto::ReadContext &context,
                                      const Attribute &attribute) {
  mlir::Builder builder(mlir);
  if (!attribute.reference.text.empty())
    return graph::ParameterAttr::get(mlir, attribute.reference.text);
  switch (attribute.type) {
  case AttributeType::Float:
    return builder.getF32FloatAttr(static_cast<float>(attribute.floating()));
  case AttributeType::Int:
    return builder.getI64IntegerAttr(attribute.integer());
  case AttributeType::String:
    return builder.getStringAttr(attribute.text);
  case AttributeType::Tensor:
  case AttributeType::SparseTensor:
  case AttributeType::TypeProto:
    return importMessage(mlir, context, attribute.type, attribute.content);
  default:
    break;
  }
  llvm::SmallVector<Number> ints;
  llvm::SmallVector<double> reals;
  llvm::SmallVector<Name> texts;
  llvm::SmallVector<proto::Message> messages;
  if (!readInts(context, attribute, ints) ||
      !readReals(context, attribute, reals) ||
      !readTexts(context, attribute, texts) ||
      !readMessages(context, attribute, messages))
    return {};
  llvm::SmallVector<mlir::Attribute> list;
  for (const Number &number : ints)
    list.push_back(builder.getI64IntegerAttr(number.value));
  for (double value : reals)
    list.push_back(builder.getF32FloatAttr(static_cast<float>(value)));
  for (const Name &text : texts)
    list.push_back(builder.getStringAttr(text.text));
  for (const proto::Message &message : messages) {
    list.push_back(importMessage(mlir, context, attribute.type, message));
    if (!list.back())
      return {};
  }
  return builder.getArrayAttr(list);
}

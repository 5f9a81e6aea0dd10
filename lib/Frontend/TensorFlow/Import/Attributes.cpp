//===- Attributes.cpp - Attributes of TensorFlow in MLIR ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/TensorFlow/Import/Values.h"
#include "Frontend/TensorFlow/TensorValue.h"
#include "mlir/IR/Builders.h"

using namespace trainlint;
using namespace trainlint::tensorflow;

static mlir::Attribute importShape(proto::ReadContext &context,
                                   const proto::Message &message,
                                   TypeImporter &types) {
  Shape shape;
  if (!readShape(context, message, shape))
    return {};
  llvm::SmallVector<int64_t> sizes;
  for (const Dimension &dimension : shape.dimensions)
    sizes.push_back(dimension.size);
  return graph::ShapeAttr::get(types.getContext(), sizes, !shape.unknownRank);
}

/// The elements of a small tensor; null if they are not of a type that MLIR
/// holds.
static mlir::Attribute importElements(proto::ReadContext &context,
                                      const TensorValue &tensor,
                                      mlir::RankedTensorType type,
                                      TypeImporter &types) {
  mlir::Builder builder(types.getContext());
  mlir::Type element = type.getElementType();
  uint64_t limit = type.getNumElements();
  if (tensor.type == DataType::String) {
    llvm::SmallVector<llvm::StringRef> strings;
    if (!readStrings(context, tensor, limit, strings) ||
        strings.size() != limit)
      return {};
    return mlir::DenseElementsAttr::get(type, strings);
  }
  // Bytes as MLIR has them need not be looked at one by one.
  std::optional<unsigned> size = elementSize(tensor.type);
  bool isWhole = element.isIntOrFloat() && size &&
                 element.getIntOrFloatBitWidth() == 8 * *size;
  llvm::ArrayRef<char> bytes(tensor.contentBytes.data(),
                             tensor.contentBytes.size());
  if (isWhole && !bytes.empty() && bytes.size() == limit * *size)
    return mlir::DenseElementsAttr::getFromRawBuffer(type, bytes);
  llvm::SmallVector<mlir::Attribute> elements;
  if (llvm::isa<mlir::IntegerType>(element)) {
    llvm::SmallVector<int64_t> integers;
    if (!readIntegers(context, tensor, limit, integers))
      return {};
    unsigned width = element.getIntOrFloatBitWidth();
    for (int64_t integer : integers)
      elements.push_back(builder.getIntegerAttr(
          element, llvm::APInt(width, integer, /*isSigned=*/false,
                               /*implicitTrunc=*/true)));
  } else if (llvm::isa<mlir::FloatType>(element)) {
    llvm::SmallVector<double> numbers;
    if (!readFloats(context, tensor, limit, numbers))
      return {};
    for (double number : numbers)
      elements.push_back(builder.getFloatAttr(element, number));
  }
  if (elements.size() != limit)
    return {};
  return mlir::DenseElementsAttr::get(type, elements);
}

static mlir::Attribute importTensor(proto::ReadContext &context,
                                    const AttrValue &value,
                                    TypeImporter &types) {
  TensorValue tensor;
  if (!readTensor(context, value.message, tensor))
    return {};
  mlir::Type type = types.tensor(tensor.type, tensor.shape);
  std::optional<uint64_t> count = elementCount(tensor.shape);
  auto ranked = llvm::dyn_cast<mlir::RankedTensorType>(type);
  if (ranked && count && *count <= MaxElementsInIR && ranked.hasStaticShape()) {
    if (mlir::Attribute elements =
            importElements(context, tensor, ranked, types))
      return elements;
    if (context.problem)
      return {};
  }
  SourceRange content = tensor.content.empty() ? tensor.values : tensor.content;
  return graph::ContentAttr::get(types.getContext(), type, content.begin,
                                 content.end);
}

/// A file of a few bytes may claim more.
static constexpr uint64_t MaxElements = uint64_t(1) << 30;

mlir::DenseElementsAttr tensorflow::importNumbers(proto::ReadContext &context,
                                                  const AttrValue &value,
                                                  TypeImporter &types) {
  TensorValue tensor;
  if (!readTensor(context, value.message, tensor))
    return {};
  auto type = llvm::dyn_cast<mlir::RankedTensorType>(
      types.tensor(tensor.type, tensor.shape));
  std::optional<uint64_t> count = elementCount(tensor.shape);
  if (!type || !type.hasStaticShape() || !count || *count > MaxElements ||
      !type.getElementType().isIntOrFloat())
    return {};
  return llvm::dyn_cast_or_null<mlir::DenseElementsAttr>(
      importElements(context, tensor, type, types));
}

static mlir::Attribute importFunction(proto::ReadContext &context,
                                      const proto::Message &message,
                                      TypeImporter &types) {
  FuncValue function;
  if (!readFunc(context, message, function))
    return {};
  mlir::DictionaryAttr arguments =
      importAttributes(context, function.attrs, types);
  if (!arguments)
    return {};
  return graph::FunctionAttr::get(types.getContext(), function.name.text,
                                  arguments.empty() ? mlir::DictionaryAttr()
                                                    : arguments);
}

mlir::Attribute tensorflow::importValue(proto::ReadContext &context,
                                        const AttrValue &value,
                                        TypeImporter &types) {
  mlir::Builder builder(types.getContext());
  switch (value.kind) {
  case AttrKind::None:
    return builder.getArrayAttr({});
  case AttrKind::String:
    return builder.getStringAttr(value.text);
  case AttrKind::Int:
    return builder.getI64IntegerAttr(value.integer());
  case AttrKind::Float:
    return builder.getF32FloatAttr(static_cast<float>(value.floating()));
  case AttrKind::Bool:
    return builder.getBoolAttr(value.boolean());
  case AttrKind::Type:
    return mlir::TypeAttr::get(types.element(value.type()));
  case AttrKind::Shape:
    return importShape(context, value.message, types);
  case AttrKind::Tensor:
    return importTensor(context, value, types);
  case AttrKind::Func:
    return importFunction(context, value.message, types);
  case AttrKind::Placeholder:
    return graph::ParameterAttr::get(types.getContext(), value.text);
  case AttrKind::List:
    break;
  }
  llvm::SmallVector<AttrValue> elements;
  if (!readList(context, value, elements))
    return {};
  llvm::SmallVector<mlir::Attribute> list;
  for (const AttrValue &element : elements) {
    list.push_back(importValue(context, element, types));
    if (!list.back())
      return {};
  }
  return builder.getArrayAttr(list);
}

mlir::DictionaryAttr tensorflow::importAttributes(proto::ReadContext &context,
                                                  llvm::ArrayRef<Attr> attrs,
                                                  TypeImporter &types) {
  mlir::NamedAttrList list;
  for (const Attr &attr : attrs) {
    // MLIR has no attributes without a name.
    if (attr.name.text.empty())
      continue;
    mlir::Attribute value = importValue(context, attr.value, types);
    if (!value)
      return {};
    list.append(attr.name.text, value);
  }
  return list.getDictionary(types.getContext());
}

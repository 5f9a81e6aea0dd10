//===- OpCall.cpp - A node of an ONNX model -------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/OpCall.h"
#include "Dialect/StableHLO/Builders/Random.h"
#include "Support/MLIR.h"
#include "mlir/IR/Matchers.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

SubgraphRunner::~SubgraphRunner() = default;

std::string onnx::programOutputProblem(const Operand &value) {
  if (value.items)
    return "it is a sequence; a program gives tensors";
  if (value.isEmptyOptional)
    return "it is an empty optional; a program gives tensors";
  return "";
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

static Value constantOf(OpCall &call, Operand &operand) {
  if (!operand.value)
    operand.value = call.builder.constant(operand.elements);
  return operand.value;
}

Value OpCall::constant(unsigned number) {
  return constantOf(*this, inputs[number]);
}

Value OpCall::valueOf(Operand &operand) {
  if (operand.value || !module)
    return constantOf(*this, operand);
  auto type = llvm::cast<mlir::RankedTensorType>(operand.elements.getType());
  // A scalar is a factor or the like, which is not trained.
  bool isWeight = form != ModelForm::Inference &&
                  llvm::isa<mlir::FloatType>(type.getElementType()) &&
                  type.getRank() > 0 && !operand.name.empty();
  if (!isWeight)
    return constantOf(*this, operand);
  auto initial = [elements = operand.elements](ProgramBuilder &b, Value,
                                               mlir::RankedTensorType) {
    return b.constant(elements);
  };
  operand.value = module->parameter(operand.name, type, initial);
  return operand.value;
}

static std::optional<Literal> literalOf(OpCall &call, unsigned number) {
  if (!call.has(number))
    return std::nullopt;
  const Operand &input = call.inputs[number];
  if (input.elements)
    return Literal::read(input.elements);
  return input.value ? call.builder.literalOf(input.value) : std::nullopt;
}

std::optional<IndexVector> OpCall::partialIntegers(unsigned number) {
  std::optional<Literal> literal = literalOf(*this, number);
  if (!literal || literal->isReal())
    return std::nullopt;
  return literal->integers;
}

std::optional<IndexVector> OpCall::partialIntegers(unsigned number,
                                                   StringRef name) {
  std::optional<IndexVector> integers = partialIntegers(number);
  if (integers && !llvm::all_of(*integers, isKnown))
    (void)requireConstant(number, name);
  return integers;
}

std::optional<IndexVector> OpCall::knownIntegers(unsigned number) {
  std::optional<Literal> literal = literalOf(*this, number);
  if (!literal || literal->isReal() || !literal->isWhole())
    return std::nullopt;
  return literal->integers;
}

std::optional<SmallVector<double>> OpCall::knownNumbers(unsigned number) {
  std::optional<Literal> literal = literalOf(*this, number);
  if (!literal || !literal->isReal() || !literal->isWhole())
    return std::nullopt;
  return literal->reals;
}

std::optional<double> OpCall::knownNumber(unsigned number) {
  std::optional<Literal> literal = literalOf(*this, number);
  if (!literal || literal->size() != 1)
    return std::nullopt;
  // One that is no number is known all the same.
  if (literal->isReal())
    return literal->reals.front();
  return literal->isWhole() ? std::optional<double>(literal->integers.front())
                            : std::nullopt;
}

mlir::DenseElementsAttr OpCall::knownElements(unsigned number) {
  const Operand &input = inputs[number];
  if (input.elements)
    return input.elements;
  mlir::DenseElementsAttr elements;
  if (input.value && mlir::matchPattern(input.value, m_Constant(&elements)))
    return elements;
  return {};
}

LogicalResult OpCall::expectInputs(unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    if (!has(i))
      return refuse(Refusal::MissingInput,
                    "input " + llvm::Twine(i) + " is missing");
  }
  return llvm::success();
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

int64_t OpCall::integer(StringRef key, int64_t missing) const {
  auto value = attributes.getAs<mlir::IntegerAttr>(key);
  return value ? value.getInt() : missing;
}

double OpCall::number(StringRef key, double missing) const {
  auto value = attributes.getAs<mlir::FloatAttr>(key);
  return value ? value.getValueAsDouble() : missing;
}

StringRef OpCall::word(StringRef key, StringRef missing) const {
  auto value = attributes.getAs<mlir::StringAttr>(key);
  return value ? value.getValue() : missing;
}

/// The items of a list, all of one kind of attribute; none if some are not.
template <typename Attribute, typename Item>
static std::optional<SmallVector<Item>>
listOf(mlir::DictionaryAttr attributes, StringRef key,
       Item (Attribute::*read)() const) {
  auto list = attributes.getAs<mlir::ArrayAttr>(key);
  if (!list)
    return std::nullopt;
  SmallVector<Item> items;
  for (mlir::Attribute element : list) {
    auto item = llvm::dyn_cast<Attribute>(element);
    if (!item)
      return std::nullopt;
    items.push_back((item.*read)());
  }
  return items;
}

std::optional<IndexVector> OpCall::integers(StringRef key) const {
  return listOf(attributes, key, &mlir::IntegerAttr::getInt);
}

std::optional<SmallVector<double>> OpCall::numbers(StringRef key) const {
  return listOf(attributes, key, &mlir::FloatAttr::getValueAsDouble);
}

std::optional<SmallVector<StringRef>> OpCall::words(StringRef key) const {
  return listOf(attributes, key, &mlir::StringAttr::getValue);
}

std::optional<IndexVector> OpCall::integers(StringRef key, unsigned input) {
  if (has(input))
    return knownIntegers(input);
  return integers(key);
}

std::optional<int64_t> OpCall::dimension(int64_t number, int64_t rank) {
  int64_t result = number < 0 ? number + rank : number;
  if (result < 0 || result >= rank)
    return std::nullopt;
  return result;
}

bool OpCall::isSize(int64_t number) {
  return number >= 0 && number <= int64_t(1) << 30;
}

bool OpCall::areSizes(llvm::ArrayRef<int64_t> numbers, int64_t least) {
  return llvm::all_of(numbers, [&](int64_t number) {
    return isSize(number) && number >= least;
  });
}

mlir::Type onnx::elementType(mlir::OpBuilder &b, int64_t number) {
  switch (number) {
  case 1:
    return b.getF32Type();
  case 2:
    return b.getIntegerType(8, /*isSigned=*/false);
  case 3:
    return b.getIntegerType(8);
  case 4:
    return b.getIntegerType(16, /*isSigned=*/false);
  case 5:
    return b.getIntegerType(16);
  case 6:
    return b.getI32Type();
  case 7:
    return b.getI64Type();
  case 9:
    return b.getI1Type();
  case 10:
    return b.getF16Type();
  case 11:
    return b.getF64Type();
  case 12:
    return b.getIntegerType(32, /*isSigned=*/false);
  case 13:
    return b.getIntegerType(64, /*isSigned=*/false);
  case 16:
    return b.getBF16Type();
  default:
    return {};
  }
}

//===----------------------------------------------------------------------===//
// What models keep
//===----------------------------------------------------------------------===//

Value OpCall::drawKey() {
  if (module)
    return module->drawKey(builder.location());
  mlir::OpBuilder &b = builder.builder();
  mlir::Type word = b.getIntegerType(64, /*isSigned=*/false);
  return builder.splat(mlir::RankedTensorType::get({2}, word), 0);
}

Value OpCall::state(StringRef name, mlir::RankedTensorType type,
                    mlir::DenseElementsAttr initial) {
  if (!module)
    return builder.splat(type, 0);
  return module->state(
      name, type, [initial](ProgramBuilder &b, Value, mlir::RankedTensorType) {
        return b.constant(initial);
      });
}

void OpCall::setState(StringRef name, Value value) {
  if (module)
    module->setState(name, value);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

void OpCall::addResult(Value result) {
  Operand operand;
  operand.value = result;
  results.push_back(std::move(operand));
}

LogicalResult OpCall::setUnknownShape(int64_t rank, mlir::Type element) {
  constexpr int64_t MostDimensions = 1024;
  if (rank > MostDimensions)
    return setUnknown();
  SmallVector<int64_t> sizes(rank, mlir::ShapedType::kDynamic);
  return setResult(
      builder.unknown(mlir::RankedTensorType::get(sizes, element)));
}

LogicalResult OpCall::setUnknown() {
  results.clear();
  Operand unknown;
  unknown.isUnknown = true;
  results.assign(outputs, unknown);
  return llvm::success();
}

LogicalResult OpCall::refuse(Refusal kind, const llvm::Twine &message) {
  refused = kind;
  why = message.str();
  return llvm::failure();
}

LogicalResult OpCall::fail(const llvm::Twine &message) {
  return refuse(Refusal::Mismatch, message);
}

LogicalResult OpCall::failMissing(const llvm::Twine &message) {
  return refuse(Refusal::MissingInput, message);
}

LogicalResult OpCall::failAtRun(const llvm::Twine &message) {
  return refuse(Refusal::AtRun, message);
}

LogicalResult OpCall::failUnsupported(const llvm::Twine &message) {
  return refuse(Refusal::Unsupported, message);
}

LogicalResult OpCall::requireLowering(const llvm::Twine &message) {
  (void)failUnsupported(message);
  return llvm::success(!builder.buildsOps());
}

LogicalResult OpCall::requireConstant(unsigned input, StringRef name) {
  bool isOfData = input < inputs.size() && inputs[input].isOfData;
  if (builder.buildsOps() || isOfData)
    (void)refuse(Refusal::NotConstant, "`" + name + "` is not a constant");
  return llvm::success(!builder.buildsOps());
}

LogicalResult OpCall::failNotConstant(unsigned input, StringRef name) {
  if (failed(requireConstant(input, name)))
    return llvm::failure();
  return setUnknown();
}

LogicalResult OpCall::failNotConstant(unsigned input, StringRef name,
                                      int64_t rank, mlir::Type element) {
  if (failed(requireConstant(input, name)))
    return llvm::failure();
  return setUnknownShape(rank, element);
}

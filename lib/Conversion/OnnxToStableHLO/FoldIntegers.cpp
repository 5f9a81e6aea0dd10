//===- FoldIntegers.cpp - Shapes that are computed by nodes ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/OnnxToStableHLO/OnnxLowering.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/LLVM.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;
using mlir::RankedTensorType;
using mlir::Value;

/// The known integers of all inputs; none if one is not known.
static std::optional<SmallVector<IndexVector>> allKnown(OnnxLowering &call) {
  SmallVector<IndexVector> known;
  for (const Input &input : call.inputs) {
    std::optional<IndexVector> numbers =
        input.isGiven() ? knownIntegers(input) : std::nullopt;
    if (!numbers)
      return std::nullopt;
    known.push_back(*numbers);
  }
  return known;
}

static RankedTensorType typeOf(const Input &input) {
  return llvm::cast<RankedTensorType>(input.value ? input.value.getType()
                                                  : input.elements.getType());
}

/// None for an operator of another kind and for what does not fit.
static std::optional<int64_t> calculate(StringRef op, int64_t x, int64_t y) {
  if (op == "Add")
    return llvm::checkedAdd(x, y);
  if (op == "Sub")
    return llvm::checkedSub(x, y);
  if (op == "Mul")
    return llvm::checkedMul(x, y);
  if (op == "Div" && y > 0)
    return x / y;
  if (op == "Max")
    return std::max(x, y);
  if (op == "Min")
    return std::min(x, y);
  if (op == "Equal")
    return x == y;
  return std::nullopt;
}

/// Element by element; a list of one goes with each of the other.
static std::optional<IndexVector> combine(StringRef op, const IndexVector &x,
                                          const IndexVector &y) {
  size_t size = std::max(x.size(), y.size());
  bool fits = !x.empty() && !y.empty() && (x.size() == size || x.size() == 1) &&
              (y.size() == size || y.size() == 1);
  if (!fits)
    return std::nullopt;
  IndexVector result;
  for (size_t i = 0; i < size; ++i) {
    std::optional<int64_t> number =
        calculate(op, x[x.size() == 1 ? 0 : i], y[y.size() == 1 ? 0 : i]);
    if (!number)
      return std::nullopt;
    result.push_back(*number);
  }
  return result;
}

static std::optional<IndexVector>
choose(const SmallVector<IndexVector> &known) {
  size_t size = 0;
  for (const IndexVector &numbers : known)
    size = std::max(size, numbers.size());
  IndexVector result;
  for (size_t i = 0; i < size; ++i) {
    int64_t at[3];
    for (unsigned number : {0, 1, 2}) {
      const IndexVector &list = known[number];
      if (list.size() != size && list.size() != 1)
        return std::nullopt;
      at[number] = list[list.size() == 1 ? 0 : i];
    }
    result.push_back(at[0] != 0 ? at[1] : at[2]);
  }
  return result;
}

static std::optional<IndexVector> pick(const IndexVector &list,
                                       const IndexVector &places) {
  IndexVector result;
  for (int64_t place : places) {
    std::optional<int64_t> number = OnnxLowering::dimension(place, list.size());
    if (!number)
      return std::nullopt;
    result.push_back(list[*number]);
  }
  return result;
}

static std::optional<IndexVector> cut(const SmallVector<IndexVector> &known) {
  auto one = [&](size_t input, int64_t missing) -> std::optional<int64_t> {
    if (input >= known.size())
      return missing;
    if (known[input].size() != 1)
      return std::nullopt;
    return known[input].front();
  };
  int64_t size = known[0].size();
  std::optional<int64_t> begin = one(1, 0);
  std::optional<int64_t> end = one(2, size);
  std::optional<int64_t> axis = one(3, 0);
  std::optional<int64_t> step = one(4, 1);
  if (!begin || !end || !axis || (*axis != 0 && *axis != -1) || !step ||
      *step < 1)
    return std::nullopt;
  auto place = [&](int64_t number) {
    return std::clamp<int64_t>(number < 0 ? number + size : number, 0, size);
  };
  IndexVector result;
  for (int64_t i = place(*begin); i < place(*end); i += std::min(*step, size))
    result.push_back(known[0][i]);
  return result;
}

/// Gives integers as a list, or as a scalar.
static bool give(OnnxLowering &call, const IndexVector &numbers, bool isScalar,
                 mlir::Type element) {
  bool fits = element.isSignlessInteger(64) || element.isInteger(1) ||
              (element.isSignlessInteger(32) &&
               llvm::all_of(numbers, [](int64_t number) {
                 return llvm::isInt<32>(number);
               }));
  if (!fits)
    return false;
  ProgramBuilder &b = call.builder;
  Value list = b.integers(numbers, element);
  if (isScalar) {
    auto elements = mlir::DenseElementsAttr::get(
        RankedTensorType::get({}, element),
        b.builder().getIntegerAttr(element, numbers.front()));
    list.getDefiningOp()->erase();
    list = b.constant(elements);
  }
  call.results.push_back(list);
  return true;
}

/// The number of elements.
static bool foldSize(OnnxLowering &call) {
  if (!call.has(0))
    return false;
  int64_t count = elementCount(typeOf(call.inputs[0]).getShape());
  return give(call, {count}, /*isScalar=*/true,
              call.builder.builder().getI64Type());
}

static bool foldShape(OnnxLowering &call) {
  if (!call.has(0))
    return false;
  Shape shape = typeOf(call.inputs[0]).getShape();
  int64_t rank = shape.size();
  auto place = [&](StringRef key, int64_t missing) {
    int64_t number = call.integer(key, missing);
    return std::clamp<int64_t>(number < 0 ? number + rank : number, 0, rank);
  };
  int64_t begin = place("start", 0);
  int64_t end = std::max(place("end", rank), begin);
  return give(call, IndexVector(shape.slice(begin, end - begin)),
              /*isScalar=*/false, call.builder.builder().getI64Type());
}

bool onnx::foldIntegers(OnnxLowering &call) {
  StringRef op = call.op;
  if (op == "Shape")
    return foldShape(call);
  if (op == "Size")
    return foldSize(call);
  std::optional<SmallVector<IndexVector>> known = allKnown(call);
  if (!known || known->empty())
    return false;
  RankedTensorType first = typeOf(call.inputs[0]);
  mlir::Type element = first.getElementType();
  for (const Input &input : call.inputs) {
    if (typeOf(input).getRank() > 1)
      return false;
  }
  const IndexVector &list = known->front();
  if (op == "Where" && known->size() == 3) {
    int64_t rank = 0;
    for (const Input &input : call.inputs)
      rank = std::max(rank, typeOf(input).getRank());
    if (std::optional<IndexVector> result = choose(*known))
      return give(call, *result, rank == 0,
                  typeOf(call.inputs[1]).getElementType());
  }
  if (known->size() == 2) {
    if (std::optional<IndexVector> result = combine(op, list, (*known)[1]))
      return give(call, *result,
                  first.getRank() + typeOf(call.inputs[1]).getRank() == 0,
                  op == "Equal" ? call.builder.builder().getI1Type() : element);
    if (op == "Gather" && first.getRank() == 1) {
      if (std::optional<IndexVector> result = pick(list, (*known)[1]))
        return give(call, *result, typeOf(call.inputs[1]).getRank() == 0,
                    element);
    }
  }
  if (op == "Concat" && first.getRank() == 1) {
    IndexVector result;
    for (const IndexVector &numbers : *known)
      result.append(numbers);
    return give(call, result, /*isScalar=*/false, element);
  }
  if (op == "Slice" && first.getRank() == 1) {
    if (std::optional<IndexVector> result = cut(*known))
      return give(call, *result, /*isScalar=*/false, element);
  }
  bool areOnes = llvm::all_of(
      *known, [](const IndexVector &numbers) { return numbers.size() == 1; });
  if (op == "Range" && known->size() == 3 && areOnes &&
      (*known)[2].front() > 0) {
    constexpr int64_t Most = 4096;
    int64_t from = list.front();
    int64_t to = (*known)[1].front();
    int64_t step = (*known)[2].front();
    std::optional<int64_t> distance = llvm::checkedSub(to, from);
    if (!distance || *distance > Most)
      return false;
    IndexVector result;
    for (int64_t offset = 0; offset < *distance;
         offset += std::min(step, Most + 1))
      result.push_back(from + offset);
    return give(call, result, /*isScalar=*/false, element);
  }
  bool isOne = list.size() == 1;
  if (op == "Unsqueeze" && first.getRank() == 0)
    return give(call, list, /*isScalar=*/false, element);
  if (op == "Squeeze" && isOne)
    return give(call, list, /*isScalar=*/true, element);
  if (op == "Cast" && known->size() == 1) {
    int64_t to = call.integer("to", 0);
    mlir::OpBuilder &builder = call.builder.builder();
    if (to == 6 || to == 7)
      return give(call, list, first.getRank() == 0,
                  to == 6 ? builder.getI32Type() : builder.getI64Type());
  }
  return false;
}

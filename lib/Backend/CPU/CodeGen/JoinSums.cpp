//===- JoinSums.cpp - Sums of parts in one piece --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What reverse mode leaves behind where a tensor was used in parts or in steps.
// A sum of tensors that are zero but in one range each is a concatenation. A
// sum of products, such as the gradient of a recurrent layer's weights, is one
// product of the concatenated operands: the partial results, which are larger
// than the operands, are neither stored nor added up. Each sum is taken apart
// once, so that the cost is that of sorting its terms.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/Rewrites.h"
#include "Dialect/StableHLO/Builders/ProgramBuilder.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/LLVM.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::Operation;
using mlir::Type;
using mlir::Value;

namespace trainlint::cpu {

namespace {

/// A term that is zero but in a range of one dimension.
struct Part {
  Value tensor;
  int64_t dimension, start, size;
};

/// A sum that is not a term of another one.
class Sum {
public:
  explicit Sum(AddOp root);
  /// Replaces terms by fewer ones, and the sum by theirs.
  void join();

private:
  void joinProducts();
  void joinParts();
  Value concatenation(SmallVector<Part> parts);

  AddOp root;
  mlir::OpBuilder place;
  ProgramBuilder builder;
  SmallVector<Value> terms;
  bool isChanged = false;
};

} // namespace

/// The only user of a sum is another one of its block.
static bool isTerm(AddOp op) {
  if (!op->hasOneUse())
    return false;
  Operation *user = *op->user_begin();
  return llvm::isa<AddOp>(user) && user->getBlock() == op->getBlock();
}

Sum::Sum(AddOp root) : root(root), place(root), builder(place, root.getLoc()) {
  SmallVector<Value> pending = {root.getRhs(), root.getLhs()};
  while (!pending.empty()) {
    Value term = pending.pop_back_val();
    auto sum = term.getDefiningOp<AddOp>();
    if (sum && isTerm(sum))
      pending.append({sum.getRhs(), sum.getLhs()});
    else
      terms.push_back(term);
  }
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// A product that nothing but the sum reads, and whose operands are not larger
/// than what it would add to the sum.
static DotGeneralOp joinableProduct(Value term) {
  auto product = term.getDefiningOp<DotGeneralOp>();
  if (!product || !term.hasOneUse() || product.getAlgorithm() ||
      product.getDotDimensionNumbers().getLhsContractingDimensions().empty())
    return {};
  auto count = [](Value value) {
    return ProgramBuilder::typeOf(value).getNumElements();
  };
  bool isWorthwhile =
      count(product.getLhs()) + count(product.getRhs()) <= count(term);
  return isWorthwhile ? product : DotGeneralOp();
}

void Sum::joinProducts() {
  using Kind = std::tuple<mlir::Attribute, mlir::Attribute, Type, Type>;
  llvm::MapVector<Kind, SmallVector<DotGeneralOp>> kinds;
  for (Value term : terms)
    if (DotGeneralOp product = joinableProduct(term))
      kinds[{product.getDotDimensionNumbers(), product.getPrecisionConfigAttr(),
             product.getLhs().getType(), product.getRhs().getType()}]
          .push_back(product);
  for (auto &[kind, products] : kinds) {
    if (products.size() < 2)
      continue;
    DotGeneralOp first = products.front();
    DotDimensionsAttr numbers = first.getDotDimensionNumbers();
    SmallVector<Value> lhs, rhs;
    for (DotGeneralOp product : products) {
      lhs.push_back(product.getLhs());
      rhs.push_back(product.getRhs());
      llvm::erase(terms, product.getResult());
    }
    Value left =
        builder.concatenate(lhs, numbers.getLhsContractingDimensions().front());
    Value right =
        builder.concatenate(rhs, numbers.getRhsContractingDimensions().front());
    terms.push_back(DotGeneralOp::create(
        place, root.getLoc(), first.getType(), left, right, numbers,
        first.getPrecisionConfigAttr(), first.getAlgorithmAttr()));
    isChanged = true;
  }
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// A tensor with zeros before and behind it, along one dimension.
static std::optional<Part> partOf(Value term) {
  auto pad = term.getDefiningOp<PadOp>();
  if (!pad || !term.hasOneUse() ||
      !mlir::matchPattern(pad.getPaddingValue(), mlir::m_AnyZeroFloat()))
    return std::nullopt;
  ArrayRef<int64_t> low = pad.getEdgePaddingLow(),
                    high = pad.getEdgePaddingHigh(),
                    interior = pad.getInteriorPadding();
  std::optional<int64_t> dimension;
  for (size_t i = 0; i < low.size(); ++i) {
    if (low[i] < 0 || high[i] < 0 || interior[i] != 0)
      return std::nullopt;
    if (low[i] == 0 && high[i] == 0)
      continue;
    if (dimension)
      return std::nullopt;
    dimension = i;
  }
  if (!dimension)
    return std::nullopt;
  return Part{pad.getOperand(), *dimension, low[*dimension],
              ProgramBuilder::shapeOf(pad.getOperand())[*dimension]};
}

/// Parts in their order, with zeros between them; null if they overlap.
Value Sum::concatenation(SmallVector<Part> parts) {
  llvm::sort(parts, [](const Part &left, const Part &right) {
    return left.start < right.start;
  });
  auto type = llvm::cast<mlir::RankedTensorType>(root.getType());
  int64_t dimension = parts.front().dimension, end = 0;
  for (const Part &part : parts) {
    if (part.start < end)
      return {};
    end = part.start + part.size;
  }
  SmallVector<Value> pieces;
  auto fill = [&](int64_t count) {
    SmallVector<int64_t> shape(type.getShape());
    shape[dimension] = count;
    if (count > 0)
      pieces.push_back(builder.splat(type.clone(shape), 0));
  };
  end = 0;
  for (const Part &part : parts) {
    fill(part.start - end);
    pieces.push_back(part.tensor);
    end = part.start + part.size;
  }
  fill(type.getDimSize(dimension) - end);
  return builder.concatenate(pieces, dimension);
}

void Sum::joinParts() {
  llvm::MapVector<int64_t, SmallVector<Value>> padded;
  for (Value term : terms)
    if (std::optional<Part> part = partOf(term))
      padded[part->dimension].push_back(term);
  for (auto &[dimension, values] : padded) {
    if (values.size() < 2)
      continue;
    Value joined = concatenation(llvm::map_to_vector(
        values, [](Value value) { return *partOf(value); }));
    if (!joined)
      continue;
    llvm::erase_if(terms, [values = ArrayRef<Value>(values)](Value term) {
      return llvm::is_contained(values, term);
    });
    terms.push_back(joined);
    isChanged = true;
  }
}

/// Erases an operation that nothing reads, and what only it has read.
static void eraseUnread(Operation *op) {
  SmallVector<Operation *> pending = {op};
  while (!pending.empty()) {
    Operation *next = pending.pop_back_val();
    llvm::SmallSetVector<Operation *, 4> read;
    for (Value operand : next->getOperands())
      if (Operation *defining = operand.getDefiningOp())
        read.insert(defining);
    next->erase();
    for (Operation *defining : read)
      if (mlir::isOpTriviallyDead(defining))
        pending.push_back(defining);
  }
}

void Sum::join() {
  joinProducts();
  joinParts();
  if (!isChanged)
    return;
  Value sum = terms.front();
  for (Value term : ArrayRef<Value>(terms).drop_front())
    sum = builder.add(sum, term);
  root.getResult().replaceAllUsesWith(sum);
  eraseUnread(root);
}

/// A float tensor of known sizes.
static bool isJoinable(AddOp op) {
  auto type = llvm::dyn_cast<mlir::RankedTensorType>(op.getType());
  return type && type.hasStaticShape() &&
         llvm::isa<mlir::FloatType>(type.getElementType());
}

void joinSums(mlir::ModuleOp program) {
  SmallVector<AddOp> roots;
  program.walk([&](AddOp op) {
    if (isJoinable(op) && !isTerm(op))
      roots.push_back(op);
  });
  for (AddOp root : roots)
    Sum(root).join();
}

} // namespace trainlint::cpu

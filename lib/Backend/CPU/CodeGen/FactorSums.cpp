//===- FactorSums.cpp - Factors are taken out of sums ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The backward pass of a norm adds up gradients several times, each time with
// other factors that are the same along the dimensions of the sum: for the
// gain, for the variance, and, of all that has been found, for the mean. With
// the factors outside, what is added up is the same product, or was added up in
// the forward pass. One sum is left of four, and nothing is stored between
// them.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/Rewrites.h"
#include "Dialect/StableHLO/Builders/ProgramBuilder.h"
#include "Dialect/StableHLO/IR/Combiner.h"
#include "Dialect/StableHLO/IR/Elementwise.h"
#include "Dialect/StableHLO/IR/Splat.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/LLVM.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include <map>

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::Value;

namespace trainlint::cpu {

namespace {

/// What is taken apart no further, so that the cost of a sum is bounded.
constexpr unsigned MostTerms = 6, MostFactors = 6, MostDepth = 8;

/// A number, what is the same along the dimensions of a sum, and what is not.
struct Term {
  double number = 1;
  SmallVector<BroadcastInDimOp> coefficients;
  SmallVector<Value> factors;
};

/// A sum of floats from zero, along some dimensions.
class FactoredSum {
public:
  /// What has been added up before, by the dimensions and the factors.
  using Key = std::pair<const void *, SmallVector<const void *>>;
  using Known = std::map<Key, Value>;

  FactoredSum(ReduceOp op, Known &known)
      : op(op), known(known), place(op), builder(place, op.getLoc()),
        operand(op.getInputs().front()), dimensions(op.getDimensions()) {}

  void rewrite();

private:
  bool isReduced(int64_t dimension) const {
    return llvm::is_contained(dimensions, dimension);
  }
  bool isCoefficient(Value value, Term &out) const;
  /// False if there are too many.
  bool takeFactors(Value value, Term &out, unsigned depth) const;
  bool takeTerms(Value value, const Term &outer, SmallVectorImpl<Term> &out,
                 unsigned depth) const;
  Key keyOf(const Term &term) const;
  /// In the shape of the result.
  Value coefficientOf(BroadcastInDimOp broadcast);
  Value sumOf(const Term &term);

  ReduceOp op;
  Known &known;
  mlir::OpBuilder place;
  ProgramBuilder builder;
  Value operand;
  ArrayRef<int64_t> dimensions;
};

} // namespace

//===----------------------------------------------------------------------===//
// Terms and factors
//===----------------------------------------------------------------------===//

/// The op that computes a value, unless something but arithmetic reads the
/// value: then it is stored anyway, and cheaper to read than what it is made
/// of.
static mlir::Operation *arithmeticOf(Value value) {
  bool isStored = llvm::any_of(value.getUsers(), [](mlir::Operation *user) {
    return !isElementwise(user) && !llvm::isa<ReduceOp>(user);
  });
  return isStored ? nullptr : value.getDefiningOp();
}

/// Puts what is the same along the dimensions of the sum into a term.
bool FactoredSum::isCoefficient(Value value, Term &out) const {
  if (auto number = floatOf(value)) {
    out.number *= number->convertToDouble();
    return true;
  }
  auto broadcast = value.getDefiningOp<BroadcastInDimOp>();
  if (!broadcast)
    return false;
  ArrayRef<int64_t> sizes = ProgramBuilder::shapeOf(broadcast.getOperand());
  for (auto [size, dimension] :
       llvm::zip(sizes, broadcast.getBroadcastDimensions()))
    if (isReduced(dimension) && size != 1)
      return false;
  out.coefficients.push_back(broadcast);
  return true;
}

bool FactoredSum::takeFactors(Value value, Term &out, unsigned depth) const {
  if (isCoefficient(value, out))
    return out.coefficients.size() <= MostFactors;
  mlir::Operation *defining = depth < MostDepth ? arithmeticOf(value) : nullptr;
  if (auto product = llvm::dyn_cast_or_null<MultiplyOp>(defining))
    return takeFactors(product.getLhs(), out, depth + 1) &&
           takeFactors(product.getRhs(), out, depth + 1);
  if (auto negation = llvm::dyn_cast_or_null<NegateOp>(defining)) {
    out.number = -out.number;
    return takeFactors(negation.getOperand(), out, depth + 1);
  }
  out.factors.push_back(value);
  return out.factors.size() <= MostFactors;
}

/// Takes the terms of a value, each times `outer`.
bool FactoredSum::takeTerms(Value value, const Term &outer,
                            SmallVectorImpl<Term> &out, unsigned depth) const {
  mlir::Operation *defining = depth < MostDepth ? arithmeticOf(value) : nullptr;
  Term inner = outer;
  if (auto sum = llvm::dyn_cast_or_null<AddOp>(defining))
    return takeTerms(sum.getLhs(), outer, out, depth + 1) &&
           takeTerms(sum.getRhs(), outer, out, depth + 1);
  if (auto difference = llvm::dyn_cast_or_null<SubtractOp>(defining)) {
    inner.number = -inner.number;
    return takeTerms(difference.getLhs(), outer, out, depth + 1) &&
           takeTerms(difference.getRhs(), inner, out, depth + 1);
  }
  if (auto negation = llvm::dyn_cast_or_null<NegateOp>(defining)) {
    inner.number = -inner.number;
    return takeTerms(negation.getOperand(), inner, out, depth + 1);
  }
  if (auto product = llvm::dyn_cast_or_null<MultiplyOp>(defining)) {
    if (isCoefficient(product.getLhs(), inner))
      return takeTerms(product.getRhs(), inner, out, depth + 1);
    if (isCoefficient(product.getRhs(), inner))
      return takeTerms(product.getLhs(), inner, out, depth + 1);
  }
  out.push_back(std::move(inner));
  return out.size() <= MostTerms && takeFactors(value, out.back(), depth);
}

FactoredSum::Key FactoredSum::keyOf(const Term &term) const {
  SmallVector<const void *> factors;
  for (Value factor : term.factors)
    factors.push_back(factor.getAsOpaquePointer());
  llvm::sort(factors);
  // Attributes are unique, and so are their elements.
  return {dimensions.data(), factors};
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

Value FactoredSum::coefficientOf(BroadcastInDimOp broadcast) {
  Value value = broadcast.getOperand();
  SmallVector<int64_t> sizes, places;
  for (auto [size, dimension] : llvm::zip(ProgramBuilder::shapeOf(value),
                                          broadcast.getBroadcastDimensions())) {
    if (isReduced(dimension))
      continue;
    sizes.push_back(size);
    places.push_back(dimension -
                     llvm::count_if(dimensions, [&](int64_t reduced) {
                       return reduced < dimension;
                     }));
  }
  return builder.broadcast(builder.reshape(value, sizes),
                           ProgramBuilder::shapeOf(op.getResult(0)), places);
}

/// The sum of a term, with what was added up before or is from now on.
Value FactoredSum::sumOf(const Term &term) {
  auto type = ProgramBuilder::typeOf(op.getResult(0));
  double number = term.number;
  Value sum;
  if (term.factors.empty()) {
    for (int64_t dimension : dimensions)
      number *= ProgramBuilder::shapeOf(operand)[dimension];
  } else {
    Value &base = known[keyOf(term)];
    if (!base) {
      Value product = term.factors.front();
      for (Value factor : ArrayRef(term.factors).drop_front())
        product = builder.multiply(product, factor);
      base = builder.sum(product, dimensions);
    }
    sum = base;
  }
  for (BroadcastInDimOp coefficient : term.coefficients) {
    Value factor = coefficientOf(coefficient);
    sum = sum ? builder.multiply(sum, factor) : factor;
  }
  if (!sum)
    return builder.splat(type, number);
  return number == 1    ? sum
         : number == -1 ? builder.negate(sum)
                        : builder.scale(sum, number);
}

void FactoredSum::rewrite() {
  SmallVector<Term> terms;
  if (!takeTerms(operand, Term(), terms, 0)) {
    terms.assign(1, Term());
    terms.front().factors.push_back(operand);
  }
  auto isKnown = [&](const Term &term) {
    return term.factors.empty() || known.count(keyOf(term));
  };
  // Terms that are to be added up anyway are so together.
  if (!llvm::all_of(terms, isKnown) && terms.size() > 1) {
    terms.assign(1, Term());
    if (!takeFactors(operand, terms.front(), 0))
      return;
  }
  Term &first = terms.front();
  if (terms.size() == 1 && !isKnown(first) && first.coefficients.empty()) {
    if (first.number == 1)
      known[keyOf(first)] = op.getResult(0);
    return;
  }
  Value all = sumOf(first);
  for (const Term &term : ArrayRef<Term>(terms).drop_front())
    all = builder.add(all, sumOf(term));
  op.getResult(0).replaceAllUsesWith(all);
}

/// A sum of numbers of whose precision enough is left.
static bool isFactorable(ReduceOp op) {
  if (op.getInputs().size() != 1 ||
      !mlir::matchPattern(op.getInitValues().front(), mlir::m_AnyZeroFloat()))
    return false;
  auto type =
      llvm::dyn_cast<mlir::RankedTensorType>(op.getInputs().front().getType());
  return type && type.hasStaticShape() && type.getNumElements() != 0 &&
         (type.getElementType().isF32() || type.getElementType().isF64()) &&
         llvm::isa_and_nonnull<AddOp>(combiningOp(op.getBody()));
}

void factorSums(mlir::ModuleOp program) {
  llvm::MapVector<mlir::Block *, SmallVector<ReduceOp>> sums;
  program.walk([&](ReduceOp op) {
    if (isFactorable(op))
      sums[op->getBlock()].push_back(op);
  });
  for (auto &[block, all] : sums) {
    FactoredSum::Known known;
    for (ReduceOp op : all)
      FactoredSum(op, known).rewrite();
    // Only now, as erased values could be known under their old addresses.
    for (mlir::Operation &op :
         llvm::make_early_inc_range(llvm::reverse(*block)))
      if (mlir::isOpTriviallyDead(&op))
        op.erase();
  }
}

} // namespace trainlint::cpu

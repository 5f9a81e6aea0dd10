//===- Einsum.cpp - Sums of products by an equation -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Common/Einsum.h"
#include "Ops/Common/Accumulation.h"
#include "Ops/Common/Broadcasting.h"
#include "Ops/Common/Mismatch.h"
#include "Support/MLIR.h"
#include "Support/Text.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

//===----------------------------------------------------------------------===//
// Equations
//===----------------------------------------------------------------------===//

Einsum::Einsum(ProgramBuilder &b, StringRef text, ArrayRef<Value> operands)
    : b(b) {
  for (char letter : text) {
    if (!llvm::isSpace(letter))
      equation.push_back(letter);
  }
  for (Value operand : operands)
    factors.push_back({operand, {}});
}

std::string Einsum::readTerm(StringRef term, std::optional<int64_t> rank,
                             SmallVectorImpl<Label> &labels) {
  std::string malformed = "`equation` \"" + equation + "\" is malformed";
  auto [before, after] = term.split("...");
  bool hasEllipsis = term.contains("...");
  for (char letter : (before + after).str()) {
    if (!llvm::isAlpha(letter))
      return malformed;
  }
  int64_t letters = before.size() + after.size();
  if (rank && (hasEllipsis ? *rank < letters : *rank != letters))
    return ("`" + term + "` names " + pluralize(letters, "dimension") +
            " of an operand of rank " + llvm::Twine(*rank))
        .str();
  unsigned covered = !hasEllipsis ? 0
                     : rank       ? unsigned(*rank - letters)
                                  : ellipsis;
  llvm::append_range(labels, before);
  for (unsigned i = covered; i-- > 0;)
    labels.push_back(FirstOfEllipsis + i);
  llvm::append_range(labels, after);
  ellipsis = std::max(ellipsis, covered);
  return "";
}

std::string Einsum::read() {
  auto [left, right] = StringRef(equation).split("->");
  bool isExplicit = StringRef(equation).contains("->");
  SmallVector<StringRef> terms;
  left.split(terms, ',');
  if (terms.size() != factors.size())
    return "`equation` \"" + equation + "\" has " +
           pluralize(int64_t(terms.size()), "term") + " for " +
           pluralize(int64_t(factors.size()), "input");
  for (auto [factor, term] : llvm::zip(factors, terms)) {
    int64_t rank = ProgramBuilder::typeOf(factor.value).getRank();
    if (std::string problem = readTerm(term, rank, factor.labels);
        !problem.empty())
      return problem;
  }
  if (std::string problem = findSizes(); !problem.empty())
    return problem;
  return findResult(isExplicit ? std::optional(right) : std::nullopt);
}

std::string Einsum::findSizes() {
  for (const Factor &factor : factors) {
    ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(factor.value);
    for (auto [label, size] : llvm::zip(factor.labels, shape)) {
      SmallVector<int64_t, 1> common = {
          sizes.try_emplace(label, 1).first->second};
      // Sizes of 1 are stretched, but not those of one operand.
      int64_t own = shape[factor.placeOf(label)];
      if (!broadcastWith(common, size) || disagree(own, size)) {
        SmallVector<ArrayRef<int64_t>> shapes = llvm::map_to_vector(
            factors, [](const Factor &other) -> ArrayRef<int64_t> {
              return ProgramBuilder::shapeOf(other.value);
            });
        return mismatch::broadcast(shapes) + " by \"" + equation + "\"";
      }
      sizes[label] = common[0];
    }
  }
  return "";
}

std::string Einsum::findResult(std::optional<StringRef> term) {
  if (term) {
    if (std::string problem = readTerm(*term, std::nullopt, result);
        !problem.empty())
      return problem;
    for (auto [number, label] : llvm::enumerate(result)) {
      bool isTwice =
          llvm::is_contained(llvm::ArrayRef(result).take_front(number), label);
      if (isTwice || !sizes.count(label))
        return ("the result `" + *term + "` names `" +
                std::string(1, static_cast<char>(label)) +
                (isTwice ? "` twice" : "`, which no operand has"))
            .str();
    }
    return "";
  }
  // Without an arrow what occurs once is kept, in the order of letters.
  for (unsigned i = ellipsis; i-- > 0;)
    result.push_back(FirstOfEllipsis + i);
  SmallVector<Label> once;
  for (auto [label, size] : sizes) {
    unsigned count = 0;
    for (const Factor &factor : factors)
      count += llvm::count(factor.labels, label);
    if (label < FirstOfEllipsis && count == 1)
      once.push_back(label);
  }
  llvm::sort(once);
  llvm::append_range(result, once);
  return "";
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// Of dimensions with one label the elements that have one place in both.
Einsum::Factor Einsum::takeDiagonals(Factor factor) {
  for (size_t second = 0; second < factor.labels.size();) {
    int64_t first = factor.placeOf(factor.labels[second]);
    if (first == int64_t(second)) {
      ++second;
      continue;
    }
    Value x = factor.value;
    auto places = RankedTensorType::get(ProgramBuilder::shapeOf(x),
                                        b.builder().getI64Type());
    Value isSame = b.compare(b.iota(places, first), b.iota(places, second),
                             ComparisonDirection::EQ);
    factor.value = b.sum(b.select(isSame, x, b.like(x, 0)), int64_t(second));
    factor.labels.erase(factor.labels.begin() + second);
  }
  return factor;
}

/// Leaves out dimensions of one element where others have more.
Einsum::Factor Einsum::dropStretched(Factor factor) {
  Factor left;
  SmallVector<int64_t> shape;
  for (auto [label, size] :
       llvm::zip(factor.labels, ProgramBuilder::shapeOf(factor.value))) {
    if (size == 1 && sizes[label] != 1)
      continue;
    left.labels.push_back(label);
    shape.push_back(size);
  }
  left.value = b.reshape(factor.value, shape);
  return left;
}

Einsum::Factor Einsum::sumOver(Factor factor,
                               llvm::function_ref<bool(Label)> isSummed) {
  Factor left;
  SmallVector<int64_t> over;
  for (auto [place, label] : llvm::enumerate(factor.labels)) {
    if (isSummed(label))
      over.push_back(place);
    else
      left.labels.push_back(label);
  }
  if (over.empty())
    return factor;
  mlir::Type element = ProgramBuilder::elementOf(factor.value);
  left.value = b.convert(b.sum(widen(b, factor.value), over), element);
  return left;
}

Einsum::Factor Einsum::multiply(const Factor &lhs, const Factor &rhs,
                                llvm::function_ref<bool(Label)> isNeeded) {
  SmallVector<int64_t> contracting[2], batching[2];
  Factor product;
  for (Label label : lhs.labels) {
    if (!rhs.has(label))
      continue;
    bool isBatch = isNeeded(label);
    auto &lists = isBatch ? batching : contracting;
    lists[0].push_back(lhs.placeOf(label));
    lists[1].push_back(rhs.placeOf(label));
    if (isBatch)
      product.labels.push_back(label);
  }
  for (const Factor *factor : {&lhs, &rhs}) {
    const Factor &other = factor == &lhs ? rhs : lhs;
    for (Label label : factor->labels) {
      if (!other.has(label))
        product.labels.push_back(label);
    }
  }
  product.value = b.dotGeneral(lhs.value, rhs.value, contracting[0],
                               contracting[1], batching[0], batching[1]);
  return product;
}

Value Einsum::compute() {
  mlir::Type element = ProgramBuilder::elementOf(factors.front().value);
  if (!b.buildsOps()) {
    SmallVector<int64_t> shape;
    for (Label label : result)
      shape.push_back(sizes[label]);
    return b.unknown(RankedTensorType::get(shape, element));
  }
  for (Factor &factor : factors)
    factor = dropStretched(takeDiagonals(factor));
  Factor product = factors.front();
  for (size_t number = 1; number < factors.size(); ++number) {
    auto isNeeded = [&](Label label) {
      return llvm::is_contained(result, label) ||
             llvm::any_of(llvm::ArrayRef(factors).drop_front(number + 1),
                          [&](const Factor &f) { return f.has(label); });
    };
    const Factor &next = factors[number];
    Factor left = sumOver(product, [&](Label label) {
      return !next.has(label) && !isNeeded(label);
    });
    Factor right = sumOver(next, [&](Label label) {
      return !product.has(label) && !isNeeded(label);
    });
    product = multiply(left, right, isNeeded);
  }
  product = sumOver(
      product, [&](Label label) { return !llvm::is_contained(result, label); });
  SmallVector<int64_t> order;
  for (Label label : result)
    order.push_back(product.placeOf(label));
  return b.transpose(product.value, order);
}

//===- ContractionRules.cpp - Products of matrices ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/Types/NodeShapes.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::graph;
using namespace trainlint::tensorflow;

/// The sizes of a product of matrices; what stands before them is broadcast.
static std::optional<PartialShape>
productOf(const std::optional<PartialShape> &a,
          const std::optional<PartialShape> &b, bool transposeA,
          bool transposeB) {
  if (!a || !b || a->size() < 2 || b->size() < 2)
    return std::nullopt;
  std::optional<PartialShape> sizes = broadcast(
      PartialShape(llvm::drop_end(*a, 2)), PartialShape(llvm::drop_end(*b, 2)));
  if (!sizes)
    return std::nullopt;
  sizes->push_back((*a)[a->size() - (transposeA ? 1 : 2)]);
  sizes->push_back((*b)[b->size() - (transposeB ? 2 : 1)]);
  return sizes;
}

static void inferMatMul(NodeShapes &node) {
  std::optional<PartialShape> a = node.shape(0), b = node.shape(1);
  // A product of matrices has two sizes, whatever else is known.
  PartialShape unknown = {UnknownSize, UnknownSize};
  std::optional<PartialShape> sizes =
      productOf(a ? *a : unknown, b ? *b : unknown, node.flag("transpose_a"),
                node.flag("transpose_b"));
  node.set(0, sizes && sizes->size() == 2 ? *sizes : unknown);
}

static void inferBatchMatMul(NodeShapes &node) {
  node.set(0, productOf(node.shape(0), node.shape(1), node.flag("adj_x"),
                        node.flag("adj_y")));
}

namespace {
/// The sizes that the letters of an equation stand for, and those that its
/// dots stand for.
struct EquationSizes {
  llvm::SmallDenseMap<char, int64_t, 8> letters;
  std::optional<PartialShape> dots = PartialShape();
  bool isValid = true;

  void read(StringRef term, const std::optional<PartialShape> &shape);
  void readLetters(StringRef letters, llvm::ArrayRef<int64_t> sizes);
};
} // namespace

void EquationSizes::readLetters(StringRef term, llvm::ArrayRef<int64_t> sizes) {
  for (auto [letter, size] : llvm::zip(term, sizes)) {
    int64_t &known = letters.try_emplace(letter, UnknownSize).first->second;
    known = known < 0 || known == 1 ? size : known;
  }
}

void EquationSizes::read(StringRef term,
                         const std::optional<PartialShape> &shape) {
  auto [before, after] = term.split("...");
  bool hasDots = term.contains("...");
  size_t letters = before.size() + after.size();
  if (!shape) {
    if (hasDots)
      dots.reset();
    return;
  }
  if (shape->size() < letters || (!hasDots && shape->size() != letters)) {
    isValid = false;
    return;
  }
  llvm::ArrayRef<int64_t> sizes = *shape;
  readLetters(before, sizes.take_front(before.size()));
  readLetters(after, sizes.take_back(after.size()));
  if (hasDots)
    dots = broadcast(
        dots,
        PartialShape(sizes.drop_front(before.size()).drop_back(after.size())));
}

static void inferEinsum(NodeShapes &node) {
  std::string equation = node.word("equation");
  equation.erase(std::remove(equation.begin(), equation.end(), ' '),
                 equation.end());
  auto [inputs, output] = StringRef(equation).split("->");
  if (!StringRef(equation).contains("->"))
    return;
  llvm::SmallVector<StringRef> terms;
  inputs.split(terms, ',');
  EquationSizes sizes;
  for (auto [number, term] : llvm::enumerate(terms))
    sizes.read(term, node.shape(number));
  if (!sizes.isValid)
    return;
  PartialShape result;
  auto append = [&](StringRef letters) {
    for (char letter : letters) {
      auto known = sizes.letters.find(letter);
      result.push_back(known == sizes.letters.end() ? UnknownSize
                                                    : known->second);
    }
  };
  auto [before, after] = output.split("...");
  append(before);
  if (output.contains("...")) {
    if (!sizes.dots)
      return;
    result.append(*sizes.dots);
  }
  append(after);
  node.set(0, result);
}

void tensorflow::addContractionRules(ShapeRules &rules) {
  addRule(rules, {"MatMul", "SparseMatMul"}, inferMatMul);
  addRule(rules, {"BatchMatMul", "BatchMatMulV2", "BatchMatMulV3"},
          inferBatchMatMul);
  addRule(rules, {"Einsum", "XlaEinsum"}, inferEinsum);
}

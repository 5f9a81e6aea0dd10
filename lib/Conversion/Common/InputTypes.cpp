//===- InputTypes.cpp - Sizes of a model's inputs -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/Common/InputTypes.h"
#include "Diagnostics/Messages/Lowering.h"
#include "Dialect/StableHLO/Builders/ForwardModule.h"
#include "Dialect/StableHLO/IR/TypeSupport.h"
#include "Ops/Common/ProgramInputs.h"
#include "Support/MLIR.h"
#include "Support/NamedShape.h"
#include "Support/NearMatch.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;

/// The element type of an input; null for one that no program has.
static mlir::Type elementOf(mlir::Type declared) {
  auto tensor = llvm::dyn_cast<mlir::TensorType>(declared);
  mlir::Type element = tensor ? tensor.getElementType() : mlir::Type();
  bool isNumber = element && element.isIntOrFloat();
  return isNumber ? element : mlir::Type();
}

/// Why an input has no type. One of which nothing is known may be given one.
static std::string problemOf(mlir::Type declared) {
  std::string problem = programInputProblem(declared);
  return problem.empty() ? "its element type is not known" : problem;
}

/// The name of an open size; empty if it has none.
static StringRef dimensionName(const DeclaredInput &input, size_t number) {
  auto ranked = llvm::dyn_cast<RankedTensorType>(input.type);
  bool isOpen = ranked && number < static_cast<size_t>(ranked.getRank()) &&
                ranked.isDynamicDim(number);
  return isOpen && number < input.dimensions.size() ? input.dimensions[number]
                                                    : StringRef();
}

llvm::FailureOr<RankedTensorType>
trainlint::resolveInput(const DeclaredInput &input,
                        const ForwardOptions &options, bool isFirstBatch) {
  auto [name, declared, loc, dimensions] = input;
  mlir::Type element = elementOf(declared);
  auto ranked = llvm::dyn_cast<RankedTensorType>(declared);
  auto given = options.inputShapes.find(name);
  if (!element && !(given != options.inputShapes.end() && !ranked))
    return diag::NodeNotLowered::input(loc, name, problemOf(declared));
  if (!element)
    element = mlir::Float32Type::get(declared.getContext());
  auto typed =
      [&](llvm::ArrayRef<int64_t> shape) -> llvm::FailureOr<RankedTensorType> {
    if (stablehlo::ForwardModule::isTooLarge(shape))
      return mlir::emitError(loc)
             << "input `" << name << "` of shape "
             << stablehlo::shapeText(shape) << " is too large";
    return RankedTensorType::get(shape, element);
  };
  if (given != options.inputShapes.end())
    return typed(given->second);
  if (!ranked)
    return diag::UnknownShape::shape(loc, name).help(
        "`--input-shape` gives it");
  SmallVector<int64_t> shape(ranked.getShape());
  for (auto [number, size] : llvm::enumerate(shape))
    size = sizeNamed(dimensionName(input, number), options.dimensions)
               .value_or(size);
  bool isNamed =
      sizeNamed(dimensionName(input, 0), options.dimensions).has_value();
  bool isOpen = !shape.empty() && mlir::ShapedType::isDynamic(shape.front());
  if (!shape.empty() && options.batchSize > 0 && !isNamed &&
      (isOpen || isFirstBatch))
    shape.front() = options.batchSize;
  else if (isOpen && options.openBatchSize > 0)
    shape.front() = options.openBatchSize;
  for (auto [number, size] : llvm::enumerate(shape)) {
    if (size != mlir::ShapedType::kDynamic)
      continue;
    if (number == 0)
      return diag::UnknownShape::batch(loc, name).help(
          "`--batch-size` gives it");
    if (StringRef dimension = dimensionName(input, number); !dimension.empty())
      return diag::UnknownShape::dimension(loc, name, number, dimension)
          .help("`--dimension=" + dimension + "=SIZE` gives it");
    return diag::UnknownShape::size(loc, name, number)
        .help("`--input-shape` gives it");
  }
  return typed(shape);
}

void trainlint::takeNamedSizes(llvm::ArrayRef<DeclaredInput> inputs,
                               StringRef batchName, ForwardOptions &options) {
  for (const DeclaredInput &input : inputs) {
    auto given = options.inputShapes.find(input.name);
    if (given == options.inputShapes.end())
      continue;
    for (auto [number, size] : llvm::enumerate(given->second))
      if (StringRef name = dimensionName(input, number); !name.empty())
        options.dimensions.try_emplace(name, size);
  }
  int64_t batch =
      options.batchSize > 0 ? options.batchSize : options.openBatchSize;
  if (batch > 0 && !batchName.empty())
    options.dimensions.try_emplace(batchName, batch);
}

LogicalResult trainlint::checkNames(llvm::ArrayRef<DeclaredInput> inputs,
                                    const ForwardOptions &options,
                                    mlir::Location loc) {
  llvm::SetVector<StringRef> names, dimensions;
  for (const DeclaredInput &input : inputs) {
    names.insert(input.name);
    dimensions.insert_range(input.dimensions);
    // What names are made of may be given as well.
    for (StringRef name : input.dimensions) {
      SmallVector<StringRef> words;
      llvm::SplitString(name, words, "+* ");
      dimensions.insert_range(words);
    }
  }
  dimensions.remove(StringRef());
  LogicalResult result = llvm::success();
  auto check = [&](const auto &given, const llvm::SetVector<StringRef> &known,
                   auto report) {
    llvm::SmallVector<StringRef> words(given.keys());
    llvm::sort(words);
    for (StringRef word : words) {
      if (known.contains(word))
        continue;
      result = llvm::failure();
      Report problem = report(word);
      if (auto near = findNearMatch(word, known.getArrayRef()))
        problem.help("did you mean `" + near->word + "`?");
    }
  };
  check(options.inputShapes, names, [&](StringRef word) {
    return diag::NameNotInGraph::input(loc, word, "--input-shape");
  });
  check(options.dimensions, dimensions, [&](StringRef word) {
    return diag::NameNotInGraph::dimension(loc, word, "--dimension");
  });
  return result;
}

//===- NamedSizes.cpp - Sizes in the names of a model ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Inference/NamedSizes.h"
#include "Ops/Inference/InferTypes.h"
#include "Support/MLIR.h"
#include "Support/NamedShape.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/CheckedArithmetic.h"
#include <array>

using namespace trainlint;

/// Two give a line through a size, and the third one says whether it is one.
static constexpr unsigned Samples = 3;
/// Models have few names, and short ones. Of more the first ones are followed,
/// and longer ones are not: they are written down once for each value.
static constexpr size_t MostNames = 24;
static constexpr size_t LongestName = 64;

namespace {
using Sizes = std::array<int64_t, Samples>;

/// A name with the numbers that are tried for it.
struct SampledName {
  StringRef name;
  Sizes sizes;
};
} // namespace

/// Primes, so that no product is another one by chance; beyond most windows.
static SmallVector<int64_t> samplePrimes(size_t count) {
  SmallVector<int64_t> primes;
  for (int64_t number = 1009; primes.size() < count; number += 2) {
    bool isPrime = true;
    for (int64_t factor = 3; factor * factor <= number && isPrime; factor += 2)
      isPrime = number % factor != 0;
    if (isPrime)
      primes.push_back(number);
  }
  return primes;
}

/// The names of the inputs' sizes, without those that are made of others.
static SmallVector<SampledName> sampledNames(graph::FunctionOp main) {
  llvm::SetVector<StringRef> found;
  for (mlir::BlockArgument input : main.getBody().getArguments()) {
    auto type = llvm::dyn_cast<RankedTensorType>(input.getType());
    for (unsigned i = 0; type && i < type.getRank(); ++i) {
      StringRef name = main.getDimensionName(input.getArgNumber(), i);
      if (!name.empty() && name.size() <= LongestName &&
          found.size() < MostNames)
        found.insert(name);
    }
  }
  llvm::StringMap<int64_t> ones;
  for (StringRef name : found)
    ones[name] = 1;
  found.remove_if([&](StringRef name) {
    ones.erase(name);
    bool isMade = sizeNamed(name, ones).has_value();
    ones[name] = 1;
    return isMade;
  });
  // Each sample goes through the primes in longer steps, so that no two names
  // keep their distance.
  size_t count = found.size();
  SmallVector<int64_t> primes = samplePrimes(6 * count + Samples);
  SmallVector<SampledName> names;
  for (auto [number, name] : llvm::enumerate(found))
    names.push_back({name,
                     {primes[number], primes[count + 1 + 2 * number],
                      primes[3 * count + 2 + 3 * number]}});
  return names;
}

/// "+2", "-1", or nothing.
static std::string offsetText(int64_t offset) {
  return offset == 0 ? "" : (offset > 0 ? "+" : "") + std::to_string(offset);
}

/// The number that all have in common; none if they differ.
template <typename Function>
static std::optional<int64_t> common(Function numberOf) {
  std::optional<int64_t> first = numberOf(0);
  for (unsigned i = 1; i < Samples; ++i)
    if (numberOf(i) != first)
      return std::nullopt;
  return first;
}

/// `2*name+1`, if that is what sizes are.
static std::string lineThrough(const Sizes &sizes, const SampledName &name) {
  int64_t run = name.sizes[1] - name.sizes[0];
  int64_t slope = (sizes[1] - sizes[0]) / run;
  auto offset = common([&](unsigned i) {
    auto part = llvm::checkedMul(slope, name.sizes[i]);
    return part ? llvm::checkedSub(sizes[i], *part) : std::nullopt;
  });
  if (!offset || slope < 1)
    return {};
  std::string factor = slope == 1 ? "" : std::to_string(slope) + "*";
  return factor + name.name.str() + offsetText(*offset);
}

/// `one+other-1` or `2*one*other`, if that is what sizes are.
static std::string madeOf(const Sizes &sizes, const SampledName &one,
                          const SampledName &other) {
  auto offset = common([&](unsigned i) -> std::optional<int64_t> {
    return sizes[i] - one.sizes[i] - other.sizes[i];
  });
  if (offset && &one != &other)
    return (one.name + "+" + other.name).str() + offsetText(*offset);
  auto factor = common([&](unsigned i) -> std::optional<int64_t> {
    int64_t product = one.sizes[i] * other.sizes[i];
    if (sizes[i] % product != 0)
      return std::nullopt;
    return sizes[i] / product;
  });
  if (!factor || *factor < 1)
    return {};
  return (*factor == 1 ? "" : std::to_string(*factor) + "*") +
         (one.name + "*" + other.name).str();
}

static std::string textOf(const Sizes &sizes, ArrayRef<SampledName> names) {
  if (sizes[0] == sizes[1] && sizes[1] == sizes[2])
    return std::to_string(sizes[0]);
  for (const SampledName &name : names)
    if (std::string text = lineThrough(sizes, name); !text.empty())
      return text;
  for (auto [number, name] : llvm::enumerate(names))
    for (const SampledName &other : names.drop_front(number))
      if (std::string text = madeOf(sizes, name, other); !text.empty())
        return text;
  return {};
}

/// A copy of a model with numbers in place of names, and its types.
static mlir::OwningOpRef<graph::ModelOp>
sample(graph::ModelOp model, const graph::NodeReader &source,
       ArrayRef<SampledName> names, unsigned number, mlir::IRMapping &copies) {
  llvm::StringMap<int64_t> sizes;
  for (const SampledName &name : names)
    sizes[name.name] = name.sizes[number];
  mlir::OwningOpRef<graph::ModelOp> copy =
      llvm::cast<graph::ModelOp>(model->clone(copies));
  graph::FunctionOp main = *copy->getFunctions().begin();
  for (mlir::BlockArgument input : main.getBody().getArguments()) {
    auto type = llvm::dyn_cast<RankedTensorType>(input.getType());
    if (!type)
      continue;
    SmallVector<int64_t> shape(type.getShape());
    for (auto [i, size] : llvm::enumerate(shape)) {
      if (mlir::ShapedType::isDynamic(size))
        size = sizeNamed(main.getDimensionName(input.getArgNumber(), i), sizes)
                   .value_or(size);
    }
    input.setType(type.clone(shape));
  }
  inferTypes(*copy, source);
  return copy;
}

NamedSizes::NamedSizes(graph::ModelOp model, const graph::NodeReader &source) {
  auto functions = model.getFunctions();
  if (functions.empty() || !(*functions.begin()).getArgDimensionsAttr())
    return;
  graph::FunctionOp main = *functions.begin();
  SmallVector<SampledName> sampled = sampledNames(main);
  // What contradicts itself has been said of the model as it is.
  mlir::ScopedDiagnosticHandler quiet(
      model.getContext(), [](mlir::Diagnostic &) { return llvm::success(); });
  std::array<mlir::IRMapping, Samples> copies;
  SmallVector<mlir::OwningOpRef<graph::ModelOp>> models;
  for (unsigned i = 0; i < Samples; ++i)
    models.push_back(sample(model, source, sampled, i, copies[i]));
  auto add = [&](Value value) {
    auto type = llvm::dyn_cast<RankedTensorType>(value.getType());
    if (!type || type.hasStaticShape())
      return;
    SmallVector<std::string> texts(type.getRank());
    for (auto [dimension, text] : llvm::enumerate(texts)) {
      Sizes sizes;
      bool areKnown = type.isDynamicDim(dimension);
      for (unsigned i = 0; i < Samples && areKnown; ++i) {
        auto copy =
            llvm::dyn_cast<RankedTensorType>(copies[i].lookup(value).getType());
        areKnown = copy && copy.getRank() == type.getRank() &&
                   !copy.isDynamicDim(dimension);
        if (areKnown)
          sizes[i] = copy.getDimSize(dimension);
      }
      if (areKnown)
        text = textOf(sizes, sampled);
    }
    names[value] = std::move(texts);
  };
  for (Value input : main.getBody().getArguments())
    add(input);
  for (graph::NodeOp node : main.getNodes())
    for (Value output : node.getOutputs())
      add(output);
}

StringRef NamedSizes::nameOf(Value value, unsigned dimension) const {
  auto found = names.find(value);
  return found != names.end() && dimension < found->second.size()
             ? StringRef(found->second[dimension])
             : StringRef();
}

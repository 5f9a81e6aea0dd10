//===- OpSupport.cpp - What TPUs make of an op of TensorFlow --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Ops/OpSupport.h"
#include "Dialect/Graph/Ops/OpDefinition.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using llvm::StringRef;

bool OpSupport::mayBeInside() const {
  switch (support) {
  case Support::Yes:
  case Support::Functionalized:
  case Support::Marker:
  case Support::Unverified:
    return true;
  case Support::HostRuntime:
  case Support::VariableHandle:
  case Support::Reference:
  case Support::Placeholder:
  case Support::No:
    return false;
  }
  llvm_unreachable("unknown support");
}

const TypeSet *OpSupport::typesOf(StringRef attribute) const {
  for (const TypeConstraint &constraint : types) {
    if (constraint.attribute == attribute)
      return &constraint.types;
  }
  return nullptr;
}

static std::optional<OpLimit> limitNamed(StringRef word) {
  return llvm::StringSwitch<std::optional<OpLimit>>(word)
      .Case("explicit-padding", OpLimit::ExplicitPadding)
      .Case("convolution", OpLimit::Convolution)
      .Case("batch-window", OpLimit::BatchWindow)
      .Case("patches", OpLimit::Patches)
      .Case("vector-format", OpLimit::VectorFormat)
      .Case("half-pixel-centers", OpLimit::HalfPixelCenters)
      .Case("dynamic-size", OpLimit::DynamicSize)
      .Case("pad-to-max", OpLimit::PadToMax)
      .Case("partial-pivoting", OpLimit::PartialPivoting)
      .Case("nested-list", OpLimit::NestedList)
      .Case("dynamic-shape", OpLimit::DynamicShape)
      .Default(std::nullopt);
}

/// `T=float,half`, which is one of several that blanks separate.
static bool decodeConstraint(StringRef text, const TfTypeSets &sets,
                             TypeConstraint &constraint) {
  auto [attribute, words] = text.split('=');
  constraint.attribute = attribute;
  return llvm::all_of(llvm::split(words, ','), [&](StringRef word) {
    return insertTypes(word, sets, constraint.types);
  });
}

std::optional<OpSupport> tensorflow::decodeSupport(const TfOpsTpu::Row &row,
                                                   const TfTypeSets &sets) {
  OpSupport result;
  result.name = row.op;
  result.support = row.support;
  result.host = row.host;
  if (!row.types.empty()) {
    for (StringRef text : llvm::split(row.types, ' ')) {
      if (!decodeConstraint(text, sets, result.types.emplace_back()))
        return std::nullopt;
    }
  }
  if (!row.constants.empty())
    llvm::append_range(result.constants, llvm::split(row.constants, ' '));
  if (row.limits.empty())
    return result;
  for (StringRef word : llvm::split(row.limits, ' ')) {
    std::optional<OpLimit> limit = limitNamed(word);
    if (!limit)
      return std::nullopt;
    result.limits.push_back(*limit);
  }
  return result;
}

//===- TpuOpSupport.cpp - What TPUs make of an op of TensorFlow -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Ops/TpuOpSupport.h"
#include "Dialect/Graph/Ops/OpDefinition.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::tensorflow;

bool TpuOpSupport::mayBeInside() const {
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
  case Support::Ignored:
  case Support::No:
    return false;
  }
  llvm_unreachable("unknown support");
}

const TypeSet *TpuOpSupport::typesOf(StringRef attribute) const {
  for (const TypeConstraint &constraint : types) {
    if (constraint.attribute == attribute)
      return &constraint.types;
  }
  return nullptr;
}

static std::optional<TpuKernelConstraint> constraintNamed(StringRef word) {
  return llvm::StringSwitch<std::optional<TpuKernelConstraint>>(word)
      .Case("explicit-padding", TpuKernelConstraint::ExplicitPadding)
      .Case("convolution", TpuKernelConstraint::Convolution)
      .Case("batch-window", TpuKernelConstraint::BatchWindow)
      .Case("patches", TpuKernelConstraint::Patches)
      .Case("vector-format", TpuKernelConstraint::VectorFormat)
      .Case("half-pixel-centers", TpuKernelConstraint::HalfPixelCenters)
      .Case("dynamic-size", TpuKernelConstraint::DynamicSize)
      .Case("pad-to-max", TpuKernelConstraint::PadToMax)
      .Case("partial-pivoting", TpuKernelConstraint::PartialPivoting)
      .Case("dynamic-shape", TpuKernelConstraint::DynamicShape)
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

std::optional<TpuOpSupport> tensorflow::decodeSupport(const TfOpsTpu::Row &row,
                                                      const TfTypeSets &sets) {
  TpuOpSupport result;
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
    std::optional<TpuKernelConstraint> constraint = constraintNamed(word);
    if (!constraint)
      return std::nullopt;
    result.constraints.push_back(*constraint);
  }
  return result;
}

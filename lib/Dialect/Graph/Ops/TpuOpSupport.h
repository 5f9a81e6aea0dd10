//===- TpuOpSupport.h - What TPUs make of an op of TensorFlow ---*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_OPS_TPUOPSUPPORT_H
#define TRAINLINT_DIALECT_GRAPH_OPS_TPUOPSUPPORT_H

#include "Dialect/Graph/Ops/TypeSet.h"
#include "Tables/Tables.h"
#include "llvm/ADT/StringRef.h"

namespace trainlint::tensorflow {

/// What an op means in a TPU computation.
using Support = TfOpsTpu::Support;
/// What an op does on the host.
using HostWork = TfOpsTpu::Host;

/// What the kernels of an op refuse in values of attributes.
enum class TpuKernelConstraint : uint8_t {
  /// `padding` is EXPLICIT.
  ExplicitPadding,
  /// Strides or dilations other than 1 of the batch or the features.
  Convolution,
  /// Windows or strides other than 1 of the batch.
  BatchWindow,
  /// Windows, strides or rates other than 1 of the batch or the depth.
  Patches,
  /// Data in the form of vectors.
  VectorFormat,
  /// `half_pixel_centers` together with `align_corners`.
  HalfPixelCenters,
  /// `dynamic_size` is set.
  DynamicSize,
  /// `pad_to_max_output_size` is not set.
  PadToMax,
  /// `partial_pivoting` is set.
  PartialPivoting,
  /// None, but the sizes of results depend on data.
  DynamicShape,
};

/// The types that an attribute may have on a TPU.
struct TypeConstraint {
  llvm::StringRef attribute;
  TypeSet types;
};

/// What a TPU makes of an op.
struct TpuOpSupport {
  llvm::StringRef name;
  Support support = Support::Unverified;
  llvm::SmallVector<TypeConstraint, 2> types;
  /// The inputs that have to be known when the program is compiled.
  llvm::SmallVector<llvm::StringRef, 2> constants;
  std::optional<HostWork> host;
  llvm::SmallVector<TpuKernelConstraint, 2> constraints;

  /// True if a program on a TPU may hold the op.
  bool mayBeInside() const;
  /// Null if the attribute may be any type.
  const TypeSet *typesOf(llvm::StringRef attribute) const;
};

/// Decodes a row of tf-ops-tpu; none if the row is not well-formed.
std::optional<TpuOpSupport> decodeSupport(const TfOpsTpu::Row &row,
                                          const TfTypeSets &sets);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_DIALECT_GRAPH_OPS_TPUOPSUPPORT_H

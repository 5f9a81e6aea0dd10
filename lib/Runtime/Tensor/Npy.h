//===- Npy.h - Files of NumPy arrays ----------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_TENSOR_NPY_H
#define TRAINLINT_RUNTIME_TENSOR_NPY_H

#include "Runtime/Tensor/HostTensor.h"
#include "llvm/Support/Error.h"

namespace trainlint::run {

/// Reads the text of a .npy file, versions 1 to 3, in either byte order and
/// either order of dimensions. NumPy knows no bfloat16 and no types of less
/// than eight bits: raw bytes of the right width and integers stand for them if
/// the array is wanted as such a type. Fails for what is no such file, is cut
/// off, holds Python objects or records, or has an element type that the
/// interface lacks.
llvm::Expected<HostTensor>
readNpy(llvm::StringRef text,
        std::optional<pjrt::abi::Buffer_Type> wanted = std::nullopt);

/// Where the elements of a .npy file are, and how they lie there.
struct NpyLayout {
  pjrt::BufferShape shape;
  uint64_t offset = 0;
  /// True if the most significant byte of a number comes first.
  bool isSwapped = false;
  /// True if the first dimension is innermost.
  bool isFortran = false;
};

/// The bytes at the start of a .npy file among which its header is.
inline constexpr size_t MostNpyHeader = (1 << 20) + 16;

/// Reads the header of a .npy file of `size` bytes, which begins with `begin`:
/// all of it, or `MostNpyHeader` bytes. Fails as readNpy() does.
llvm::Expected<NpyLayout>
readNpyLayout(llvm::StringRef begin, uint64_t size,
              std::optional<pjrt::abi::Buffer_Type> wanted = std::nullopt);

/// The text of a .npy file of version 1.
std::string writeNpy(const HostTensor &tensor);

/// True if NumPy has no name for an element type, so that a file holds raw
/// bytes of it.
bool isRawInNpy(pjrt::abi::Buffer_Type type);

} // namespace trainlint::run

#endif // TRAINLINT_RUNTIME_TENSOR_NPY_H

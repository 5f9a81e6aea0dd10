//===- CompileOptions.h - Options of a compilation --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_PJRT_COMPILEOPTIONS_H
#define TRAINLINT_RUNTIME_PJRT_COMPILEOPTIONS_H

#include "Runtime/Pjrt/NamedValues.h"

namespace trainlint::pjrt {

/// How a program is compiled for the devices that run it.
struct CompileOptions {
  int64_t replicas = 1;
  int64_t partitions = 1;
  /// The device of each process, by id, as `devices[replica * partitions +
  /// partition]`. Empty leaves the choice to the plugin.
  std::vector<int64_t> devices;
  /// The partitions run one program, which the compiler splits.
  bool useSpmd = false;
  /// Shardings in the text are those of the sdy dialect.
  bool useShardy = false;
  /// Passed on to the plugin by name. Lists are not among the types.
  std::vector<NamedValue> overrides;
};

/// The options in protobuf's binary encoding, as message
/// `xla.CompileOptionsProto`. Fails if `devices` is neither empty nor one for
/// each process, a count is not positive, or an override is a list.
llvm::Expected<std::string> serialize(const CompileOptions &options);

/// Reads what `serialize` writes, and skips other fields. The error tells what
/// is damaged.
llvm::Expected<CompileOptions> parseCompileOptions(llvm::StringRef bytes);

} // namespace trainlint::pjrt

#endif // TRAINLINT_RUNTIME_PJRT_COMPILEOPTIONS_H

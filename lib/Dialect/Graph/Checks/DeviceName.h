//===- DeviceName.h - The names of devices ----------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_CHECKS_DEVICENAME_H
#define TRAINLINT_DIALECT_GRAPH_CHECKS_DEVICENAME_H

#include "Device/Target.h"
#include "llvm/ADT/StringRef.h"

namespace trainlint::graph {

/// What a device string such as `/job:worker/task:1/device:GPU:0` says. What it
/// leaves open is absent.
struct DeviceName {
  llvm::StringRef job;
  std::optional<int64_t> task;
  /// `Unknown` for kinds such as `TPU_SYSTEM` and `XLA_GPU`.
  std::optional<DeviceKind> kind;
  std::optional<int64_t> number;
};

/// Takes the short forms `/gpu:0` and `/cpu:0` as well. Parts that are not
/// known are left out.
DeviceName parseDeviceName(llvm::StringRef text);

} // namespace trainlint::graph

#endif // TRAINLINT_DIALECT_GRAPH_CHECKS_DEVICENAME_H

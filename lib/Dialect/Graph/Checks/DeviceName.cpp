//===- DeviceName.cpp - The names of devices ------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Checks/DeviceName.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::graph;

static DeviceKind kindNamed(StringRef word) {
  return llvm::StringSwitch<DeviceKind>(word)
      .CaseLower("cpu", DeviceKind::Host)
      .CaseLower("gpu", DeviceKind::Gpu)
      .CaseLower("tpu", DeviceKind::Tpu)
      .Default(DeviceKind::Unknown);
}

static std::optional<int64_t> numberIn(StringRef text) {
  int64_t number;
  // `*` stands for any.
  if (text.getAsInteger(10, number) || number < 0)
    return std::nullopt;
  return number;
}

DeviceName trainlint::graph::parseDeviceName(StringRef text) {
  DeviceName name;
  while (!text.empty()) {
    auto [part, rest] = text.split('/');
    text = rest;
    auto [key, value] = part.split(':');
    if (key == "job") {
      name.job = value;
    } else if (key == "task") {
      name.task = numberIn(value);
    } else if (key == "device") {
      auto [kind, number] = value.split(':');
      name.kind = kindNamed(kind);
      name.number = numberIn(number);
    } else if (kindNamed(key) != DeviceKind::Unknown) {
      name.kind = kindNamed(key);
      name.number = numberIn(value);
    }
  }
  return name;
}

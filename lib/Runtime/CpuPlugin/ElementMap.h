//===- ElementMap.h - Element types on both sides ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_CPUPLUGIN_ELEMENTMAP_H
#define TRAINLINT_RUNTIME_CPUPLUGIN_ELEMENTMAP_H

#include "Runtime/Cpu/BufferType.h"
#include "Runtime/Pjrt/AbiTypes.h"
#include <optional>

namespace trainlint::cpuplugin {

/// The interface's name of an element type; nothing for the few that it lacks.
std::optional<pjrt::abi::Buffer_Type> interfaceType(cpu::ElementType type);

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_RUNTIME_CPUPLUGIN_ELEMENTMAP_H

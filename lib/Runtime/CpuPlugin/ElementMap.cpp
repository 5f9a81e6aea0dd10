//===- ElementMap.cpp - Element types on both sides -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CpuPlugin/ElementMap.h"

using namespace trainlint;
using pjrt::abi::Buffer_Type;

std::optional<Buffer_Type> cpuplugin::interfaceType(cpu::ElementType type) {
  switch (type) {
  case cpu::ElementType::Bool:
    return Buffer_Type::PRED;
  case cpu::ElementType::I2:
    return Buffer_Type::S2;
  case cpu::ElementType::I4:
    return Buffer_Type::S4;
  case cpu::ElementType::I8:
    return Buffer_Type::S8;
  case cpu::ElementType::I16:
    return Buffer_Type::S16;
  case cpu::ElementType::I32:
    return Buffer_Type::S32;
  case cpu::ElementType::I64:
    return Buffer_Type::S64;
  case cpu::ElementType::U2:
    return Buffer_Type::U2;
  case cpu::ElementType::U4:
    return Buffer_Type::U4;
  case cpu::ElementType::U8:
    return Buffer_Type::U8;
  case cpu::ElementType::U16:
    return Buffer_Type::U16;
  case cpu::ElementType::U32:
    return Buffer_Type::U32;
  case cpu::ElementType::U64:
    return Buffer_Type::U64;
  case cpu::ElementType::F4E2M1FN:
    return Buffer_Type::F4E2M1FN;
  case cpu::ElementType::F6E2M3FN:
  case cpu::ElementType::F6E3M2FN:
    return std::nullopt;
  case cpu::ElementType::F8E3M4:
    return Buffer_Type::F8E3M4;
  case cpu::ElementType::F8E4M3:
    return Buffer_Type::F8E4M3;
  case cpu::ElementType::F8E4M3FN:
    return Buffer_Type::F8E4M3FN;
  case cpu::ElementType::F8E4M3B11FNUZ:
    return Buffer_Type::F8E4M3B11FNUZ;
  case cpu::ElementType::F8E4M3FNUZ:
    return Buffer_Type::F8E4M3FNUZ;
  case cpu::ElementType::F8E5M2:
    return Buffer_Type::F8E5M2;
  case cpu::ElementType::F8E5M2FNUZ:
    return Buffer_Type::F8E5M2FNUZ;
  case cpu::ElementType::F8E8M0FNU:
    return Buffer_Type::F8E8M0FNU;
  case cpu::ElementType::BF16:
    return Buffer_Type::BF16;
  case cpu::ElementType::F16:
    return Buffer_Type::F16;
  case cpu::ElementType::F32:
    return Buffer_Type::F32;
  case cpu::ElementType::F64:
    return Buffer_Type::F64;
  case cpu::ElementType::C64:
    return Buffer_Type::C64;
  case cpu::ElementType::C128:
    return Buffer_Type::C128;
  }
  return std::nullopt;
}

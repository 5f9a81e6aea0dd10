//===- RuntimeFunctions.cpp - Functions that compiled programs call -------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Runtime/RuntimeFunctions.h"
#include "Backend/CPU/Interface/BFloat16.h"
#include "Backend/CPU/Interface/BufferType.h"
#include "Backend/CPU/Runtime/ComplexFunctions.h"
#include "Backend/CPU/Runtime/ExecutionState.h"
#include "Backend/CPU/Runtime/OneDnn.h"
#include "Backend/CPU/Runtime/OperationTimer.h"
#include "Backend/CPU/Runtime/ParallelLoops.h"
#include "Backend/CPU/Runtime/Random.h"
#include "Backend/CPU/Runtime/Solvers.h"
#include "Backend/CPU/Runtime/Threads.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include <array>
#include <cmath>
#include <cstring>

using llvm::APFloat;
using llvm::APInt;

namespace trainlint::cpu {

//===----------------------------------------------------------------------===//
// Floating-point numbers of a byte
//===----------------------------------------------------------------------===//

static const llvm::fltSemantics &semanticsOf(ElementType type) {
  switch (type) {
  case ElementType::F4E2M1FN:
    return APFloat::Float4E2M1FN();
  case ElementType::F6E2M3FN:
    return APFloat::Float6E2M3FN();
  case ElementType::F6E3M2FN:
    return APFloat::Float6E3M2FN();
  case ElementType::F8E3M4:
    return APFloat::Float8E3M4();
  case ElementType::F8E4M3:
    return APFloat::Float8E4M3();
  case ElementType::F8E4M3FN:
    return APFloat::Float8E4M3FN();
  case ElementType::F8E4M3B11FNUZ:
    return APFloat::Float8E4M3B11FNUZ();
  case ElementType::F8E4M3FNUZ:
    return APFloat::Float8E4M3FNUZ();
  case ElementType::F8E5M2:
    return APFloat::Float8E5M2();
  case ElementType::F8E5M2FNUZ:
    return APFloat::Float8E5M2FNUZ();
  default:
    return APFloat::Float8E8M0FNU();
  }
}

static float decode(ElementType type, uint8_t byte) {
  const llvm::fltSemantics &semantics = semanticsOf(type);
  APInt bits(8, byte);
  APFloat value(semantics, bits.trunc(APFloat::getSizeInBits(semantics)));
  bool losesInformation;
  value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                &losesInformation);
  return value.convertToFloat();
}

static constexpr size_t firstByteType =
    static_cast<size_t>(ElementType::F4E2M1FN);
static constexpr size_t byteTypes =
    static_cast<size_t>(ElementType::F8E8M0FNU) - firstByteType + 1;

static float unpackByte(int32_t type, uint8_t byte) {
  static const auto values = [] {
    std::array<std::array<float, 256>, byteTypes> all;
    for (size_t i = 0; i < byteTypes; ++i)
      for (unsigned code = 0; code < 256; ++code)
        all[i][code] =
            decode(static_cast<ElementType>(firstByteType + i), code);
    return all;
  }();
  return values[type - firstByteType][byte];
}

static uint8_t packByte(int32_t type, float number) {
  APFloat value(number);
  bool losesInformation;
  value.convert(semanticsOf(static_cast<ElementType>(type)),
                APFloat::rmNearestTiesToEven, &losesInformation);
  return value.bitcastToAPInt().getZExtValue();
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

static uint64_t powerUnsigned(uint64_t base, uint64_t exponent) {
  uint64_t result = 1;
  for (; exponent; exponent >>= 1, base *= base)
    if (exponent & 1)
      result *= base;
  return result;
}

/// A negative exponent leaves a fraction, which is zero but for bases of size
/// one.
static int64_t powerSigned(int64_t base, int64_t exponent) {
  if (exponent >= 0)
    return powerUnsigned(base, exponent);
  if (base == 1)
    return 1;
  if (base == -1)
    return exponent & 1 ? -1 : 1;
  return 0;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

template <typename Function>
static void *address(Function *function) {
  return reinterpret_cast<void *>(function);
}

using Real = double (*)(double);
using RealF = float (*)(float);
using Real2 = double (*)(double, double);
using Real2F = float (*)(float, float);

llvm::ArrayRef<RuntimeFunction> runtimeFunctions() {
#define UNARY(NAME)                                                            \
  {#NAME, address(static_cast<Real>(::NAME))}, {                               \
#NAME "f", address(static_cast <RealF>(::NAME##f))                         \
  }
#define BINARY(NAME)                                                           \
  {#NAME, address(static_cast<Real2>(::NAME))}, {                              \
#NAME "f", address(static_cast <Real2F>(::NAME##f))                        \
  }
  static const auto all = [] {
    llvm::SmallVector<RuntimeFunction> table = {
        UNARY(cbrt),
        UNARY(ceil),
        UNARY(cos),
        UNARY(exp),
        UNARY(exp2),
        UNARY(expm1),
        UNARY(floor),
        UNARY(log),
        UNARY(log10),
        UNARY(log1p),
        UNARY(log2),
        UNARY(nearbyint),
        UNARY(rint),
        UNARY(round),
        UNARY(sin),
        UNARY(sqrt),
        UNARY(tan),
        UNARY(tanh),
        UNARY(trunc),
        BINARY(atan2),
        BINARY(fmax),
        BINARY(fmin),
        BINARY(fmod),
        BINARY(pow),
        {"roundeven", address(::roundeven)},
        {"roundevenf", address(::roundevenf)},
        {"exp10", address(::exp10)},
        {"exp10f", address(::exp10f)},
        {"fma",
         address(static_cast<double (*)(double, double, double)>(::fma))},
        {"fmaf", address(static_cast<float (*)(float, float, float)>(::fmaf))},
        {"ldexp", address(static_cast<double (*)(double, int)>(::ldexp))},
        {"ldexpf", address(static_cast<float (*)(float, int)>(::ldexpf))},
        {"sincos", address(::sincos)},
        {"sincosf", address(::sincosf)},
        {"memcpy", address(::memcpy)},
        {"memmove", address(::memmove)},
        {"memset", address(::memset)},
        {"memcmp", address(::memcmp)},
        {"bcmp", address(::memcmp)},
        // What LLVM calls where the processor has no instruction.
        {"__truncsfbf2", address(floatToBFloat16)},
        {"__truncdfbf2", address(doubleToBFloat16)},
        {"trainlint_cpu_unpack", address(unpackByte)},
        {"trainlint_cpu_pack", address(packByte)},
        {"trainlint_cpu_power_unsigned", address(powerUnsigned)},
        {"trainlint_cpu_power_signed", address(powerSigned)},
        {"trainlint_cpu_complex_unary", address(complexUnary)},
        {"trainlint_cpu_complex_binary", address(complexBinary)},
        {"trainlint_cpu_cholesky", address(cholesky)},
        {"trainlint_cpu_triangular_solve", address(triangularSolve)},
        {"trainlint_cpu_fourier", address(fourier)},
        {"trainlint_cpu_random_bits", address(randomBits)},
        {"trainlint_cpu_next_uniform", address(nextUniform)},
        {"trainlint_cpu_next_normal", address(nextNormal)},
        {"trainlint_cpu_collective", address(runCollective)},
        {"trainlint_cpu_replica", address(replicaOf)},
        {parallelFunctionName, address(runParallelLoop)},
        {operationDoneName, address(operationDone)},
        {"trainlint_cpu_partition", address(partitionOf)},
    };
    llvm::append_range(table, oneDnnFunctions());
    return table;
  }();
  return all;
#undef UNARY
#undef BINARY
}

} // namespace trainlint::cpu

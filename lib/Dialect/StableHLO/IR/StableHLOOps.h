//===- StableHLOOps.h - The ops of the stablehlo dialect --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The families of ops lie in files of their own (BinaryOps.td and so on), and
// so do what is generated of them and their verifiers: one source with all of
// them would take minutes and gigabytes to compile. Those who use ops include
// this.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_STABLEHLOOPS_H
#define TRAINLINT_DIALECT_STABLEHLO_IR_STABLEHLOOPS_H

#include "Dialect/StableHLO/IR/StableHLODialect.h"

#define GET_OP_CLASSES
#include "Dialect/StableHLO/IR/BinaryOps.h.inc"

#define GET_OP_CLASSES
#include "Dialect/StableHLO/IR/CollectiveOps.h.inc"

#define GET_OP_CLASSES
#include "Dialect/StableHLO/IR/ControlFlowOps.h.inc"

#define GET_OP_CLASSES
#include "Dialect/StableHLO/IR/DataMovementOps.h.inc"

#define GET_OP_CLASSES
#include "Dialect/StableHLO/IR/DotAndConvolutionOps.h.inc"

#define GET_OP_CLASSES
#include "Dialect/StableHLO/IR/DynamicOps.h.inc"

#define GET_OP_CLASSES
#include "Dialect/StableHLO/IR/HostOps.h.inc"

#define GET_OP_CLASSES
#include "Dialect/StableHLO/IR/IndexingOps.h.inc"

#define GET_OP_CLASSES
#include "Dialect/StableHLO/IR/LinearAlgebraOps.h.inc"

#define GET_OP_CLASSES
#include "Dialect/StableHLO/IR/MathOps.h.inc"

#define GET_OP_CLASSES
#include "Dialect/StableHLO/IR/NormalizationOps.h.inc"

#define GET_OP_CLASSES
#include "Dialect/StableHLO/IR/RandomOps.h.inc"

#define GET_OP_CLASSES
#include "Dialect/StableHLO/IR/ReductionOps.h.inc"

#define GET_OP_CLASSES
#include "Dialect/StableHLO/IR/UnaryOps.h.inc"

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_STABLEHLOOPS_H

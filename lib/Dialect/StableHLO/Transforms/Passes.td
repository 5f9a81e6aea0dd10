//===- Passes.td - Passes on programs ----------------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_PASSES_TD
#define TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def Differentiate : Pass<"stablehlo-differentiate", "::mlir::ModuleOp"> {
  let summary = "reverse-mode differentiation of functions of losses";
  let description = [{
    Makes `@NAME_gradients` for each function that is named: it returns what the
    function returns and the gradients of its first result for arguments.
  }];
  let dependentDialects = ["::trainlint::stablehlo::StableHLODialect"];
  let options = [
    ListOption<"functions", "function", "std::string",
               "Functions whose first result is a loss">,
    ListOption<"arguments", "arguments", "unsigned",
               "Arguments to differentiate for; all of floating-point numbers "
               "if none is named">];
}

def Canonicalize : Pass<"stablehlo-canonicalize"> {
  let summary = "algebraic simplification, constants and common subexpressions";
  let description = [{
    Drops what changes nothing, such as sums with zero and transposes that undo
    each other, computes constants, joins equal operations, and drops unused
    ones. Values are the same but for the sign of zero.
  }];
  let dependentDialects = ["::trainlint::stablehlo::StableHLODialect"];
}

def ShardState : Pass<"stablehlo-shard-state", "::mlir::ModuleOp"> {
  let summary = "an optimizer's state in parts, one on each replica";
  let description = [{
    Each replica keeps a part of those states of a step that only updates of
    parameters need. Gradients are summed by reduce_scatter, and the new
    parameters brought together by all_gather.
  }];
  let dependentDialects = ["::trainlint::stablehlo::StableHLODialect"];
  let options = [
    Option<"replicas", "replicas", "int64_t", "0",
           "Number of replicas; as the module says unless given">,
    Option<"smallest", "smallest", "int64_t", "1024",
           "States of fewer elements stay whole">,
    ListOption<"whole", "whole", "std::string", "States that stay whole">];
}

#endif // TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_PASSES_TD

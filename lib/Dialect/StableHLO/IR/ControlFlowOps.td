//===- ControlFlowOps.td - Control flow, tokens, tuples ----*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_CONTROLFLOWOPS_TD
#define TRAINLINT_DIALECT_STABLEHLO_IR_CONTROLFLOWOPS_TD

include "Dialect/StableHLO/IR/StableHLOFormats.td"

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

def StableHLO_ReturnOp
    : StableHLO_Op<"return", [Pure, Terminator]> {
  let summary = "results of a region";
  let arguments = (ins Variadic<StableHLO_Value>:$results);
  let assemblyFormat = "$results attr-dict (`:` type($results)^)?";
}

def StableHLO_IfOp
    : StableHLO_InferredOp<"if", "C3", "C3", [RecursiveMemoryEffects]> {
  let summary = "results of one of two branches, by a boolean";
  let arguments = (ins StableHLO_ScalarOf<"kBoolean", "boolean type">:$pred);
  let regions = (region SizedRegion<1>:$true_branch,
                        SizedRegion<1>:$false_branch);
  let results = (outs Variadic<StableHLO_Value>:$results);
}

def StableHLO_CaseOp
    : StableHLO_InferredOp<"case", "C4", "C4", [RecursiveMemoryEffects]> {
  let summary = "results of one of several branches, by a number";
  let arguments = (ins StableHLO_ScalarI32:$index);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
  let results = (outs Variadic<StableHLO_Value>:$results);
}

def StableHLO_WhileOp
    : StableHLO_InferredOp<"while", "C3", "C3", [RecursiveMemoryEffects]> {
  let summary = "values after a body was run for as long as a condition holds";
  let arguments = (ins Variadic<StableHLO_Value>:$operand);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let results = (outs Variadic<StableHLO_Value>:$results);
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_OptimizationBarrierOp
    : StableHLO_InferredOp<"optimization_barrier", "C1", "C1", [Pure]> {
  let summary = "operands that are all computed before any is used";
  let arguments = (ins Variadic<StableHLO_TensorOrToken>:$operand);
  let results = (outs Variadic<StableHLO_TensorOrToken>:$result);
  let assemblyFormat = [{
    attr-dict ($operand^ `:` custom<PairwiseType>(type($operand), type($result))):(`(` `)`)?
  }];
}

//===----------------------------------------------------------------------===//
// Tokens and tuples
//===----------------------------------------------------------------------===//

def StableHLO_AfterAllOp : StableHLO_Op<"after_all", [Pure]> {
  let summary = "a token that comes after others";
  let arguments = (ins Variadic<StableHLO_Token>:$inputs);
  let results = (outs StableHLO_Token:$result);
  let assemblyFormat = [{
    $inputs attr-dict
      `:` custom<VariadicSameOperandsAndResultType>(ref($inputs), type($inputs), type($result))
  }];
}

def StableHLO_CreateTokenOp
    : StableHLO_Op<"create_token", [Pure]> {
  let summary = "a token that comes after nothing";
  let results = (outs StableHLO_Token:$output);
  let assemblyFormat = "attr-dict `:` type(results)";
}

def StableHLO_TupleOp : StableHLO_Op<"tuple", [Pure]> {
  let summary = "values as one";
  let arguments = (ins Variadic<StableHLO_Value>:$val);
  let results = (outs StableHLO_Tuple:$result);
  let assemblyFormat = [{
    $val attr-dict `:` custom<TupleType>(type($val), type($result))
  }];
  let hasVerifier = 1;
}

def StableHLO_GetTupleElementOp
    : StableHLO_InferredOp<"get_tuple_element", "C2", "C2", [Pure]> {
  let summary = "a value of a tuple";
  let arguments = (ins StableHLO_Tuple:$operand, StableHLO_I32:$index);
  let results = (outs StableHLO_Value:$result);
  let assemblyFormat = [{
    $operand `[` $index `]` attr-dict `:` functional-type(operands, results)
  }];
}

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_CONTROLFLOWOPS_TD

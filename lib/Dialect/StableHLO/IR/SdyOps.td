//===- SdyOps.td - Sharding that is carried as text --------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_SDYOPS_TD
#define TRAINLINT_DIALECT_STABLEHLO_IR_SDYOPS_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Sdy_Dialect : Dialect {
  let name = "sdy";
  let cppNamespace = "::trainlint::sdy";
  let summary = "how frameworks want tensors to be distributed, as text";
  let description = [{
    Shardings around StableHLO programs, which are handed on as they are written:
    attributes and what operations say about shardings are kept as they are
    written.
  }];
  let extraClassDeclaration = [{
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
  }];
}

class Sdy_Op<string mnemonic, list<Trait> traits = []>
    : Op<Sdy_Dialect, mnemonic, traits>;

def Sdy_MeshOp : Sdy_Op<"mesh", [Symbol]> {
  let summary = "devices in a grid with named axes";
  let arguments = (ins SymbolNameAttr:$sym_name, StrAttr:$mesh);
  let assemblyFormat = "$sym_name `=` custom<Text>($mesh) attr-dict";
}

class Sdy_Sharded<string mnemonic>
    : Sdy_Op<mnemonic, [Pure, AllTypesMatch<["input", "result"]>]> {
  let arguments = (ins AnyType:$input, StrAttr:$sharding);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$input custom<Text>($sharding) attr-dict `:` type($result)";
}

def Sdy_ShardingConstraintOp : Sdy_Sharded<"sharding_constraint"> {
  let summary = "a tensor that has to be distributed in a way";
}

def Sdy_ReshardOp : Sdy_Sharded<"reshard"> {
  let summary = "a tensor that is distributed in another way";
}

def Sdy_ManualComputationOp
    : Sdy_Op<"manual_computation", [RecursiveMemoryEffects, IsolatedFromAbove]> {
  let summary = "a computation on the parts that devices have";
  let arguments = (ins Variadic<AnyType>:$inputs, StrAttr:$in_shardings,
                       StrAttr:$out_shardings, StrAttr:$manual_axes);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<AnyType>:$results);
  let hasCustomAssemblyFormat = 1;
}

def Sdy_ReturnOp : Sdy_Op<"return", [Pure, Terminator]> {
  let summary = "results of a computation on parts";
  let arguments = (ins Variadic<AnyType>:$results);
  let assemblyFormat = "($results^ `:` type($results))? attr-dict";
}

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_SDYOPS_TD

//===- HostOps.td - Transfers and calls --------------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_HOSTOPS_TD
#define TRAINLINT_DIALECT_STABLEHLO_IR_HOSTOPS_TD

include "Dialect/StableHLO/IR/StableHLOFormats.td"
include "mlir/IR/SymbolInterfaces.td"

//===----------------------------------------------------------------------===//
// Transfers
//===----------------------------------------------------------------------===//

def StableHLO_InfeedOp : StableHLO_Op<"infeed"> {
  let summary = "tensors from the host";
  let arguments = (ins StableHLO_Token:$token,
                       DefaultValuedOptionalAttr<StrAttr, "\"\"">:$infeed_config,
                       OptionalAttr<ArrayAttr>:$layout);
  let results = (outs Variadic<StableHLO_Value>:$results);
  let hasVerifier = 1;
}

def StableHLO_OutfeedOp : StableHLO_InferredOp<"outfeed", "", ""> {
  let summary = "tensors to the host";
  let arguments = (ins Variadic<StableHLO_QuantizedOrTensor>:$inputs,
                       StableHLO_Token:$token,
                       DefaultValuedOptionalAttr<StrAttr, "\"\"">:$outfeed_config);
  let results = (outs StableHLO_Token:$result);
}

def StableHLO_SendOp : StableHLO_InferredOp<"send", "", ""> {
  let summary = "tensors to a channel";
  let arguments = (ins Variadic<StableHLO_QuantizedOrTensor>:$inputs,
                       StableHLO_Token:$token,
                       StableHLO_ChannelHandle:$channel_handle,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
                       OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs StableHLO_Token:$result);
}

def StableHLO_RecvOp : StableHLO_Op<"recv"> {
  let summary = "tensors from a channel";
  let arguments = (ins StableHLO_Token:$token,
                       StableHLO_ChannelHandle:$channel_handle,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
                       OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs Variadic<StableHLO_Value>:$results);
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

def StableHLO_CustomCallOp : StableHLO_Op<"custom_call"> {
  let summary = "a call of what the implementation knows by name";
  let arguments = (ins Variadic<StableHLO_Value>:$inputs,
                       StrAttr:$call_target_name,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$has_side_effect,
                       OptionalAttr<AnyAttrOf<[StrAttr, DictionaryAttr]>>:$backend_config,
                       DefaultValuedOptionalAttr<StableHLO_I32, "1">:$api_version,
                       OptionalAttr<FlatSymbolRefArrayAttr>:$called_computations,
                       OptionalAttr<ArrayAttr>:$operand_layouts,
                       OptionalAttr<ArrayAttr>:$result_layouts,
                       OptionalAttr<StableHLO_OutputOperandAliases>:$output_operand_aliases);
  let results = (outs Variadic<StableHLO_Value>:$results);
  let assemblyFormat = [{
    custom<CallTarget>($call_target_name) `(` $inputs `)` attr-dict
      `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_CompositeOp
    : StableHLO_Op<"composite", [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "an operation that a function of the module stands in for";
  let arguments = (ins Variadic<StableHLO_Value>:$inputs, StrAttr:$name,
                       OptionalAttr<DictionaryAttr>:$composite_attributes,
                       FlatSymbolRefAttr:$decomposition,
                       DefaultValuedOptionalAttr<StableHLO_I32, "0">:$version);
  let regions = (region VariadicRegion<AnyRegion>:$composite_regions);
  let results = (outs Variadic<StableHLO_Value>:$results);
  let assemblyFormat = [{
    $name operands (` ` `(` $composite_regions^ `)`)? attr-dict
      `:` functional-type(operands, results)
  }];
}

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_HOSTOPS_TD

//===- DynamicOps.td - Ops on computed sizes ---------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_DYNAMICOPS_TD
#define TRAINLINT_DIALECT_STABLEHLO_IR_DYNAMICOPS_TD

include "Dialect/StableHLO/IR/StableHLOFormats.td"

def StableHLO_GetDimensionSizeOp
    : StableHLO_InferredOp<"get_dimension_size", "", "", [NoMemoryEffect]> {
  let summary = "size of a dimension";
  let arguments = (ins StableHLO_QuantizedOrTensor:$operand,
                       StableHLO_I64:$dimension);
  let results = (outs StableHLO_ScalarI32:$result);
  let assemblyFormat = [{
    $operand `,` `dim` `=` $dimension attr-dict
      `:` functional-type(operands, results)
  }];
}

def StableHLO_SetDimensionSizeOp
    : StableHLO_InferredOp<"set_dimension_size", "", "", [NoMemoryEffect]> {
  let summary = "a tensor with another size of a dimension";
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_ScalarI32:$size,
                       StableHLO_I64:$dimension);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $size `,` `dim` `=` $dimension attr-dict
      `:` functional-type(operands, results)
  }];
}

def StableHLO_DynamicBroadcastInDimOp
    : StableHLO_Op<"dynamic_broadcast_in_dim", [NoMemoryEffect]> {
  let summary = "broadcast to sizes that are computed";
  let arguments = (ins StableHLO_QuantizedOrTensor:$operand,
                       StableHLO_StaticSizes:$output_dimensions,
                       DenseI64ArrayAttr:$broadcast_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$known_expanding_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$known_nonexpanding_dimensions);
  let results = (outs StableHLO_QuantizedOrTensor:$result);
  let assemblyFormat = [{
    $operand `,` $output_dimensions `,` `dims` `=` $broadcast_dimensions attr-dict
      `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_DynamicIotaOp : StableHLO_Op<"dynamic_iota", [NoMemoryEffect]> {
  let summary = "positions along a dimension, in sizes that are computed";
  let arguments = (ins StableHLO_StaticSizes:$output_shape,
                       StableHLO_I64:$iota_dimension);
  let results = (outs StableHLO_TensorOf<"kInteger | kFloat | kComplex | kPerTensor",
      "integer, floating-point or complex type or per-tensor quantized type">:$result);
  let assemblyFormat = [{
    $output_shape `,` `dim` `=` $iota_dimension attr-dict
      `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_DynamicPadOp : StableHLO_Op<"dynamic_pad", [NoMemoryEffect]> {
  let summary = "padding by amounts that are computed";
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_Scalar:$padding_value,
                       StableHLO_Sizes:$edge_padding_low,
                       StableHLO_Sizes:$edge_padding_high,
                       StableHLO_Sizes:$interior_padding);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = functionalFormat;
  let hasVerifier = 1;
}

def StableHLO_DynamicReshapeOp
    : StableHLO_Op<"dynamic_reshape", [NoMemoryEffect]> {
  let summary = "the same elements in a shape that is computed";
  let arguments = (ins StableHLO_QuantizedOrTensor:$operand,
                       StableHLO_StaticSizes:$output_shape);
  let results = (outs StableHLO_QuantizedOrTensor:$result);
  let assemblyFormat = functionalFormat;
  let hasVerifier = 1;
}

def StableHLO_RealDynamicSliceOp
    : StableHLO_Op<"real_dynamic_slice", [NoMemoryEffect]> {
  let summary = "part of a tensor whose place and size are computed";
  let arguments = (ins StableHLO_Tensor:$operand,
                       StableHLO_Sizes:$start_indices,
                       StableHLO_Sizes:$limit_indices, StableHLO_Sizes:$strides);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = functionalFormat;
  let hasVerifier = 1;
}

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_DYNAMICOPS_TD

//===- DotAndConvolutionOps.td - Products of tensors -------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_DOTANDCONVOLUTIONOPS_TD
#define TRAINLINT_DIALECT_STABLEHLO_IR_DOTANDCONVOLUTIONOPS_TD

include "Dialect/StableHLO/IR/StableHLOFormats.td"

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

def StableHLO_DotOp : StableHLO_Op<"dot", [NoMemoryEffect]> {
  let summary = "product of vectors and matrices";
  let arguments = (ins StableHLO_QuantizedOrTensor:$lhs,
                       StableHLO_QuantizedOrTensor:$rhs,
                       OptionalAttr<StableHLO_PrecisionConfig>:$precision_config);
  let results = (outs StableHLO_QuantizedOrTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `` custom<PrecisionConfig>($precision_config) attr-dict
      `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_DotGeneralOp : StableHLO_Op<"dot_general", [NoMemoryEffect]> {
  let summary = "product that sums over some dimensions and pairs others";
  let arguments = (ins StableHLO_QuantizedOrTensor:$lhs,
                       StableHLO_QuantizedOrTensor:$rhs,
                       StableHLO_DotDimensions:$dot_dimension_numbers,
                       OptionalAttr<StableHLO_PrecisionConfig>:$precision_config,
                       OptionalAttr<StableHLO_DotAlgorithm>:$algorithm);
  let results = (outs StableHLO_QuantizedOrTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` custom<DotDimensionNumbers>($dot_dimension_numbers) ``
      custom<PrecisionConfigAndAlgorithm>($precision_config, $algorithm)
      attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_EinsumOp : StableHLO_Op<"einsum", [NoMemoryEffect]> {
  let summary = "product in Einstein's notation";
  let arguments = (ins StableHLO_Tensor:$lhs, StableHLO_Tensor:$rhs,
                       StrAttr:$einsum_config);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` `config` `=` $einsum_config attr-dict
      `:` functional-type(operands, results)
  }];
}

def StableHLO_UnaryEinsumOp : StableHLO_Op<"unary_einsum", [NoMemoryEffect]> {
  let summary = "sum and permutation in Einstein's notation";
  let arguments = (ins StableHLO_Tensor:$operand, StrAttr:$einsum_config);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `config` `=` $einsum_config attr-dict
      `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

class StableHLO_Convolution<string mnemonic, dag more>
    : StableHLO_Op<mnemonic, [NoMemoryEffect]> {
  let arguments = !con(more, (ins
      OptionalAttr<DenseI64ArrayAttr>:$window_strides,
      OptionalAttr<I64ElementsAttr>:$padding,
      OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
      OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
      OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
      StableHLO_ConvDimensions:$dimension_numbers,
      StableHLO_I64:$feature_group_count, StableHLO_I64:$batch_group_count,
      OptionalAttr<StableHLO_PrecisionConfig>:$precision_config));
  let results = (outs StableHLO_QuantizedOrTensor:$result);
  let hasVerifier = 1;
}

def StableHLO_ConvolutionOp
    : StableHLO_Convolution<"convolution", (ins StableHLO_Tensor:$lhs,
                                                StableHLO_QuantizedOrTensor:$rhs)> {
  let summary = "products of a kernel with windows that move over a tensor";
  let assemblyFormat = [{
    `(` operands `)` `dim_numbers` `=` custom<ConvDimensionNumbers>($dimension_numbers)
      `,` `window` `=` `{`
      custom<WindowAttributes>($window_strides, $padding, $lhs_dilation,
                               $rhs_dilation, $window_reversal)
      `}` attr-dict `:` functional-type(operands, results)
  }];
}

def StableHLO_DynamicConvOp
    : StableHLO_Convolution<"dynamic_conv", (ins StableHLO_Tensor:$lhs,
          StableHLO_QuantizedOrTensor:$rhs,
          StableHLO_TensorOf<"kInteger | kIndex", "integer type">:$d_padding)> {
  let summary = "convolution whose padding is computed";
}

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_DOTANDCONVOLUTIONOPS_TD

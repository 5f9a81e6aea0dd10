//===- StableHLOAttributes.td - Attributes -----------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_STABLEHLOATTRIBUTES_TD
#define TRAINLINT_DIALECT_STABLEHLO_IR_STABLEHLOATTRIBUTES_TD

include "Dialect/StableHLO/IR/StableHLOEnums.td"
include "mlir/IR/TensorEncoding.td"

class StableHLO_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<StableHLO_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def StableHLO_Dimensions : ArrayRefParameter<"int64_t">;

//===----------------------------------------------------------------------===//
// Dimension numbers
//===----------------------------------------------------------------------===//

def StableHLO_DotDimensions : StableHLO_Attr<"DotDimensions", "dot"> {
  let summary = "dimensions that a product runs over in parallel or sums over";
  let parameters = (ins StableHLO_Dimensions:$lhsBatchingDimensions,
                        StableHLO_Dimensions:$rhsBatchingDimensions,
                        StableHLO_Dimensions:$lhsContractingDimensions,
                        StableHLO_Dimensions:$rhsContractingDimensions);
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_ConvDimensions : StableHLO_Attr<"ConvDimensions", "conv"> {
  let summary = "roles of the dimensions of a convolution";
  let description = [{
    Printed as `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`: batch, feature, input
    and output feature, and the numbers of spatial dimensions. Numbers that do
    not name each dimension once are printed field by field after `raw`.
  }];
  let parameters = (ins "int64_t":$inputBatchDimension,
                        "int64_t":$inputFeatureDimension,
                        StableHLO_Dimensions:$inputSpatialDimensions,
                        "int64_t":$kernelInputFeatureDimension,
                        "int64_t":$kernelOutputFeatureDimension,
                        StableHLO_Dimensions:$kernelSpatialDimensions,
                        "int64_t":$outputBatchDimension,
                        "int64_t":$outputFeatureDimension,
                        StableHLO_Dimensions:$outputSpatialDimensions);
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_GatherDimensions : StableHLO_Attr<"GatherDimensions", "gather"> {
  let summary = "roles of the dimensions of a gather";
  let parameters = (ins StableHLO_Dimensions:$offsetDims,
                        StableHLO_Dimensions:$collapsedSliceDims,
                        StableHLO_Dimensions:$operandBatchingDims,
                        StableHLO_Dimensions:$startIndicesBatchingDims,
                        StableHLO_Dimensions:$startIndexMap,
                        "int64_t":$indexVectorDim);
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_ScatterDimensions : StableHLO_Attr<"ScatterDimensions", "scatter"> {
  let summary = "roles of the dimensions of a scatter";
  let parameters = (ins StableHLO_Dimensions:$updateWindowDims,
                        StableHLO_Dimensions:$insertedWindowDims,
                        StableHLO_Dimensions:$inputBatchingDims,
                        StableHLO_Dimensions:$scatterIndicesBatchingDims,
                        StableHLO_Dimensions:$scatterDimsToOperandDims,
                        "int64_t":$indexVectorDim);
  let hasCustomAssemblyFormat = 1;
}

//===----------------------------------------------------------------------===//
// Numerics
//===----------------------------------------------------------------------===//

def StableHLO_DotAlgorithm : StableHLO_Attr<"DotAlgorithm", "dot_algorithm"> {
  let summary = "the arithmetic that a product has to be computed with";
  let parameters = (ins "::mlir::Type":$lhsPrecisionType,
                        "::mlir::Type":$rhsPrecisionType,
                        "::mlir::Type":$accumulationType,
                        "int64_t":$lhsComponentCount,
                        "int64_t":$rhsComponentCount,
                        "int64_t":$numPrimitiveOperations,
                        "bool":$allowImpreciseAccumulation);
  let assemblyFormat = [{
    `<` `lhs_precision_type` `=` $lhsPrecisionType `,`
        `rhs_precision_type` `=` $rhsPrecisionType `,`
        `accumulation_type` `=` $accumulationType `,`
        `lhs_component_count` `=` $lhsComponentCount `,`
        `rhs_component_count` `=` $rhsComponentCount `,`
        `num_primitive_operations` `=` $numPrimitiveOperations `,`
        `allow_imprecise_accumulation` `=` $allowImpreciseAccumulation `>`
  }];
  let genVerifyDecl = 1;
}

def StableHLO_ResultAccuracy : StableHLO_Attr<"ResultAccuracy", "result_accuracy"> {
  let summary = "the error that a function may have";
  let parameters = (ins "::llvm::APFloat":$atol, "::llvm::APFloat":$rtol,
                        "int64_t":$ulps,
                        "::trainlint::stablehlo::ResultAccuracyModeAttr":$mode);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// Types and values
//===----------------------------------------------------------------------===//

def StableHLO_Bounds
    : StableHLO_Attr<"Bounds", "bounds",
                     [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "largest sizes of the unknown dimensions of a tensor";
  let description = [{
    `tensor<?x4xf32, #stablehlo.bounds<8, ?>>` has at most 8 rows. A dimension
    without a bound has `?`. The older spelling
    `#stablehlo.type_extensions<bounds = [8, ?]>` is read too.
  }];
  let parameters = (ins StableHLO_Dimensions:$bounds);
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_OutputOperandAlias
    : StableHLO_Attr<"OutputOperandAlias", "output_operand_alias"> {
  let summary = "an operand whose memory a result takes over";
  let parameters = (ins StableHLO_Dimensions:$outputTupleIndices,
                        "int64_t":$operandIndex,
                        StableHLO_Dimensions:$operandTupleIndices);
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_ChannelHandle : StableHLO_Attr<"ChannelHandle", "channel_handle"> {
  let summary = "a channel between processes, and its kind";
  let parameters = (ins "int64_t":$handle, "int64_t":$type);
  let assemblyFormat = "`<` struct(params) `>`";
}

//===----------------------------------------------------------------------===//
// Meshes
//===----------------------------------------------------------------------===//

def StableHLO_SubAxisInfo : StableHLO_Attr<"SubAxisInfo", "sub_axis_info"> {
  let summary = "the part of an axis that is left after a first split";
  let parameters = (ins "int64_t":$preSize, "int64_t":$size);
  let assemblyFormat = "`(` $preSize `)` `` $size";
}

def StableHLO_AxisRef : StableHLO_Attr<"AxisRef", "axis_ref"> {
  let summary = "an axis of a mesh, or part of one";
  let parameters = (ins StringRefParameter<>:$name,
      OptionalParameter<"::trainlint::stablehlo::SubAxisInfoAttr">:$sub_axis_info);
  let assemblyFormat = "`<` struct(params) `>`";
}

def StableHLO_MeshAxis : StableHLO_Attr<"MeshAxis", "mesh_axis"> {
  let summary = "an axis of a mesh with its size";
  let parameters = (ins StringRefParameter<>:$name, "int64_t":$size);
  let assemblyFormat = "`<` struct(params) `>`";
}

def StableHLO_Mesh : StableHLO_Attr<"Mesh", "mesh"> {
  let summary = "devices in a grid with named axes";
  let parameters = (ins
      ArrayRefParameter<"::trainlint::stablehlo::MeshAxisAttr">:$axes,
      OptionalParameter<"::mlir::DenseIntElementsAttr">:$device_ids);
  let assemblyFormat = [{
    `<` `axes` `` `=` `` `[` $axes `]` (`,` `device_ids` `` `=` `` $device_ids^)? `>`
  }];
}

def StableHLO_ReplicaGroupMeshAxes
    : StableHLO_Attr<"ReplicaGroupMeshAxes", "replica_group_mesh_axes"> {
  let summary = "the groups of processes that axes of a mesh make up";
  let parameters = (ins "::mlir::Attribute":$mesh, "::mlir::ArrayAttr":$axes);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

def StableHLO_PrecisionConfig
    : TypedArrayAttrBase<StableHLO_PrecisionAttr, "list of precisions">;
def StableHLO_OutputOperandAliases
    : TypedArrayAttrBase<StableHLO_OutputOperandAlias,
                         "list of aliases between results and operands">;
def StableHLO_ReplicaGroups
    : AnyAttrOf<[I64ElementsAttr, StableHLO_ReplicaGroupMeshAxes],
                "groups of process numbers, or axes of a mesh">;

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_STABLEHLOATTRIBUTES_TD

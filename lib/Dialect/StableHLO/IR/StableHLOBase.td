//===- StableHLOBase.td - Dialect, types, op classes -------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_STABLEHLOBASE_TD
#define TRAINLINT_DIALECT_STABLEHLO_IR_STABLEHLOBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def StableHLO_Dialect : Dialect {
  let name = "stablehlo";
  let cppNamespace = "::trainlint::stablehlo";
  let summary = "programs of tensor operations, as frameworks hand them to XLA";
  let description = [{
    The operation set of the public StableHLO specification, written from that
    specification: modules that JAX and PyTorch/XLA print are read, and what is
    printed is read by XLA. Diagnostics name the constraint of the specification
    that is violated, such as `(C3)`.
  }];
  let dependentDialects = ["::mlir::quant::QuantDialect"];
  // Attributes such as `bounds` have more than one spelling.
  let useDefaultAttributePrinterParser = 0;
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attribute,
                        ::mlir::DialectAsmPrinter &printer) const override;

  private:
    // One for each group of operations, each in a file of its own: all of them
    // in one would take minutes and gigabytes to compile.
    void registerAttributes();
    void registerTypes();
    void registerMathOps();
    void registerUnaryOps();
    void registerBinaryOps();
    void registerDataMovementOps();
    void registerIndexingOps();
    void registerReductionOps();
    void registerDotAndConvolutionOps();
    void registerLinearAlgebraOps();
    void registerNormalizationOps();
    void registerControlFlowOps();
    void registerCollectiveOps();
    void registerDynamicOps();
    void registerRandomOps();
    void registerHostOps();
  }];
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

class StableHLO_Type<string name, string typeMnemonic>
    : TypeDef<StableHLO_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def StableHLO_TokenType : StableHLO_Type<"Token", "token"> {
  let summary = "orders operations that have effects";
}

def StableHLO_FutureType : StableHLO_Type<"Future", "future"> {
  let summary = "tensors that an asynchronous operation will have produced";
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$types);
  let assemblyFormat = "`<` $types `>`";
  let genVerifyDecl = 1;
}

def StableHLO_Token
    : Type<CPred<"::llvm::isa<::trainlint::stablehlo::TokenType>($_self)">,
           "token", "::trainlint::stablehlo::TokenType">;
def StableHLO_Future
    : Type<CPred<"::llvm::isa<::trainlint::stablehlo::FutureType>($_self)">,
           "future", "::trainlint::stablehlo::FutureType">;

/// A tensor whose elements are of one of the kinds, which are enumerators of
/// ElementKind joined by `|`.
class StableHLO_TensorOf<string kinds, string what>
    : Type<CPred<"::trainlint::stablehlo::isTensorOf($_self, " # kinds # ")">,
           "tensor of " # what, "::mlir::RankedTensorType">;

/// A tensor without dimensions.
class StableHLO_ScalarOf<string kinds, string what>
    : Type<CPred<"::trainlint::stablehlo::isTensorOf($_self, " # kinds # ", 0)">,
           "0-dimensional tensor of " # what, "::mlir::RankedTensorType">;

/// A tensor of one dimension.
class StableHLO_VectorOf<string kinds, string what>
    : Type<CPred<"::trainlint::stablehlo::isTensorOf($_self, " # kinds # ", 1)">,
           "1-dimensional tensor of " # what, "::mlir::RankedTensorType">;

/// A tensor of one dimension of known size.
class StableHLO_StaticVectorOf<string kinds, string what>
    : Type<And<[StableHLO_VectorOf<kinds, what>.predicate,
                CPred<"::llvm::cast<::mlir::ShapedType>($_self).hasStaticShape()">]>,
           "1-dimensional tensor of known size, of " # what,
           "::mlir::RankedTensorType">;

def StableHLO_Tensor : StableHLO_TensorOf<"kAnyElement | kPerTensor",
    "a supported element type or per-tensor quantized type">;
def StableHLO_QuantizedOrTensor : StableHLO_TensorOf<"kAnyElement | kQuantized",
    "a supported element type or quantized type">;
def StableHLO_PlainTensor : StableHLO_TensorOf<"kAnyElement",
    "a supported element type">;
def StableHLO_PredTensor : StableHLO_TensorOf<"kBoolean", "boolean type">;
def StableHLO_IntTensor : StableHLO_TensorOf<"kInteger", "integer type">;
def StableHLO_PredOrIntTensor : StableHLO_TensorOf<"kBoolean | kInteger",
    "boolean or integer type">;
def StableHLO_FloatTensor : StableHLO_TensorOf<"kFloat", "floating-point type">;
def StableHLO_ComplexTensor : StableHLO_TensorOf<"kComplex", "complex type">;
def StableHLO_FloatOrComplexTensor : StableHLO_TensorOf<"kFloat | kComplex",
    "floating-point or complex type">;
def StableHLO_FloatOrQuantTensor : StableHLO_TensorOf<"kFloat | kPerTensor",
    "floating-point type or per-tensor quantized type">;
def StableHLO_FloatComplexOrQuantTensor
    : StableHLO_TensorOf<"kFloat | kComplex | kPerTensor",
    "floating-point or complex type or per-tensor quantized type">;
def StableHLO_SignedFloatComplexOrQuantTensor
    : StableHLO_TensorOf<"kSigned | kFloat | kComplex | kPerTensor",
    "signed integer, floating-point or complex type or per-tensor quantized type">;
def StableHLO_IntFloatComplexOrQuantTensor
    : StableHLO_TensorOf<"kInteger | kFloat | kComplex | kPerTensor",
    "integer, floating-point or complex type or per-tensor quantized type">;
def StableHLO_FloatOrQuantVector : StableHLO_VectorOf<"kFloat | kPerTensor",
    "floating-point type or per-tensor quantized type">;
def StableHLO_QuantizedTensor : StableHLO_TensorOf<"kQuantized",
    "quantized type">;
def StableHLO_Scalar : StableHLO_ScalarOf<"kAnyElement | kPerTensor",
    "a supported element type or per-tensor quantized type">;
def StableHLO_IntScalar : StableHLO_ScalarOf<"kInteger | kIndex",
    "integer type">;
/// Sizes of dimensions. The specification knows no `index`, programs do.
def StableHLO_Sizes : StableHLO_VectorOf<"kInteger | kIndex", "integer type">;
def StableHLO_StaticSizes : StableHLO_StaticVectorOf<"kInteger | kIndex",
    "integer type">;

def StableHLO_ScalarI32
    : Type<CPred<"::trainlint::stablehlo::isTensorOf($_self, kSigned, 0) && "
                 "::trainlint::stablehlo::elementOf($_self).isInteger(32)">,
           "0-dimensional tensor of type i32", "::mlir::RankedTensorType">;
def StableHLO_ScalarUI32
    : Type<CPred<"::trainlint::stablehlo::isTensorOf($_self, kUnsigned, 0) && "
                 "::trainlint::stablehlo::elementOf($_self).isInteger(32)">,
           "0-dimensional tensor of type ui32", "::mlir::RankedTensorType">;

/// A tensor whose sizes are all known.
class StableHLO_StaticTensorOf<string kinds, string what>
    : Type<And<[StableHLO_TensorOf<kinds, what>.predicate,
                CPred<"::llvm::cast<::mlir::ShapedType>($_self).hasStaticShape()">]>,
           "tensor of known shape, of " # what, "::mlir::RankedTensorType">;
def StableHLO_StaticTensor : StableHLO_StaticTensorOf<"kAnyElement | kQuantized",
    "a supported element type or quantized type">;

/// What an operation without operands for sizes can give: a tensor with no more
/// than one unknown size, which is bounded.
class StableHLO_KnownShape<Type type>
    : Type<And<[type.predicate,
                CPred<"::trainlint::stablehlo::hasKnownShape($_self)">]>,
           type.summary # ", of known shape or with one bounded dimension",
           "::mlir::RankedTensorType">;

/// What an operation may take and give in general; memrefs are the buffers of
/// the specification.
def StableHLO_Value
    : Type<CPred<"::trainlint::stablehlo::isValueType($_self)">,
           "tensor, quantized tensor, token, tuple, buffer or future">;
def StableHLO_TensorOrToken
    : AnyTypeOf<[StableHLO_Tensor, StableHLO_Token]>;
def StableHLO_Tuple
    : Type<CPred<"::llvm::isa<::mlir::TupleType>($_self)">, "tuple",
           "::mlir::TupleType">;

//===----------------------------------------------------------------------===//
// Plain attributes
//===----------------------------------------------------------------------===//

/// Integers that are read with their sign, unlike MLIR's own.
def StableHLO_I64
    : TypedSignlessIntegerAttrBase<I64, "int64_t", "64-bit integer"> {
  let convertFromStorage = "$_self.getInt()";
}
def StableHLO_I32
    : TypedSignlessIntegerAttrBase<I32, "int32_t", "32-bit integer"> {
  let convertFromStorage = "static_cast<int32_t>($_self.getInt())";
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

class StableHLO_Trait<string name> : NativeOpTrait<name> {
  let cppNamespace = "::trainlint::stablehlo";
}

/// Quantized element types are well-formed and fit their tensors.
def StableHLO_WellFormedTypes : StableHLO_Trait<"WellFormedTypes">;

/// The results follow from operands, attributes and regions by the op's
/// function `infer`, which is used to verify and to build.
def StableHLO_InferredResults : StableHLO_Trait<"InferredResults">;

/// (C1) of elementwise operations: types are the same but for the parameters of
/// quantization.
def StableHLO_SameBaselineType : StableHLO_Trait<"SameBaselineType">;

/// All operands and results have the same shape.
def StableHLO_SameShape : StableHLO_Trait<"SameShape">;

class StableHLO_Op<string mnemonic, list<Trait> traits = []>
    : Op<StableHLO_Dialect, mnemonic, [StableHLO_WellFormedTypes] # traits>;

/// Replaces MLIR's own check, that types are equal: sizes may be unknown, and
/// parameters of quantization may differ.
defvar compatibleResults = [{
  static bool isCompatibleReturnTypes(::mlir::TypeRange left,
                                      ::mlir::TypeRange right) {
    return ::trainlint::stablehlo::areCompatible(left, right);
  }
}];

/// An op that declares `infer`. The element types and shapes of its results are
/// reported under the given constraints, empty for operations that the
/// specification does not have. Where parameters of quantization may differ, the op is one of baseline types.
class StableHLO_InferredOp<string mnemonic, string elementConstraint, string shapeConstraint,
                           list<Trait> traits = [], bit baseline = 0>
    : StableHLO_Op<mnemonic,
                   traits # [StableHLO_InferredResults, InferTypeOpInterface]> {
  let extraClassDeclaration = compatibleResults # [{
    static constexpr ::llvm::StringLiteral elementConstraint{"}] # elementConstraint # [{"};
    static constexpr ::llvm::StringLiteral shapeConstraint{"}] # shapeConstraint # [{"};
    static constexpr bool ofBaselineTypes = }] # baseline # [{;

    /// Works out the result types, or emits which constraint is violated.
    static ::llvm::LogicalResult
    infer(::trainlint::stablehlo::Emit emit, Adaptor adaptor,
          ::llvm::SmallVectorImpl<::mlir::Type> &types);
  }];
}

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_STABLEHLOBASE_TD

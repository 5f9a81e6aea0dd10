//===- ProgramBuilder.h - Programs built op by op ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_BUILDERS_PROGRAMBUILDER_H
#define TRAINLINT_DIALECT_STABLEHLO_BUILDERS_PROGRAMBUILDER_H

#include "Dialect/StableHLO/Builders/AbstractValues.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "mlir/IR/Builders.h"

namespace trainlint::stablehlo {

/// How a body combines two scalars.
enum class Combination : uint8_t { Add, Multiply, Maximum, Minimum, And, Or };

/// How a window moves: an entry for each dimension. What is left empty is 1,
/// and 0 of padding.
struct WindowOptions {
  llvm::SmallVector<int64_t> sizes;
  llvm::SmallVector<int64_t> strides;
  /// Lower and upper padding of each dimension; may be negative.
  llvm::SmallVector<std::pair<int64_t, int64_t>> padding;
  llvm::SmallVector<int64_t> baseDilations;
  llvm::SmallVector<int64_t> windowDilations;
};

/// How a kernel moves: entries for the spatial dimensions only, of which what
/// is left empty is 1, 0 or false.
struct ConvolutionOptions {
  ConvDimensionsAttr dimensions;
  llvm::SmallVector<int64_t> strides;
  llvm::SmallVector<std::pair<int64_t, int64_t>> padding;
  llvm::SmallVector<int64_t> lhsDilation;
  llvm::SmallVector<int64_t> rhsDilation;
  llvm::SmallVector<bool> reversal;
  int64_t featureGroups = 1;
  int64_t batchGroups = 1;
};

/// Builds ops at one place, with the types that follow. Values are ranked
/// tensors of known sizes. What would change nothing, such as a reshape to the
/// same shape, is left out.
///
/// One that is given abstract values builds nothing: it computes types and
/// small literals, and sizes may be unknown.
class ProgramBuilder {
public:
  ProgramBuilder(mlir::OpBuilder &b, mlir::Location loc) : b(b), loc(loc) {}
  ProgramBuilder(AbstractValues &values, mlir::Location loc)
      : b(values.builder()), loc(loc), abstract(&values), isFolding(true) {}

  /// Ops may be put at it only if it builds some.
  mlir::OpBuilder &builder() { return b; }
  mlir::Location location() const { return loc; }
  /// False if it computes types only.
  bool buildsOps() const { return !abstract; }
  /// From now on computes what follows from small constants, in place of
  /// building ops for it.
  void foldLiterals() { isFolding = true; }

  /// The result of an op of one result, which is built of the arguments.
  template <typename Op, typename... Arguments>
  mlir::Value make(mlir::RankedTensorType type, Arguments &&...arguments) {
    if (abstract)
      return abstract->add(type, loc);
    return Op::create(b, loc, type, std::forward<Arguments>(arguments)...);
  }
  /// An op that takes one operand to a result of its type.
  template <typename Op>
  mlir::Value unary(mlir::Value value) {
    return make<Op>(typeOf(value), value);
  }
  /// The same for functions, which may be asked for an accuracy.
  template <typename Op>
  mlir::Value function(mlir::Value value) {
    return make<Op>(typeOf(value), value, /*result_accuracy=*/nullptr);
  }
  template <typename Op>
  mlir::Value binary(mlir::Value lhs, mlir::Value rhs) {
    return make<Op>(typeOf(lhs), lhs, rhs);
  }

  /// The elements of a small value that are known; none of others.
  std::optional<Literal> literalOf(mlir::Value value) const;
  /// A constant; null if an op is to be built and not all of it is known.
  mlir::Value literal(const Literal &literal);

  /// A value of which nothing is known but its type. Only if no ops are built.
  mlir::Value unknown(mlir::RankedTensorType type) {
    assert(abstract && "a program has to compute its values");
    return abstract->add(type, loc);
  }

  static mlir::RankedTensorType typeOf(mlir::Value value) {
    return llvm::cast<mlir::RankedTensorType>(value.getType());
  }
  static llvm::ArrayRef<int64_t> shapeOf(mlir::Value value) {
    return typeOf(value).getShape();
  }
  static mlir::Type elementOf(mlir::Value value) {
    return typeOf(value).getElementType();
  }

  // Constants. A number is rounded to the element type; booleans are made
  // of 0 and 1.
  mlir::Value constant(mlir::DenseElementsAttr elements);
  /// A tensor whose elements are all one number.
  mlir::Value splat(mlir::Type type, double number);
  mlir::Value scalar(mlir::Type element, double number);
  /// A tensor of the type of another one, of one number.
  mlir::Value like(mlir::Value value, double number) {
    return splat(value.getType(), number);
  }
  mlir::Value integers(llvm::ArrayRef<int64_t> numbers, mlir::Type element);
  mlir::Value iota(mlir::RankedTensorType type, int64_t dimension);

  // Elements. Operands are of one type.
  mlir::Value add(mlir::Value lhs, mlir::Value rhs);
  mlir::Value subtract(mlir::Value lhs, mlir::Value rhs);
  mlir::Value multiply(mlir::Value lhs, mlir::Value rhs);
  mlir::Value divide(mlir::Value lhs, mlir::Value rhs);
  mlir::Value maximum(mlir::Value lhs, mlir::Value rhs);
  mlir::Value minimum(mlir::Value lhs, mlir::Value rhs);
  mlir::Value power(mlir::Value lhs, mlir::Value rhs);
  /// A tensor with each element times a number.
  mlir::Value scale(mlir::Value value, double factor);
  mlir::Value negate(mlir::Value value);
  mlir::Value floor(mlir::Value value);
  mlir::Value ceil(mlir::Value value);
  mlir::Value exponential(mlir::Value value);
  mlir::Value log(mlir::Value value);
  mlir::Value sqrt(mlir::Value value);
  mlir::Value rsqrt(mlir::Value value);
  mlir::Value tanh(mlir::Value value);
  mlir::Value logistic(mlir::Value value);
  mlir::Value compare(mlir::Value lhs, mlir::Value rhs,
                      ComparisonDirection direction);
  mlir::Value select(mlir::Value condition, mlir::Value onTrue,
                     mlir::Value onFalse);
  mlir::Value convert(mlir::Value value, mlir::Type element);

  // Shape ops.
  mlir::Value reshape(mlir::Value value, llvm::ArrayRef<int64_t> shape);
  mlir::Value transpose(mlir::Value value, llvm::ArrayRef<int64_t> permutation);
  /// Dimension i of the value becomes `dimensions[i]` of the shape.
  mlir::Value broadcast(mlir::Value value, llvm::ArrayRef<int64_t> shape,
                        llvm::ArrayRef<int64_t> dimensions);
  /// Broadcasts as NumPy does: the dimensions of the value are the last ones,
  /// those of size 1 are copied.
  mlir::Value broadcastTo(mlir::Value value, llvm::ArrayRef<int64_t> shape);
  mlir::Value slice(mlir::Value value, llvm::ArrayRef<int64_t> starts,
                    llvm::ArrayRef<int64_t> limits,
                    llvm::ArrayRef<int64_t> strides = {});
  mlir::Value concatenate(mlir::ValueRange values, int64_t dimension);
  mlir::Value reverse(mlir::Value value, llvm::ArrayRef<int64_t> dimensions);
  /// Puts a number around and between elements. Negative edges cut.
  mlir::Value pad(mlir::Value value, double number, llvm::ArrayRef<int64_t> low,
                  llvm::ArrayRef<int64_t> high,
                  llvm::ArrayRef<int64_t> interior = {});

  // Reductions. The number that changes nothing is what they begin with.
  mlir::Value reduce(mlir::Value value, llvm::ArrayRef<int64_t> dimensions,
                     Combination combination);
  mlir::Value sum(mlir::Value value, llvm::ArrayRef<int64_t> dimensions) {
    return reduce(value, dimensions, Combination::Add);
  }
  mlir::Value sumOfAll(mlir::Value value);
  mlir::Value mean(mlir::Value value, llvm::ArrayRef<int64_t> dimensions);
  /// Windows have a size for each dimension of the value.
  mlir::Value reduceWindow(mlir::Value value, const WindowOptions &window,
                           Combination combination);
  /// Adds the elements of `source` to where each window of `operand` has its
  /// greatest element, the first of equal ones.
  mlir::Value scatterToGreatest(mlir::Value operand, mlir::Value source,
                                const WindowOptions &window);

  // Order.
  /// Puts the first value in an order along a dimension, such as that of LT,
  /// and the elements of the others, of the same shape, as those of the first.
  /// Equal ones stay as they are.
  llvm::SmallVector<mlir::Value> sort(mlir::ValueRange values,
                                      int64_t dimension,
                                      ComparisonDirection direction);
  /// Where the greatest or least elements along a dimension are: the first of
  /// equal ones, or the last. One that is no number counts as such an element.
  mlir::Value placeOfExtreme(mlir::Value value, int64_t dimension,
                             Combination extreme, mlir::Type numbers,
                             bool isLast = false);

  // Contractions.
  /// The dimensions of the result: batching ones, those of lhs, those of rhs.
  mlir::Value dotGeneral(mlir::Value lhs, mlir::Value rhs,
                         llvm::ArrayRef<int64_t> lhsContracting,
                         llvm::ArrayRef<int64_t> rhsContracting,
                         llvm::ArrayRef<int64_t> lhsBatching = {},
                         llvm::ArrayRef<int64_t> rhsBatching = {});
  /// The product of two matrices, [rows, sums] by [sums, columns].
  mlir::Value matmul(mlir::Value lhs, mlir::Value rhs);
  /// The options say where batch, features and spatial dimensions are in the
  /// source (lhs), the kernel (rhs) and the result.
  mlir::Value convolution(mlir::Value lhs, mlir::Value rhs,
                          const ConvolutionOptions &options);

  // Replicas.
  /// The sums over all replicas, of as many values as there are. With one
  /// replica they are the values themselves.
  llvm::SmallVector<mlir::Value> allReduce(mlir::ValueRange values,
                                           int64_t replicas);

  /// Fills a region with a body that combines two scalars of a type.
  void combine(mlir::Region &region, mlir::Type element,
               Combination combination);
  /// The number that a combination leaves as it is.
  mlir::Value neutral(mlir::Type element, Combination combination);

  // What follows from small constants; null if they are not known, or nothing
  // is to be folded.
  using IntegerFunction =
      llvm::function_ref<std::optional<int64_t>(ArrayRef<int64_t>)>;
  using RealFunction = llvm::function_ref<double(ArrayRef<double>)>;
  /// Element by element, of operands of one type.
  mlir::Value fold(ArrayRef<mlir::Value> operands, mlir::Type element,
                   IntegerFunction integers, RealFunction reals);
  /// Which element of which operand an element of the result is.
  struct ElementSource {
    unsigned operand = 0;
    SmallVector<int64_t> index;
  };
  mlir::Value
  foldMoved(ArrayRef<mlir::Value> operands, ArrayRef<int64_t> shape,
            llvm::function_ref<ElementSource(ArrayRef<int64_t>)> sourceOf);

  // Places that are computed, or listed (Indexing.cpp).
  /// Floats, each rounded to the element type.
  mlir::Value reals(ArrayRef<double> numbers, mlir::RankedTensorType type);
  /// The slices of size 1 along a dimension, in the order of their places.
  mlir::Value take(mlir::Value value, ArrayRef<int64_t> places,
                   int64_t dimension);
  /// From one place of a dimension to another.
  mlir::Value part(mlir::Value value, int64_t dimension, int64_t from,
                   int64_t to);
  /// What is at one place of a dimension, without the dimension.
  mlir::Value at(mlir::Value value, int64_t dimension, int64_t place);
  /// Slices of the sizes, from places that are inside.
  mlir::Value gather(mlir::Value value, mlir::Value places,
                     ArrayRef<int64_t> shape, GatherDimensionsAttr dimensions,
                     ArrayRef<int64_t> sizes);
  /// Combines slices with what is at their places, or replaces it: then no
  /// element has two updates. Slices that are not inside are left out.
  mlir::Value scatter(mlir::Value value, mlir::Value places,
                      mlir::Value updates, ScatterDimensionsAttr dimensions,
                      std::optional<Combination> combination);
  /// Puts a scalar around elements. Negative edges cut.
  mlir::Value padWith(mlir::Value value, mlir::Value scalar,
                      ArrayRef<int64_t> low, ArrayRef<int64_t> high,
                      ArrayRef<int64_t> interior = {});

private:
  mlir::Value foldCompare(mlir::Value lhs, mlir::Value rhs,
                          ComparisonDirection direction);
  mlir::Value foldSelect(mlir::Value condition, mlir::Value onTrue,
                         mlir::Value onFalse);
  mlir::Value foldConvert(mlir::Value value, mlir::Type element);
  mlir::Value foldReshape(mlir::Value value, ArrayRef<int64_t> shape);
  mlir::Value foldReduce(mlir::Value value, ArrayRef<int64_t> dimensions,
                         ArrayRef<int64_t> shape, Combination combination);

  mlir::OpBuilder &b;
  mlir::Location loc;
  /// Null if ops are built.
  AbstractValues *abstract = nullptr;
  bool isFolding = false;
};

/// Padding as an attribute of N x 2 numbers; null if there is none.
mlir::DenseIntElementsAttr
paddingAttr(mlir::OpBuilder &b,
            llvm::ArrayRef<std::pair<int64_t, int64_t>> padding);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_BUILDERS_PROGRAMBUILDER_H

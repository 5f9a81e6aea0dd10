//===- KerasLowering.h - A call of a Keras layer ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_KERASTOSTABLEHLO_KERASLOWERING_H
#define TRAINLINT_CONVERSION_KERASTOSTABLEHLO_KERASLOWERING_H

#include "Conversion/KerasToStableHLO/Settings.h"
#include "Dialect/StableHLO/Builders/ForwardModule.h"
#include "Ops/Common/Mismatch.h"

namespace trainlint::keras {

using Values = llvm::SmallVector<mlir::Value, 2>;
using Shape = llvm::ArrayRef<int64_t>;

/// A layer that is called with known values. Functions that lower a class
/// take one, and return what the call gives; what stands in their way they
/// report with `fail`.
class KerasLowering {
public:
  KerasLowering(stablehlo::ForwardModule &module, llvm::StringRef className,
                std::string path, mlir::DictionaryAttr settings, Values inputs,
                int64_t kerasVersion, mlir::Location loc);

  stablehlo::ProgramBuilder builder;
  stablehlo::ForwardModule &module;
  std::string className;
  /// The name of the layer, after those of the models around it.
  std::string path;
  Settings settings;
  /// Floats are of the type that the layer calculates with.
  Values inputs;
  /// 2 or 3.
  int64_t kerasVersion;
  /// False of a call in the form that predicts: nothing is dropped, and
  /// statistics are those that were kept.
  bool isTraining = true;
  /// Arguments of the call that have names and are no tensors.
  Settings arguments;
  /// The names of the arguments that inputs are; empty where they have none.
  llvm::SmallVector<llvm::StringRef, 2> inputNames;

  mlir::Value input() const { return inputs.front(); }
  Shape shape(unsigned number = 0) const {
    return stablehlo::ProgramBuilder::shapeOf(inputs[number]);
  }
  int64_t rank() const { return shape().size(); }
  /// A dimension of the first input, counted from the end if it is negative;
  /// none if there is no such.
  std::optional<int64_t> dimension(int64_t number) const;
  bool isChannelsFirst() const {
    return settings.word("data_format", "channels_last") == "channels_first";
  }

  /// Emits an error at the layer.
  llvm::LogicalResult fail(const llvm::Twine &message) const;
  /// Fails unless the first input has so many dimensions.
  llvm::LogicalResult expectRank(int64_t rank) const;
  /// Fails if the layer says more than `null` there.
  llvm::LogicalResult failIfSet(llvm::StringRef key) const;
  /// Says that a setting, or the value that it has, is not lowered.
  llvm::LogicalResult failUnsupported(llvm::StringRef key) const;
  llvm::LogicalResult failUnsupported(llvm::StringRef key,
                                      llvm::StringRef value) const;
  /// Fails if a tensor of the shape is too large.
  llvm::LogicalResult expectFits(Shape shape) const;
  /// Fails unless a setting has enough numbers, all of at least `least`.
  llvm::FailureOr<llvm::SmallVector<int64_t>>
  sizes(llvm::StringRef key, unsigned count, int64_t least = 1,
        std::optional<int64_t> missing = std::nullopt) const;

  /// A weight of the layer, in the type that it calculates with. `setting` is
  /// the stem of its settings, as `kernel` of `kernel_initializer`; `own` goes
  /// before the initializer that they name.
  llvm::FailureOr<mlir::Value> weight(llvm::StringRef name, Shape shape,
                                      llvm::StringRef setting,
                                      llvm::StringRef missing,
                                      const stablehlo::Initializer &own = {});
  /// What a layer keeps between steps and does not train.
  llvm::FailureOr<mlir::Value> state(llvm::StringRef name, Shape shape,
                                     double initial);
  void setState(llvm::StringRef name, mlir::Value value);

  /// Applies the function that a setting names.
  llvm::FailureOr<mlir::Value> activate(mlir::Value value,
                                        llvm::StringRef key = "activation",
                                        llvm::StringRef missing = "linear");

  /// The type in which the layer calculates.
  mlir::FloatType computeType;
  /// The type of its weights.
  mlir::FloatType variableType;
  /// False if its weights stay what they are.
  bool isTrainable = true;

private:
  llvm::LogicalResult regularize(llvm::StringRef name, mlir::Value weight,
                                 llvm::StringRef setting);
};

/// The initializer of a configuration; none for a class that is not known.
std::optional<stablehlo::Initializer> readInitializer(mlir::Attribute value,
                                                      llvm::StringRef missing,
                                                      mlir::MLIRContext *);

/// The function of a name; none if it is not known.
std::optional<mlir::Value> applyActivation(stablehlo::ProgramBuilder &b,
                                           llvm::StringRef name,
                                           mlir::Value value,
                                           int64_t kerasVersion);

/// What a call of any class gives. Checks what all classes have in common.
llvm::FailureOr<Values> lowerLayer(KerasLowering &call);

/// What a call of a class gives.
using LoweringFunction = llvm::FailureOr<Values> (*)(KerasLowering &);
/// Null for a class that is not lowered.
LoweringFunction findLowering(llvm::StringRef className);

// The classes of layers.
llvm::FailureOr<Values> passOn(KerasLowering &call);
llvm::FailureOr<Values> lowerDense(KerasLowering &call);
llvm::FailureOr<Values> lowerEmbedding(KerasLowering &call);
llvm::FailureOr<Values> lowerDropout(KerasLowering &call);
llvm::FailureOr<Values> lowerNoise(KerasLowering &call);
llvm::FailureOr<Values> lowerRescaling(KerasLowering &call);
llvm::FailureOr<Values> lowerActivation(KerasLowering &call);
llvm::FailureOr<Values> lowerConvolution(KerasLowering &call);
llvm::FailureOr<Values> lowerTransposedConvolution(KerasLowering &call);
llvm::FailureOr<Values> lowerDepthwiseConvolution(KerasLowering &call);
llvm::FailureOr<Values> lowerSeparableConvolution(KerasLowering &call);
llvm::FailureOr<Values> lowerPooling(KerasLowering &call);
llvm::FailureOr<Values> lowerGlobalPooling(KerasLowering &call);
llvm::FailureOr<Values> lowerBatchNormalization(KerasLowering &call);
llvm::FailureOr<Values> lowerLayerNormalization(KerasLowering &call);
llvm::FailureOr<Values> lowerGroupNormalization(KerasLowering &call);
llvm::FailureOr<Values> lowerFlatten(KerasLowering &call);
llvm::FailureOr<Values> lowerReshape(KerasLowering &call);
llvm::FailureOr<Values> lowerPermute(KerasLowering &call);
llvm::FailureOr<Values> lowerRepeatVector(KerasLowering &call);
llvm::FailureOr<Values> lowerPadding(KerasLowering &call);
llvm::FailureOr<Values> lowerUpSampling(KerasLowering &call);
llvm::FailureOr<Values> lowerMerge(KerasLowering &call);
llvm::FailureOr<Values> lowerConcatenate(KerasLowering &call);
llvm::FailureOr<Values> lowerDot(KerasLowering &call);
llvm::FailureOr<Values> lowerRecurrent(KerasLowering &call);
llvm::FailureOr<Values> lowerBidirectional(KerasLowering &call);
llvm::FailureOr<Values> lowerTimeDistributed(KerasLowering &call);
llvm::FailureOr<Values> lowerAttention(KerasLowering &call);

} // namespace trainlint::keras

#endif // TRAINLINT_CONVERSION_KERASTOSTABLEHLO_KERASLOWERING_H

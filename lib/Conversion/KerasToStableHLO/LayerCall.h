//===- LayerCall.h - A call of a Keras layer --------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_KERASTOSTABLEHLO_LAYERCALL_H
#define TRAINLINT_CONVERSION_KERASTOSTABLEHLO_LAYERCALL_H

#include "Conversion/KerasToStableHLO/Settings.h"
#include "Dialect/StableHLO/Builders/ForwardModule.h"

namespace trainlint::keras {

using Values = llvm::SmallVector<mlir::Value, 2>;
using Shape = llvm::ArrayRef<int64_t>;

/// A layer that is called with known values. Functions that legalise a class
/// take one, and return what the call gives; what stands in their way they
/// report with `fail`.
class LayerCall {
public:
  LayerCall(stablehlo::ForwardModule &module, llvm::StringRef className,
            std::string path, mlir::DictionaryAttr settings, Values inputs,
            int64_t kerasVersion, mlir::Location loc);

  stablehlo::ProgramBuilder b;
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
  llvm::LogicalResult refuse(llvm::StringRef key) const;
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
llvm::FailureOr<Values> legaliseLayer(LayerCall &call);

/// What a call of a class gives.
using Legalise = llvm::FailureOr<Values> (*)(LayerCall &);
/// Null for a class that is not legalised.
Legalise findLegalisation(llvm::StringRef className);

// The classes of layers.
llvm::FailureOr<Values> passOn(LayerCall &call);
llvm::FailureOr<Values> legaliseDense(LayerCall &call);
llvm::FailureOr<Values> legaliseEmbedding(LayerCall &call);
llvm::FailureOr<Values> legaliseDropout(LayerCall &call);
llvm::FailureOr<Values> legaliseNoise(LayerCall &call);
llvm::FailureOr<Values> legaliseRescaling(LayerCall &call);
llvm::FailureOr<Values> legaliseActivation(LayerCall &call);
llvm::FailureOr<Values> legaliseConvolution(LayerCall &call);
llvm::FailureOr<Values> legaliseTransposedConvolution(LayerCall &call);
llvm::FailureOr<Values> legaliseDepthwiseConvolution(LayerCall &call);
llvm::FailureOr<Values> legaliseSeparableConvolution(LayerCall &call);
llvm::FailureOr<Values> legalisePooling(LayerCall &call);
llvm::FailureOr<Values> legaliseGlobalPooling(LayerCall &call);
llvm::FailureOr<Values> legaliseBatchNormalization(LayerCall &call);
llvm::FailureOr<Values> legaliseLayerNormalization(LayerCall &call);
llvm::FailureOr<Values> legaliseGroupNormalization(LayerCall &call);
llvm::FailureOr<Values> legaliseFlatten(LayerCall &call);
llvm::FailureOr<Values> legaliseReshape(LayerCall &call);
llvm::FailureOr<Values> legalisePermute(LayerCall &call);
llvm::FailureOr<Values> legaliseRepeatVector(LayerCall &call);
llvm::FailureOr<Values> legalisePadding(LayerCall &call);
llvm::FailureOr<Values> legaliseUpSampling(LayerCall &call);
llvm::FailureOr<Values> legaliseMerge(LayerCall &call);
llvm::FailureOr<Values> legaliseConcatenate(LayerCall &call);
llvm::FailureOr<Values> legaliseDot(LayerCall &call);
llvm::FailureOr<Values> legaliseRecurrent(LayerCall &call);
llvm::FailureOr<Values> legaliseBidirectional(LayerCall &call);
llvm::FailureOr<Values> legaliseTimeDistributed(LayerCall &call);
llvm::FailureOr<Values> legaliseAttention(LayerCall &call);

} // namespace trainlint::keras

#endif // TRAINLINT_CONVERSION_KERASTOSTABLEHLO_LAYERCALL_H

//===- LayerCall.h - A call of a Keras layer --------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_KERAS_LAYERCALL_H
#define TRAINLINT_OPS_KERAS_LAYERCALL_H

#include "Dialect/StableHLO/Builders/ForwardModule.h"
#include "Ops/Common/Broadcasting.h"
#include "Ops/Common/Mismatch.h"
#include "Ops/Keras/Settings.h"

namespace trainlint::keras {

using Values = llvm::SmallVector<mlir::Value, 2>;
using Shape = llvm::ArrayRef<int64_t>;

/// How many weights layers have; none if that is not known.
class WeightCount {
public:
  /// Adds the elements of a weight.
  void add(Shape shape, bool isTrained);
  void add(const WeightCount &other);
  void setUnknown() { isKnown = false; }

  /// Those that training changes, and those that it does not, such as moving
  /// averages; none if they are not known.
  std::optional<std::pair<int64_t, int64_t>> numbers() const;

private:
  void addTo(int64_t &sum, int64_t more);

  bool isKnown = true;
  int64_t trained = 0;
  int64_t fixed = 0;
};

/// Runs a function of the graph, a model that a layer calls. Reports what is
/// wrong in it where it is.
using ModelRunner = std::function<llvm::FailureOr<Values>(
    llvm::StringRef name, const Values &inputs)>;

/// What the calls of a model's layers have in common.
struct LayerContext {
  /// Null if only types are computed.
  stablehlo::ForwardModule *module = nullptr;
  /// Null if a program is built.
  stablehlo::AbstractValues *abstract = nullptr;
  /// 2 or 3.
  int64_t kerasVersion = 2;
  ModelRunner runModel;
  /// The masks of values, if a program is built (Masks.h).
  llvm::DenseMap<mlir::Value, mlir::Value> masks;

  // Only if types are computed.
  /// The types of weights by their full names.
  llvm::StringMap<mlir::RankedTensorType> weights;
  /// Of the weights that became known since somebody looked.
  WeightCount count;

  stablehlo::ProgramBuilder builderAt(mlir::Location place) {
    if (abstract)
      return stablehlo::ProgramBuilder(*abstract, place);
    return stablehlo::ProgramBuilder(module->builder(), place);
  }
};

/// Why a call has no result.
enum class Refusal : uint8_t {
  None,
  /// The model is wrong: Keras refuses it.
  Mismatch,
  /// A window that its input has no place for, which is a mismatch.
  Window,
  /// The model may be right, but there is no lowering for what it asks for.
  Unsupported,
  /// There is no lowering for the class.
  UnknownClass,
};

/// A call of a layer. What a class means is defined once, by a function that
/// takes one and returns what the call gives, or says with `fail` what stands
/// in its way. The builder makes a program of it for the trainer, and computes
/// types for the linter: sizes may be unknown then, and what is unknown is
/// never a reason to fail.
class LayerCall {
public:
  LayerCall(LayerContext &context, llvm::StringRef className, std::string path,
            mlir::DictionaryAttr settings, Values inputs, mlir::Location loc);

  LayerContext &context;
  stablehlo::ProgramBuilder builder;
  std::string className;
  /// The name of the layer, after those of the models around it.
  std::string path;
  Settings settings;
  /// Floats are of the type that the layer calculates with.
  Values inputs;
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
  /// The dimensions of the first input that a setting lists, in their order.
  /// Fails for one that is not there, or is named twice.
  llvm::FailureOr<llvm::SmallVector<int64_t>>
  dimensions(llvm::StringRef key, llvm::ArrayRef<int64_t> missing = {-1});
  /// The sizes of dimensions of the first input.
  llvm::SmallVector<int64_t> sizesOf(Shape dimensions) const;
  bool isChannelsFirst() const {
    return settings.word("data_format", "channels_last") == "channels_first";
  }
  /// True if random numbers are drawn, which no type depends on.
  bool drawsNumbers() const { return isTraining && builder.buildsOps(); }
  /// A key for them, other than those that were given before.
  mlir::Value drawKey() const {
    return keySource ? keySource()
                     : context.module->drawKey(builder.location());
  }
  /// Gives the keys of a call within another one; null if they are new.
  std::function<mlir::Value()> keySource;

  // Refusals. The first one stands.
  /// The inputs or settings contradict each other, or Keras.
  llvm::LogicalResult fail(const llvm::Twine &message);
  /// The same of a window that spans more than there is.
  llvm::LogicalResult failWindow(int64_t reach, int64_t size);
  /// What the call asks for is not lowered.
  llvm::LogicalResult failUnsupported(const llvm::Twine &message);
  /// The same of a setting, or of the value that it has.
  llvm::LogicalResult failSetting(llvm::StringRef key);
  llvm::LogicalResult failSetting(llvm::StringRef key, llvm::StringRef value);
  /// The same of something that no type depends on: fails only if a program is
  /// built.
  llvm::LogicalResult failDetail(const llvm::Twine &message);
  /// The same of a setting that adds weights.
  llvm::LogicalResult failWeights(llvm::StringRef key);
  /// The class is none that is lowered.
  llvm::LogicalResult failClass();
  /// The same as `failUnsupported` of a call whose types are known all the
  /// same. Only if types are computed.
  void noteUnsupported(const llvm::Twine &message) {
    (void)failUnsupported(message);
  }
  /// Takes over what stands in the way of a call within this one.
  llvm::LogicalResult failAs(const LayerCall &inner);
  Refusal refusal() const { return refused; }
  llvm::StringRef reason() const { return why; }
  /// What a window that is too large spans, and what it slides over.
  std::pair<int64_t, int64_t> windowSizes() const { return window; }

  /// Fails unless the first input has so many dimensions.
  llvm::LogicalResult expectRank(int64_t rank);
  /// Fails as `failDetail` if the layer says more than `null` there.
  llvm::LogicalResult failIfSet(llvm::StringRef key);
  /// Fails if a tensor of the shape is too large for a program.
  llvm::LogicalResult expectFits(Shape shape);
  /// Fails unless a setting has enough numbers, all of at least `least`.
  llvm::FailureOr<llvm::SmallVector<int64_t>>
  sizes(llvm::StringRef key, unsigned count, int64_t least = 1,
        std::optional<int64_t> missing = std::nullopt);

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
  llvm::FailureOr<mlir::Value> state(llvm::StringRef name, Shape shape,
                                     const stablehlo::Initializer &initial);
  void setState(llvm::StringRef name, mlir::Value value);

  /// Adds the penalty that a setting asks for of a result to the loss, as a
  /// mean over the examples.
  llvm::LogicalResult regularizeActivity(mlir::Value result,
                                         llvm::StringRef key);

  /// Applies the function that a setting names.
  llvm::FailureOr<mlir::Value> activate(mlir::Value value,
                                        llvm::StringRef key = "activation",
                                        llvm::StringRef missing = "linear");

  /// Computes what a weight of a name becomes before it is used, which stays
  /// its value; the weight itself if it stays as it is. Null if all do.
  std::function<llvm::FailureOr<mlir::Value>(llvm::StringRef, mlir::Value)>
      changeWeight;

  /// The type in which the layer calculates.
  mlir::FloatType computeType;
  /// The type of its weights.
  mlir::FloatType variableType;
  /// False if its weights stay what they are.
  bool isTrainable = true;

private:
  llvm::LogicalResult refuse(Refusal kind, const llvm::Twine &message);
  llvm::FailureOr<mlir::Value> knownWeight(llvm::StringRef name,
                                           mlir::RankedTensorType type,
                                           bool isTrained);
  llvm::FailureOr<mlir::Value> penaltyOf(mlir::Value value,
                                         llvm::StringRef key);
  llvm::FailureOr<std::optional<stablehlo::Constraint>>
  constraintOf(const std::string &key, llvm::ArrayRef<int64_t> shape);
  llvm::LogicalResult regularize(llvm::StringRef name, mlir::Value weight,
                                 llvm::StringRef setting);

  Refusal refused = Refusal::None;
  std::string why;
  std::pair<int64_t, int64_t> window;
};

/// A call of a layer that a setting describes, as a part of another call; none
/// if there is no such setting.
std::optional<LayerCall> callWithin(LayerCall &call, mlir::Attribute layer,
                                    std::string path, Values inputs);

/// The product of sizes; unknown if one is, or if it is too large.
int64_t productOf(Shape sizes);

/// The initializer of a configuration; none for a class that is not known.
std::optional<stablehlo::Initializer> readInitializer(mlir::Attribute value,
                                                      llvm::StringRef missing,
                                                      mlir::MLIRContext *);

/// The function of a name; none if it is not known.
std::optional<mlir::Value> applyActivation(stablehlo::ProgramBuilder &b,
                                           llvm::StringRef name,
                                           mlir::Value value,
                                           int64_t kerasVersion);

} // namespace trainlint::keras

#endif // TRAINLINT_OPS_KERAS_LAYERCALL_H

//===- KerasLowering.cpp - A call of a Keras layer ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/KerasToStableHLO/KerasLowering.h"
#include "Diagnostics/Messages/Lowering.h"
#include "Support/MLIR.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

/// The name of a type or of a policy, which older files give in an object.
static StringRef policyOf(const Settings &settings,
                          mlir::MLIRContext *context) {
  std::optional<NamedObject> policy = objectOf(settings.get("dtype"), context);
  if (!policy)
    return "";
  StringRef inner = policy->settings.word("name", "");
  return inner.empty() ? policy->name : inner;
}

KerasLowering::KerasLowering(ForwardModule &module, StringRef className,
                             std::string path, mlir::DictionaryAttr settings,
                             Values inputs, int64_t kerasVersion,
                             mlir::Location loc)
    : builder(module.builder(), loc), module(module),
      className(className.str()), path(std::move(path)), settings(settings),
      inputs(std::move(inputs)), kerasVersion(kerasVersion),
      arguments(mlir::DictionaryAttr::get(loc.getContext())) {
  mlir::OpBuilder &ops = builder.builder();
  StringRef policy = policyOf(this->settings, ops.getContext());
  computeType = llvm::StringSwitch<mlir::FloatType>(policy)
                    .Case("float64", ops.getF64Type())
                    .Cases({"float16", "mixed_float16"}, ops.getF16Type())
                    .Cases({"bfloat16", "mixed_bfloat16"}, ops.getBF16Type())
                    .Default(ops.getF32Type());
  variableType = policy.starts_with("mixed_") ? ops.getF32Type() : computeType;
  isTrainable = this->settings.getBool("trainable", true);
  // Numbers of rows are not rounded.
  if (className == "Embedding")
    return;
  for (Value &value : this->inputs) {
    if (llvm::isa<mlir::FloatType>(ProgramBuilder::elementOf(value)))
      value = builder.convert(value, computeType);
  }
}

std::optional<int64_t> KerasLowering::dimension(int64_t number) const {
  int64_t result = number < 0 ? number + rank() : number;
  if (result < 0 || result >= rank())
    return std::nullopt;
  return result;
}

LogicalResult KerasLowering::fail(const llvm::Twine &message) const {
  return diag::NodeNotLowered::node(builder.location(), path, className,
                                    message.str());
}

LogicalResult KerasLowering::expectRank(int64_t wanted) const {
  if (rank() == wanted)
    return llvm::success();
  return fail(mismatch::rank(shape(), wanted));
}

LogicalResult KerasLowering::failIfSet(StringRef key) const {
  if (!settings.get(key))
    return llvm::success();
  return failUnsupported(key);
}

LogicalResult KerasLowering::failUnsupported(StringRef key) const {
  return fail("`" + key + "` is not supported");
}

LogicalResult KerasLowering::failUnsupported(StringRef key,
                                             StringRef value) const {
  return fail("unsupported " + key + " `" + value + "`");
}

LogicalResult KerasLowering::expectFits(Shape shape) const {
  return ForwardModule::isTooLarge(shape)
             ? fail("a tensor of shape " + mismatch::shapeText(shape) +
                    " is too large")
             : llvm::success();
}

/// A setting as a user wrote it, or nearly so.
static std::string describe(mlir::Attribute value, mlir::MLIRContext *context) {
  if (!value)
    return "missing";
  if (std::optional<int64_t> integer = integerOf(value))
    return std::to_string(*integer);
  if (std::optional<llvm::ArrayRef<mlir::Attribute>> list = listOf(value)) {
    constexpr size_t Most = 8;
    std::string text = "[";
    for (auto [number, element] : llvm::enumerate(list->take_front(Most)))
      text += (number == 0 ? "" : ", ") + describe(element, context);
    return text + (list->size() > Most ? ", ...]" : "]");
  }
  if (std::optional<NamedObject> object = objectOf(value, context))
    return object->name.str();
  return mismatch::attributeText(value);
}

FailureOr<SmallVector<int64_t>>
KerasLowering::sizes(StringRef key, unsigned count, int64_t least,
                     std::optional<int64_t> missing) const {
  if (!settings.get(key) && missing)
    return SmallVector<int64_t>(count, *missing);
  // Longer windows and shapes than this would be a mistake, and cost memory.
  constexpr int64_t Most = int64_t(1) << 30;
  std::optional<SmallVector<int64_t>> found = settings.integers(key, count);
  bool isFine = found && llvm::all_of(*found, [&](int64_t size) {
                  return size >= least && size <= Most;
                });
  if (isFine)
    return *found;
  return fail(mismatch::sizes(
      key, describe(settings.get(key), settings.all().getContext()), count,
      least));
}

//===----------------------------------------------------------------------===//
// Weights
//===----------------------------------------------------------------------===//

/// Adds the penalty of a weight to the loss, once.
LogicalResult KerasLowering::regularize(StringRef name, Value weight,
                                        StringRef setting) {
  std::string key = (setting + "_regularizer").str();
  std::optional<NamedObject> object =
      objectOf(settings.get(key), builder.builder().getContext());
  std::string term = path + "/" + name.str() + "/regularizer";
  if (!object || module.hasLoss(term))
    return llvm::success();
  StringRef kind = object->name;
  bool isFirst = kind.equals_insensitive("l1");
  bool isSecond = kind.equals_insensitive("l2");
  bool isBoth = kind.equals_insensitive("l1l2") || kind == "l1_l2";
  if (!isFirst && !isSecond && !isBoth)
    return failUnsupported(key, kind);
  double missing = isBoth ? 0 : 0.01;
  double l1 = object->settings.number("l1", isSecond ? 0 : missing);
  double l2 = object->settings.number("l2", isFirst ? 0 : missing);
  Value sum;
  auto add = [&](Value penalty, double factor) {
    Value scaled = builder.scale(penalty, factor);
    sum = sum ? builder.add(sum, scaled) : scaled;
  };
  if (l1 != 0)
    add(builder.sumOfAll(builder.maximum(weight, builder.negate(weight))), l1);
  if (l2 != 0)
    add(builder.sumOfAll(builder.multiply(weight, weight)), l2);
  if (sum && isTrainable)
    module.addLoss(term, sum);
  return llvm::success();
}

static std::string calledAgain(StringRef name, mlir::Type first,
                               mlir::Type next) {
  return "its calls need `" + name.str() + "` of types " +
         mismatch::typeText(first) + " and " + mismatch::typeText(next);
}

FailureOr<Value> KerasLowering::weight(StringRef name, Shape shape,
                                       StringRef setting, StringRef missing,
                                       const Initializer &own) {
  std::string stem = setting.str();
  std::optional<Initializer> initial = own;
  if (!own)
    initial = readInitializer(settings.get(stem + "_initializer"), missing,
                              builder.builder().getContext());
  if (!initial)
    return failUnsupported(stem + "_initializer",
                           describe(settings.get(stem + "_initializer"),
                                    builder.builder().getContext()));
  if (failed(failIfSet(stem + "_constraint")) || failed(expectFits(shape)))
    return llvm::failure();
  auto type = RankedTensorType::get(shape, variableType);
  std::string full = path + "/" + name.str();
  Value value = isTrainable ? module.parameter(full, type, *initial)
                            : module.state(full, type, *initial);
  // A layer that is called again has weights of the same shape.
  if (value.getType() != type)
    return fail(calledAgain(name, value.getType(), type));
  if (failed(regularize(name, value, setting)))
    return llvm::failure();
  return builder.convert(value, computeType);
}

FailureOr<Value> KerasLowering::state(StringRef name, Shape shape,
                                      double initial) {
  auto constant = [initial](ProgramBuilder &b, Value,
                            RankedTensorType type) -> Value {
    return b.splat(type, initial);
  };
  auto type = RankedTensorType::get(shape, variableType);
  Value value = module.state(path + "/" + name.str(), type, constant);
  if (value.getType() != type)
    return fail(calledAgain(name, value.getType(), type));
  return value;
}

void KerasLowering::setState(StringRef name, Value value) {
  module.setState(path + "/" + name.str(), value);
}

FailureOr<Value> KerasLowering::activate(Value value, StringRef key,
                                         StringRef missing) {
  StringRef name = missing;
  mlir::Attribute setting = settings.all().get(key);
  if (std::optional<NamedObject> object =
          objectOf(settings.get(key), builder.builder().getContext()))
    name = object->name;
  else if (llvm::isa_and_nonnull<mlir::UnitAttr>(setting))
    name = "linear";
  if (std::optional<Value> result =
          applyActivation(builder, name, value, kerasVersion))
    return *result;
  return failUnsupported(key, name);
}

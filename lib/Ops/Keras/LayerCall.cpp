//===- LayerCall.cpp - A call of a Keras layer ----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Keras/LayerCall.h"
#include "Dialect/StableHLO/Builders/Normalization.h"
#include "Support/MLIR.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CheckedArithmetic.h"

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

void WeightCount::addTo(int64_t &sum, int64_t more) {
  std::optional<int64_t> next =
      stablehlo::isKnown(more) ? llvm::checkedAdd(sum, more) : std::nullopt;
  isKnown &= next.has_value();
  sum = next.value_or(0);
}

void WeightCount::add(Shape shape, bool isTrained) {
  addTo(isTrained ? trained : fixed, productOf(shape));
}

void WeightCount::add(const WeightCount &other) {
  isKnown &= other.isKnown;
  addTo(trained, other.trained);
  addTo(fixed, other.fixed);
}

std::optional<std::pair<int64_t, int64_t>> WeightCount::numbers() const {
  return isKnown ? std::optional(std::pair(trained, fixed)) : std::nullopt;
}

int64_t keras::productOf(Shape sizes) {
  int64_t product = 1;
  for (int64_t size : sizes) {
    std::optional<int64_t> next =
        isKnown(size) ? llvm::checkedMul(product, size) : std::nullopt;
    if (!next)
      return mlir::ShapedType::kDynamic;
    product = *next;
  }
  return product;
}

LayerCall::LayerCall(LayerContext &context, StringRef className,
                     std::string path, mlir::DictionaryAttr settings,
                     Values inputs, mlir::Location loc)
    : context(context), builder(context.builderAt(loc)),
      className(className.str()), path(std::move(path)), settings(settings),
      inputs(std::move(inputs)), kerasVersion(context.kerasVersion),
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
    if (!llvm::isa<mlir::FloatType>(ProgramBuilder::elementOf(value)))
      continue;
    Value given = std::exchange(value, builder.convert(value, computeType));
    if (Value mask = context.masks.lookup(given))
      context.masks[value] = mask;
  }
}

std::optional<int64_t> LayerCall::dimension(int64_t number) const {
  int64_t result = number < 0 ? number + rank() : number;
  if (result < 0 || result >= rank())
    return std::nullopt;
  return result;
}

std::optional<LayerCall> keras::callWithin(LayerCall &call,
                                           mlir::Attribute layer,
                                           std::string path, Values inputs) {
  std::optional<NamedObject> inner =
      objectOf(layer, call.builder.builder().getContext());
  if (!inner || inner->name.empty())
    return std::nullopt;
  LayerCall result(call.context, inner->name, std::move(path),
                   inner->settings.all(), std::move(inputs),
                   call.builder.location());
  result.isTraining = call.isTraining;
  result.isTrainable &= call.isTrainable;
  return result;
}

FailureOr<SmallVector<int64_t>>
LayerCall::dimensions(StringRef key, llvm::ArrayRef<int64_t> missing) {
  SmallVector<int64_t> result;
  for (int64_t axis :
       settings.list(key).value_or(SmallVector<int64_t>(missing))) {
    std::optional<int64_t> number = dimension(axis);
    if (!number)
      return fail(mismatch::axis(axis, rank(), key));
    if (llvm::is_contained(result, *number))
      return fail("duplicate axis " + llvm::Twine(axis));
    result.push_back(*number);
  }
  llvm::sort(result);
  return result;
}

SmallVector<int64_t> LayerCall::sizesOf(Shape dimensions) const {
  return llvm::map_to_vector(
      dimensions, [&](int64_t dimension) { return shape()[dimension]; });
}

//===----------------------------------------------------------------------===//
// Refusals
//===----------------------------------------------------------------------===//

LogicalResult LayerCall::refuse(Refusal kind, const llvm::Twine &message) {
  if (refused == Refusal::None) {
    refused = kind;
    why = message.str();
  }
  return llvm::failure();
}

LogicalResult LayerCall::fail(const llvm::Twine &message) {
  return refuse(Refusal::Mismatch, message);
}

LogicalResult LayerCall::failWindow(int64_t reach, int64_t size) {
  window = {reach, size};
  return refuse(Refusal::Window, mismatch::window(reach, size));
}

LogicalResult LayerCall::failUnsupported(const llvm::Twine &message) {
  return refuse(Refusal::Unsupported, message);
}

LogicalResult LayerCall::failDetail(const llvm::Twine &message) {
  (void)failUnsupported(message);
  return llvm::success(!builder.buildsOps());
}

LogicalResult LayerCall::failWeights(StringRef key) {
  context.count.setUnknown();
  return failDetail("`" + key + "` is not supported");
}

LogicalResult LayerCall::failClass() {
  return refuse(Refusal::UnknownClass, "");
}

LogicalResult LayerCall::failAs(const LayerCall &inner) {
  window = inner.window;
  return refuse(inner.refused, inner.why);
}

LogicalResult LayerCall::expectRank(int64_t wanted) {
  if (rank() == wanted)
    return llvm::success();
  return fail(mismatch::rank(shape(), wanted));
}

LogicalResult LayerCall::failIfSet(StringRef key) {
  if (!settings.get(key))
    return llvm::success();
  return failDetail("`" + key + "` is not supported");
}

LogicalResult LayerCall::failSetting(StringRef key) {
  return failUnsupported("`" + key + "` is not supported");
}

LogicalResult LayerCall::failSetting(StringRef key, StringRef value) {
  return failUnsupported("unsupported " + key + " `" + value + "`");
}

LogicalResult LayerCall::expectFits(Shape shape) {
  SmallVector<int64_t> known(shape);
  llvm::erase_if(known, [](int64_t size) { return !isKnown(size); });
  // Types may be of any size.
  return builder.buildsOps() && ForwardModule::isTooLarge(known)
             ? failUnsupported("a tensor of shape " +
                               mismatch::shapeText(shape) + " is too large")
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
LayerCall::sizes(StringRef key, unsigned count, int64_t least,
                 std::optional<int64_t> missing) {
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
  std::string reason = mismatch::sizes(
      key, describe(settings.get(key), settings.all().getContext()), count,
      least);
  // Numbers that Keras refuses are an error; what is missing or is something
  // else may be meant for another version of the class.
  bool areTooSmall =
      found && llvm::any_of(*found, [&](int64_t size) { return size < least; });
  return areTooSmall ? fail(reason) : failUnsupported(reason);
}

//===----------------------------------------------------------------------===//
// Weights
//===----------------------------------------------------------------------===//

/// How far the rows or the columns of a matrix are from having right angles, as
/// a mean over all pairs.
static FailureOr<Value> orthogonalPenalty(LayerCall &call,
                                          const Settings &settings, Value value,
                                          StringRef key) {
  Shape shape = ProgramBuilder::shapeOf(value);
  if (shape.size() != 2)
    return call.fail("`" + key +
                     "` takes matrices, and not a weight of shape " +
                     mismatch::shapeText(shape));
  int64_t other = settings.word("mode", "rows") == "rows" ? 1 : 0;
  int64_t count = shape[1 - other];
  ProgramBuilder &b = call.builder;
  Value unit = scaleToUnit(b, value, {other});
  Value products = b.dotGeneral(unit, unit, {other}, {other});
  auto places =
      ProgramBuilder::typeOf(products).clone(b.builder().getI32Type());
  Value isPair =
      b.compare(b.iota(places, 0), b.iota(places, 1), ComparisonDirection::NE);
  Value angles = b.select(isPair, b.maximum(products, b.negate(products)),
                          b.like(products, 0));
  auto size = static_cast<double>(isKnown(count) ? count : 1);
  return b.scale(b.sumOfAll(angles),
                 settings.number("factor", 0.01) / (size * (size - 1)));
}

/// The penalty that a setting asks for; null if there is none.
FailureOr<Value> LayerCall::penaltyOf(Value value, StringRef key) {
  std::optional<NamedObject> object =
      objectOf(settings.get(key), builder.builder().getContext());
  if (!object)
    return Value();
  StringRef kind = object->name;
  if (kind == "OrthogonalRegularizer" || kind == "orthogonal_regularizer")
    return orthogonalPenalty(*this, object->settings, value, key);
  bool isFirst = kind.equals_insensitive("l1");
  bool isSecond = kind.equals_insensitive("l2");
  bool isBoth = kind.equals_insensitive("l1l2") || kind == "l1_l2";
  if (!isFirst && !isSecond && !isBoth) {
    if (failed(failDetail("unsupported " + key + " `" + kind + "`")))
      return llvm::failure();
    return Value();
  }
  double missing = isBoth ? 0 : 0.01;
  double l1 = object->settings.number("l1", isSecond ? 0 : missing);
  double l2 = object->settings.number("l2", isFirst ? 0 : missing);
  Value sum;
  auto add = [&](Value penalty, double factor) {
    Value scaled = builder.scale(penalty, factor);
    sum = sum ? builder.add(sum, scaled) : scaled;
  };
  if (l1 != 0)
    add(builder.sumOfAll(builder.maximum(value, builder.negate(value))), l1);
  if (l2 != 0)
    add(builder.sumOfAll(builder.multiply(value, value)), l2);
  return sum;
}

/// Adds the penalty of a weight to the loss, once.
LogicalResult LayerCall::regularize(StringRef name, Value weight,
                                    StringRef setting) {
  std::string term = path + "/" + name.str() + "/regularizer";
  if (context.module && context.module->hasLoss(term))
    return llvm::success();
  FailureOr<Value> penalty =
      penaltyOf(weight, (setting + "_regularizer").str());
  if (failed(penalty))
    return llvm::failure();
  if (*penalty && isTrainable && context.module)
    context.module->addLoss(term, *penalty);
  return llvm::success();
}

LogicalResult LayerCall::regularizeActivity(Value result, StringRef key) {
  FailureOr<Value> penalty = penaltyOf(result, key);
  if (failed(penalty))
    return llvm::failure();
  if (!*penalty || !context.module)
    return llvm::success();
  auto examples = static_cast<double>(ProgramBuilder::shapeOf(result).front());
  std::string term = path + "/activity/regularizer";
  for (unsigned call = 1; context.module->hasLoss(term); ++call)
    term = path + "/activity/" + std::to_string(call) + "/regularizer";
  context.module->addLoss(term, builder.scale(*penalty, 1 / examples));
  return llvm::success();
}

/// What a setting holds a weight of a shape to.
FailureOr<std::optional<Constraint>>
LayerCall::constraintOf(const std::string &key, ArrayRef<int64_t> shape) {
  auto rank = static_cast<int64_t>(shape.size());
  std::optional<NamedObject> object =
      objectOf(settings.get(key), builder.builder().getContext());
  if (!object)
    return std::optional<Constraint>();
  std::string name;
  for (char letter : object->name) {
    if (letter != '_')
      name.push_back(llvm::toLower(letter));
  }
  const Settings &given = object->settings;
  Constraint constraint;
  if (name == "nonneg")
    return std::optional(constraint);
  bool isMaximum = name == "maxnorm";
  if (name == "unitnorm") {
    constraint.kind = ConstraintKind::UnitNorm;
  } else if (isMaximum || name == "minmaxnorm") {
    constraint.kind = ConstraintKind::Norm;
    constraint.least = isMaximum ? 0 : given.number("min_value", 0);
    constraint.most = given.number("max_value", isMaximum ? 2 : 1);
    constraint.rate = isMaximum ? 1 : given.number("rate", 1);
  } else if (name == "radialconstraint") {
    constraint.kind = ConstraintKind::Radial;
    if (rank != 4 || shape[0] != shape[1] || shape[0] < 2)
      return fail(key +
                  " `RadialConstraint` is of kernels of two equal sizes, "
                  "and the weight has shape " +
                  mismatch::shapeText(shape));
    return std::optional(constraint);
  } else {
    if (failed(failDetail("unsupported " + key + " `" + object->name + "`")))
      return llvm::failure();
    return std::optional<Constraint>();
  }
  for (int64_t axis : given.list("axis").value_or(SmallVector<int64_t>{0})) {
    int64_t number = axis < 0 ? axis + rank : axis;
    if (number < 0 || number >= rank)
      return fail("the axis of " + mismatch::axis(axis, rank, key));
    if (!llvm::is_contained(constraint.axes, number))
      constraint.axes.push_back(number);
  }
  return std::optional(constraint);
}

static std::string calledAgain(StringRef name, mlir::Type first,
                               mlir::Type next) {
  return "its calls need `" + name.str() + "` of types " +
         mismatch::typeText(first) + " and " + mismatch::typeText(next);
}

/// The weight of a layer of which only types are computed. It is counted once.
FailureOr<Value> LayerCall::knownWeight(StringRef name, RankedTensorType type,
                                        bool isTrained) {
  auto [known, isNew] =
      context.weights.try_emplace(path + "/" + name.str(), type);
  if (isNew)
    context.count.add(type.getShape(), isTrained);
  else if (!mayEqual(known->second.getShape(), type.getShape()))
    return fail(calledAgain(name, known->second, type));
  return builder.unknown(type);
}

FailureOr<Value> LayerCall::weight(StringRef name, Shape shape,
                                   StringRef setting, StringRef missing,
                                   const Initializer &own) {
  std::string stem = setting.str();
  std::optional<Initializer> initial = own;
  if (!own)
    initial = readInitializer(settings.get(stem + "_initializer"), missing,
                              builder.builder().getContext());
  if (!initial &&
      failed(failDetail("unsupported " + stem + "_initializer `" +
                        describe(settings.get(stem + "_initializer"),
                                 builder.builder().getContext()) +
                        "`")))
    return llvm::failure();
  FailureOr<std::optional<Constraint>> constraint =
      constraintOf(stem + "_constraint", shape);
  if (failed(constraint) || failed(expectFits(shape)))
    return llvm::failure();
  auto type = RankedTensorType::get(shape, variableType);
  if (!context.module) {
    FailureOr<Value> known = knownWeight(name, type, isTrainable);
    if (failed(known) || failed(regularize(name, *known, setting)))
      return llvm::failure();
    return builder.convert(*known, computeType);
  }
  std::string full = path + "/" + name.str();
  Value value = isTrainable ? context.module->parameter(full, type, *initial)
                            : context.module->state(full, type, *initial);
  // A layer that is called again has weights of the same shape.
  if (value.getType() != type)
    return fail(calledAgain(name, value.getType(), type));
  if (changeWeight) {
    FailureOr<Value> changed = changeWeight(name, value);
    if (failed(changed))
      return llvm::failure();
    if (*changed != value && isTrainable)
      context.module->setParameter(full, *changed);
    else if (*changed != value)
      context.module->setState(full, *changed);
    value = isTrainable ? context.module->parameter(full, type, *initial)
                        : context.module->state(full, type, *initial);
  }
  if (failed(regularize(name, value, setting)))
    return llvm::failure();
  if (*constraint && isTrainable)
    context.module->constrain(full, **constraint);
  return builder.convert(value, computeType);
}

FailureOr<Value> LayerCall::state(StringRef name, Shape shape, double initial) {
  return state(
      name, shape,
      [initial](ProgramBuilder &b, Value, RankedTensorType type) -> Value {
        return b.splat(type, initial);
      });
}

FailureOr<Value> LayerCall::state(StringRef name, Shape shape,
                                  const Initializer &initial) {
  auto type = RankedTensorType::get(shape, variableType);
  if (!context.module)
    return knownWeight(name, type, /*isTrained=*/false);
  Value value = context.module->state(path + "/" + name.str(), type, initial);
  if (value.getType() != type)
    return fail(calledAgain(name, value.getType(), type));
  return value;
}

void LayerCall::setState(StringRef name, Value value) {
  if (context.module)
    context.module->setState(path + "/" + name.str(), value);
}

FailureOr<Value> LayerCall::activate(Value value, StringRef key,
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
  if (failed(failDetail("unsupported " + key + " `" + name + "`")))
    return llvm::failure();
  return value;
}

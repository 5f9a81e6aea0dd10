//===- Initializers.cpp - How weights begin -------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Random.h"
#include "Ops/Keras/LayerCall.h"
#include "Ops/Keras/Spectra.h"
#include "Support/MLIR.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

namespace {
/// Which numbers of inputs and outputs a scale is divided by.
enum class Fan : uint8_t { In, Out, Average };
enum class Distribution : uint8_t { Uniform, Truncated, Normal };

struct Scaling {
  double scale = 1;
  Fan fan = Fan::In;
  Distribution distribution = Distribution::Truncated;
};
} // namespace

/// How many values go into an element of the output, and how many come out of
/// one of the input.
static std::pair<double, double> fansOf(RankedTensorType type) {
  llvm::ArrayRef<int64_t> shape = type.getShape();
  if (shape.empty())
    return {1, 1};
  if (shape.size() == 1)
    return {shape[0], shape[0]};
  double field = 1;
  for (int64_t size : shape.drop_back(2))
    field *= static_cast<double>(size);
  return {field * static_cast<double>(shape[shape.size() - 2]),
          field * static_cast<double>(shape.back())};
}

static Value drawScaled(ProgramBuilder &b, Value key, RankedTensorType type,
                        const Scaling &scaling) {
  auto [in, out] = fansOf(type);
  double fan = scaling.fan == Fan::In    ? in
               : scaling.fan == Fan::Out ? out
                                         : (in + out) / 2;
  double variance = scaling.scale / std::max(fan, 1.0);
  switch (scaling.distribution) {
  case Distribution::Uniform: {
    double limit = std::sqrt(3 * variance);
    return drawUniform(b, key, type, -limit, limit);
  }
  case Distribution::Truncated:
    // The deviation of a normal distribution that is cut at 2 is this much.
    return drawTruncatedNormal(b, key, type, 0,
                               std::sqrt(variance) / 0.87962566103423978);
  case Distribution::Normal:
    return drawNormal(b, key, type, 0, std::sqrt(variance));
  }
  llvm_unreachable("unknown distribution");
}

static std::optional<Scaling> namedScaling(StringRef name) {
  using Result = std::optional<Scaling>;
  return llvm::StringSwitch<Result>(name)
      .Case("glorotuniform", Scaling{1, Fan::Average, Distribution::Uniform})
      .Case("xavieruniform", Scaling{1, Fan::Average, Distribution::Uniform})
      .Case("glorotnormal", Scaling{1, Fan::Average, Distribution::Truncated})
      .Case("heuniform", Scaling{2, Fan::In, Distribution::Uniform})
      .Case("henormal", Scaling{2, Fan::In, Distribution::Truncated})
      .Case("lecununiform", Scaling{1, Fan::In, Distribution::Uniform})
      .Case("lecunnormal", Scaling{1, Fan::In, Distribution::Truncated})
      .Default(std::nullopt);
}

static Scaling givenScaling(const Settings &settings) {
  Scaling result;
  result.scale = settings.number("scale", 1);
  result.fan = llvm::StringSwitch<Fan>(settings.word("mode", "fan_in"))
                   .Case("fan_out", Fan::Out)
                   .Case("fan_avg", Fan::Average)
                   .Default(Fan::In);
  result.distribution =
      llvm::StringSwitch<Distribution>(settings.word("distribution", ""))
          .Case("uniform", Distribution::Uniform)
          .Case("untruncated_normal", Distribution::Normal)
          .Default(Distribution::Truncated);
  return result;
}

static Initializer constant(double number) {
  return [number](ProgramBuilder &b, Value, RankedTensorType type) {
    return b.splat(type, number);
  };
}

/// Ones where row and column are equal.
static Value identity(ProgramBuilder &b, RankedTensorType type, double gain) {
  auto places = type.clone(b.builder().getI32Type());
  Value same =
      b.compare(b.iota(places, 0), b.iota(places, 1), ComparisonDirection::EQ);
  return b.scale(b.convert(same, type.getElementType()), gain);
}

std::optional<Initializer> keras::readInitializer(mlir::Attribute value,
                                                  StringRef missing,
                                                  mlir::MLIRContext *context) {
  std::optional<NamedObject> object = objectOf(value, context);
  StringRef given = object ? object->name : missing;
  Settings settings =
      object ? object->settings : Settings(mlir::DictionaryAttr::get(context));
  // `GlorotUniform` and `glorot_uniform` are one.
  std::string name;
  for (char letter : given) {
    if (letter != '_')
      name.push_back(llvm::toLower(letter));
  }
  if (name == "zeros" || name == "zero")
    return constant(0);
  if (name == "ones" || name == "one")
    return constant(1);
  if (name == "constant")
    return constant(settings.number("value", 0));
  if (std::optional<Scaling> scaling = namedScaling(name))
    return [scaling](ProgramBuilder &b, Value key, RankedTensorType type) {
      return drawScaled(b, key, type, *scaling);
    };
  if (name == "variancescaling")
    return [scaling = givenScaling(settings)](ProgramBuilder &b, Value key,
                                              RankedTensorType type) {
      return drawScaled(b, key, type, scaling);
    };
  if (name == "stft" || name == "stftinitializer")
    return readWaves(settings);
  double mean = settings.number("mean", 0);
  double deviation = settings.number("stddev", 0.05);
  if (name == "randomnormal" || name == "normal")
    return [=](ProgramBuilder &b, Value key, RankedTensorType type) {
      return drawNormal(b, key, type, mean, deviation);
    };
  if (name == "truncatednormal")
    return [=](ProgramBuilder &b, Value key, RankedTensorType type) {
      return drawTruncatedNormal(b, key, type, mean, deviation);
    };
  double low = settings.number("minval", -0.05);
  double high = settings.number("maxval", 0.05);
  if (name == "randomuniform" || name == "uniform")
    return [=](ProgramBuilder &b, Value key, RankedTensorType type) {
      return drawUniform(b, key, type, low, high);
    };
  double gain = settings.number("gain", 1);
  if (name == "orthogonal" || name == "orthogonalinitializer")
    return [=](ProgramBuilder &b, Value key, RankedTensorType type) {
      return drawOrthogonal(b, key, type, gain);
    };
  if (name == "identity" || name == "identityinitializer")
    return [=](ProgramBuilder &b, Value, RankedTensorType type) {
      return type.getRank() == 2 ? identity(b, type, gain) : b.splat(type, 0);
    };
  return std::nullopt;
}

//===- Spectra.cpp - Waves that signals are made of -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Keras/Spectra.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/MLIR.h"
#include <cmath>

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

static constexpr double WholeTurn = 2 * 3.14159265358979323846;

namespace {
/// A window that is a sum of cosines, with alternating signs.
struct CosineWindow {
  llvm::StringLiteral name;
  double shares[5];
};
} // namespace

static constexpr CosineWindow CosineWindows[] = {
    {"boxcar", {1}},
    {"hann", {0.5, 0.5}},
    {"hamming", {0.54, 0.46}},
    {"blackman", {0.42, 0.5, 0.08}},
    {"nuttall", {0.3635819, 0.4891775, 0.1365995, 0.0106411}},
    {"blackmanharris", {0.35875, 0.48829, 0.14128, 0.01168}},
    {"flattop",
     {0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368}},
};

std::optional<SmallVector<double>>
keras::windowOf(mlir::Attribute window, int64_t length, bool isPeriodic) {
  SmallVector<double> result(length, 1);
  if (!window || llvm::isa<mlir::UnitAttr>(window))
    return result;
  if (std::optional<llvm::ArrayRef<mlir::Attribute>> list = listOf(window)) {
    if (static_cast<int64_t>(list->size()) != length)
      return std::nullopt;
    for (auto [number, item] : llvm::zip_equal(result, *list)) {
      std::optional<double> given = numberOf(item);
      if (!given)
        return std::nullopt;
      number = *given;
    }
    return result;
  }
  auto name = llvm::dyn_cast<mlir::StringAttr>(window);
  const auto *known = llvm::find_if(CosineWindows, [&](const auto &entry) {
    return name && entry.name == name.getValue();
  });
  if (known == std::end(CosineWindows))
    return std::nullopt;
  // One sample alone is the middle.
  if (length == 1)
    return result;
  auto period = static_cast<double>(isPeriodic ? length : length - 1);
  for (auto [sample, number] : llvm::enumerate(result)) {
    number = 0;
    for (auto [wave, share] : llvm::enumerate(known->shares)) {
      double angle = WholeTurn * static_cast<double>(wave * sample) / period;
      number += (wave % 2 == 0 ? share : -share) * std::cos(angle);
    }
  }
  return result;
}

Value keras::buildWaves(ProgramBuilder &b, RankedTensorType type, bool isCosine,
                        int64_t turn, llvm::ArrayRef<double> window) {
  // Whole turns are taken out where numbers are whole.
  auto places = type.clone(b.builder().getI64Type());
  Value product = b.multiply(b.iota(places, 0), b.iota(places, 2));
  Value rest = b.binary<RemainderOp>(
      product, b.like(product, static_cast<double>(turn)));
  Value angle = b.scale(b.convert(rest, type.getElementType()),
                        WholeTurn / static_cast<double>(turn));
  Value wave = isCosine ? b.function<CosineOp>(angle)
                        : b.negate(b.function<SineOp>(angle));
  auto samples =
      RankedTensorType::get({type.getDimSize(0)}, type.getElementType());
  return b.multiply(
      wave, b.broadcast(b.reals(window, samples), type.getShape(), {0}));
}

std::optional<Initializer> keras::readWaves(const Settings &settings) {
  StringRef side = settings.word("side", "real");
  StringRef scaling = settings.word("scaling", "");
  if (!settings.all().contains("scaling"))
    scaling = "density";
  mlir::Attribute window = settings.all().get("window");
  bool isPeriodic = settings.getBool("periodic", false);
  bool isKnown =
      (side == "real" || side == "imag") &&
      (scaling.empty() || scaling == "density" || scaling == "spectrum");
  auto name = llvm::dyn_cast_if_present<mlir::StringAttr>(window);
  if (!isKnown || (name && !windowOf(window, 1, isPeriodic)))
    return std::nullopt;
  if (!window)
    window = mlir::StringAttr::get(settings.all().getContext(), "hann");
  bool hasWindow = !llvm::isa<mlir::UnitAttr>(window);
  return [=](ProgramBuilder &b, Value, RankedTensorType type) -> Value {
    // A kernel of another form has no frequencies, and nobody has frames of
    // many million samples.
    constexpr int64_t MostSamples = 1 << 24;
    if (type.getRank() != 3 || type.getDimSize(0) > MostSamples)
      return b.splat(type, 0);
    std::optional<SmallVector<double>> shares =
        windowOf(window, type.getDimSize(0), isPeriodic);
    if (!shares)
      return b.splat(type, 0);
    double size = 0;
    for (double share : *shares)
      size += scaling == "density" ? share * share : std::abs(share);
    size = scaling == "density" ? std::sqrt(size) : size;
    if (hasWindow && !scaling.empty()) {
      for (double &share : *shares)
        share /= size;
    }
    int64_t turn = std::max<int64_t>(2 * (type.getDimSize(2) - 1), 1);
    return buildWaves(b, type, side == "real", turn, *shares);
  };
}

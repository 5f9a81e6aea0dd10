//===- MelWeightOps.cpp - Weights of frequencies that ears hear -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

static double melOf(double hertz) { return 2595 * std::log10(1 + hertz / 700); }

static double hertzOf(double mel) {
  return 700 * (std::pow(10, mel / 2595) - 1);
}

/// Where bands begin, have their middle and end: each begins where the one
/// before has its middle.
static SmallVector<int64_t> bandEdges(int64_t bands, int64_t length,
                                      double rate, double low, double high) {
  double first = melOf(low);
  double step = (melOf(high) - first) / static_cast<double>(bands + 2);
  SmallVector<int64_t> edges;
  for (int64_t i = 0; i < bands + 2; ++i) {
    double hertz = hertzOf(first + step * static_cast<double>(i));
    double edge = std::floor(static_cast<double>(length + 1) * hertz / rate);
    // What is no number is none of a bin either.
    edges.push_back(std::abs(edge) < 0x1p40 ? static_cast<int64_t>(edge) : -1);
  }
  return edges;
}

/// Triangles over the bins of a transform, [bins, bands].
static SmallVector<double> trianglesOf(ArrayRef<int64_t> edges, int64_t bins) {
  int64_t bands = static_cast<int64_t>(edges.size()) - 2;
  SmallVector<double> weights(bins * bands, 0);
  auto share = [](int64_t part, int64_t whole) {
    return static_cast<double>(part) / static_cast<double>(whole);
  };
  for (int64_t band = 0; band < bands; ++band) {
    int64_t low = edges[band], middle = edges[band + 1], high = edges[band + 2];
    auto set = [&](int64_t bin, double weight) {
      if (bin >= 0 && bin < bins)
        weights[bin * bands + band] = weight;
    };
    for (int64_t bin = std::max<int64_t>(low, 0);
         bin <= std::min(middle, bins - 1); ++bin)
      set(bin, low == middle ? 1 : share(bin - low, middle - low));
    for (int64_t bin = std::max<int64_t>(middle, 0); bin < std::min(high, bins);
         ++bin)
      set(bin, share(high - bin, high - middle));
  }
  return weights;
}

static LogicalResult melWeightMatrix(OpCall &call) {
  if (failed(call.expectInputs(5)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  int64_t number = call.integer("output_datatype", /*float*/ 1);
  mlir::Type element = elementType(b.builder(), number);
  if (!element || element.isInteger(1))
    return call.fail("unsupported element type " + llvm::Twine(number) +
                     " in `output_datatype`");
  static constexpr StringRef names[] = {"num_mel_bins", "dft_length",
                                        "sample_rate", "lower_edge_hertz",
                                        "upper_edge_hertz"};
  double numbers[5];
  for (unsigned i = 0; i < 5; ++i) {
    std::optional<double> known = call.knownNumber(i);
    if (!known)
      return call.failNotConstant(i, names[i], 2, element);
    numbers[i] = *known;
    bool isSize = *known >= 1 && *known <= 0x1p30;
    if (i < 3 && !isSize)
      return call.fail(
          llvm::formatv("`{0}` is {1:F0}", names[i], *known).str());
  }
  auto bands = static_cast<int64_t>(numbers[0]);
  auto length = static_cast<int64_t>(numbers[1]);
  int64_t bins = length / 2 + 1;
  auto type = RankedTensorType::get({bins, bands}, element);
  if (!b.buildsOps())
    return call.setResult(b.unknown(type));
  constexpr int64_t MostElements = int64_t(1) << 24;
  if (bands > MostElements / bins)
    return call.failUnsupported("a matrix of shape " +
                                mismatch::shapeText(type.getShape()) +
                                " is too large");
  SmallVector<double> weights = trianglesOf(
      bandEdges(bands, length, numbers[2], numbers[3], numbers[4]), bins);
  auto reals = RankedTensorType::get({bins, bands}, b.builder().getF64Type());
  auto elements =
      mlir::DenseElementsAttr::get(reals, llvm::ArrayRef<double>(weights));
  // Converted as each element type wants it; integers lose what is behind the
  // point.
  return call.setResult(b.convert(b.constant(elements), element));
}

void onnx::addMelWeightOps(OpTable &table) {
  table.add(melWeightMatrix, {"MelWeightMatrix"});
}

//===- SpectrogramLayers.cpp - Frequencies of signals over time -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Ops/Keras/Layers.h"
#include "Ops/Keras/SpatialLayout.h"
#include "Ops/Keras/Spectra.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

/// What the logarithms of Keras begin with.
static constexpr double Epsilon = 1e-7;

/// Signals [examples, samples, 1] by a kernel [samples, 1, frequencies].
static FailureOr<Value> slide(LayerCall &call, Value signals, Value kernel,
                              int64_t stride, StringRef padding) {
  ProgramBuilder &b = call.builder;
  WindowSize window = {ProgramBuilder::shapeOf(signals)[1],
                       ProgramBuilder::shapeOf(kernel)[0], stride, 1};
  std::optional<std::pair<int64_t, int64_t>> edges = window.padding(padding);
  if (!edges)
    return call.failWindow(window.reach(), window.input);
  ConvolutionOptions options;
  options.dimensions = SpatialLayout(1, /*isChannelsFirst=*/false)
                           .dimensionsAttr(b.builder().getContext());
  options.strides = {stride};
  options.padding = {*edges};
  return b.convolution(signals, kernel, options);
}

static Value atLeast(ProgramBuilder &b, Value x, double least) {
  return b.maximum(x, b.like(x, least));
}

//===----------------------------------------------------------------------===//
// Kernels that are learned
//===----------------------------------------------------------------------===//

namespace {
/// The frames of a short-time Fourier transform.
struct Frames {
  int64_t length;
  int64_t step;
  int64_t frequencies;
};
} // namespace

static FailureOr<Frames> readFrames(LayerCall &call) {
  FailureOr<SmallVector<int64_t>> length =
      call.sizes("frame_length", 1, 1, 256);
  if (failed(length))
    return llvm::failure();
  FailureOr<SmallVector<int64_t>> step =
      call.sizes("frame_step", 1, 1, std::max<int64_t>(length->front() / 2, 1));
  // The next power of two.
  auto whole = static_cast<int64_t>(
      llvm::PowerOf2Ceil(static_cast<uint64_t>(length->front())));
  FailureOr<SmallVector<int64_t>> turn = call.sizes("fft_length", 1, 1, whole);
  if (failed(step) || failed(turn))
    return llvm::failure();
  if (step->front() > length->front())
    return call.fail("`frame_step` is " + llvm::Twine(step->front()) +
                     ", more than `frame_length`, " +
                     llvm::Twine(length->front()));
  if (turn->front() < length->front())
    return call.fail("`fft_length` is " + llvm::Twine(turn->front()) +
                     ", less than `frame_length`, " +
                     llvm::Twine(length->front()));
  return Frames{length->front(), step->front(), turn->front() / 2 + 1};
}

/// One side of the transform: [batch, channels, steps, frequencies].
static FailureOr<Value> transform(LayerCall &call, const Frames &frames,
                                  StringRef side) {
  // The settings of the layer are those of the initializer.
  mlir::MLIRContext *context = call.builder.builder().getContext();
  mlir::NamedAttrList list(call.settings.all());
  list.set("side", mlir::StringAttr::get(context, side));
  std::optional<Initializer> initial =
      readWaves(Settings(list.getDictionary(context)));
  mlir::Attribute window = call.settings.all().get("window");
  if (!initial || (window && !llvm::isa<mlir::StringAttr>(window) &&
                   !windowOf(window, frames.length, false)))
    return call.failUnsupported("its window or its scaling is not known");
  FailureOr<Value> kernel = call.weight((side + "_kernel").str(),
                                        {frames.length, 1, frames.frequencies},
                                        side, "zeros", *initial);
  if (failed(kernel))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value x = call.isChannelsFirst() ? call.input()
                                   : b.transpose(call.input(), {0, 2, 1});
  Shape shape = ProgramBuilder::shapeOf(x);
  int64_t batch = shape[0], channels = shape[1];
  Value signals = b.reshape(x, {productOf({batch, channels}), shape[2], 1});
  FailureOr<Value> result = slide(call, signals, *kernel, frames.step,
                                  call.settings.word("padding", "valid"));
  if (failed(result))
    return llvm::failure();
  return b.reshape(*result,
                   {batch, channels, ProgramBuilder::shapeOf(*result)[1],
                    frames.frequencies});
}

/// Puts dimensions where the layer has them.
static Value arranged(LayerCall &call, Value x) {
  ProgramBuilder &b = call.builder;
  Shape shape = ProgramBuilder::shapeOf(x);
  if (call.settings.getBool("expand_dims", false))
    return call.isChannelsFirst() ? x : b.transpose(x, {0, 2, 3, 1});
  int64_t batch = shape[0], steps = shape[2];
  int64_t features = productOf({shape[1], shape[3]});
  if (call.isChannelsFirst())
    return b.reshape(b.transpose(x, {0, 1, 3, 2}), {batch, features, steps});
  return b.reshape(b.transpose(x, {0, 2, 1, 3}), {batch, steps, features});
}

/// The squares of both sides, or what a mode makes of them.
static Value powerOf(LayerCall &call, StringRef mode, Value real, Value imag) {
  ProgramBuilder &b = call.builder;
  Value power = b.add(b.multiply(real, real), b.multiply(imag, imag));
  if (mode == "psd") {
    // All frequencies but the first and the last stand for two.
    int64_t count = ProgramBuilder::shapeOf(power)[3];
    if (count <= 2)
      return power;
    Value inner = b.part(power, 3, 1, count - 1);
    return b.add(power, b.pad(inner, 0, {0, 0, 0, 1}, {0, 0, 0, 1}));
  }
  Value size = b.sqrt(atLeast(b, power, Epsilon));
  return mode == "magnitude" ? size : b.log(atLeast(b, size, Epsilon));
}

static FailureOr<Values> stftSpectrogram(LayerCall &call) {
  if (failed(call.expectRank(3)))
    return llvm::failure();
  StringRef mode = call.settings.word("mode", "log");
  if (!llvm::is_contained(
          {"log", "magnitude", "psd", "real", "imag", "angle", "stft"}, mode))
    return call.failSetting("mode", mode);
  FailureOr<Frames> frames = readFrames(call);
  if (failed(frames))
    return llvm::failure();
  Value real, imag;
  for (auto [value, side, other] :
       {std::tuple(&real, "real", "imag"), std::tuple(&imag, "imag", "real")}) {
    if (mode == other)
      continue;
    FailureOr<Value> made = transform(call, *frames, side);
    if (failed(made))
      return llvm::failure();
    *value = *made;
  }
  ProgramBuilder &b = call.builder;
  if (mode == "real" || mode == "imag")
    return Values{arranged(call, real ? real : imag)};
  if (mode == "angle")
    return Values{arranged(call, b.binary<Atan2Op>(imag, real))};
  if (mode == "stft")
    return Values{arranged(call, b.concatenate({real, imag}, 3))};
  return Values{arranged(call, powerOf(call, mode, real, imag))};
}

//===----------------------------------------------------------------------===//
// The mel scale
//===----------------------------------------------------------------------===//

static double melOf(double hertz) { return 1127 * std::log(1 + hertz / 700); }

/// What each frequency counts in each band: triangles of the mel scale, as the
/// Hidden Markov Model Toolkit has them. The first frequency is in none.
static std::vector<double> melShares(int64_t frequencies, int64_t bands,
                                     double rate, double low, double high) {
  double first = melOf(low);
  double width = (melOf(high) - first) / static_cast<double>(bands + 1);
  std::vector<double> shares(frequencies * bands, 0);
  for (int64_t i = 1; i < frequencies; ++i) {
    double mel = melOf(rate / 2 * static_cast<double>(i) /
                       static_cast<double>(frequencies - 1));
    for (int64_t band = 0; band < bands; ++band) {
      double place = (mel - first) / width - static_cast<double>(band);
      shares[i * bands + band] = std::max(0.0, std::min(place, 2 - place));
    }
  }
  return shares;
}

/// Signals with so many samples before and behind them, which mirror them.
static Value mirrored(ProgramBuilder &b, Value signals, int64_t edge) {
  if (edge == 0)
    return signals;
  int64_t samples = ProgramBuilder::shapeOf(signals)[1];
  Value before = b.reverse(b.part(signals, 1, 1, edge + 1), {1});
  Value behind =
      b.reverse(b.part(signals, 1, samples - edge - 1, samples - 1), {1});
  return b.concatenate({before, signals, behind}, 1);
}

namespace {
/// What `MelSpectrogram` is asked for.
struct MelSettings {
  int64_t turn, step, length, bands;
  double rate;
};
} // namespace

static FailureOr<MelSettings> readMel(LayerCall &call) {
  FailureOr<SmallVector<int64_t>> turn = call.sizes("fft_length", 1, 2, 2048);
  FailureOr<SmallVector<int64_t>> step =
      call.sizes("sequence_stride", 1, 1, 512);
  FailureOr<SmallVector<int64_t>> bands = call.sizes("num_mel_bins", 1, 1, 128);
  if (failed(turn) || failed(step) || failed(bands))
    return llvm::failure();
  FailureOr<SmallVector<int64_t>> length =
      call.sizes("sequence_length", 1, 1, turn->front());
  if (failed(length))
    return llvm::failure();
  if (length->front() > turn->front())
    return call.fail("`sequence_length` is " + llvm::Twine(length->front()) +
                     ", more than `fft_length`, " + llvm::Twine(turn->front()));
  constexpr int64_t MostShares = 1 << 24;
  if (productOf({turn->front(), std::max(bands->front(), length->front())}) >
      MostShares)
    return call.failUnsupported(
        "`fft_length` and `num_mel_bins` are " + llvm::Twine(turn->front()) +
        " and " + llvm::Twine(bands->front()) + ", which is too large");
  return MelSettings{turn->front(), step->front(), length->front(),
                     bands->front(),
                     call.settings.number("sampling_rate", 16000)};
}

/// The squares of the sizes of all frequencies: [batch, steps, frequencies].
/// Where a frame begins changes only their angles.
static FailureOr<Value> spectrumOf(LayerCall &call, const MelSettings &mel,
                                   Value signals) {
  ProgramBuilder &b = call.builder;
  mlir::Attribute window = call.settings.all().get("window");
  if (!window)
    window = mlir::StringAttr::get(b.builder().getContext(), "hann");
  std::optional<SmallVector<double>> shares =
      windowOf(window, mel.length, /*isPeriodic=*/true);
  if (!shares)
    return call.failSetting("window");
  int64_t samples = ProgramBuilder::shapeOf(signals)[1];
  int64_t steps = (samples - mel.turn) / mel.step + 1;
  int64_t first = (mel.turn - mel.length) / 2;
  Value cut =
      b.part(signals, 1, first, first + (steps - 1) * mel.step + mel.length);
  Value x =
      b.reshape(cut, {call.shape()[0], ProgramBuilder::shapeOf(cut)[1], 1});
  auto type = RankedTensorType::get({mel.length, 1, mel.turn / 2 + 1},
                                    ProgramBuilder::elementOf(signals));
  Value total;
  for (bool isCosine : {true, false}) {
    Value waves = buildWaves(b, type, isCosine, mel.turn, *shares);
    FailureOr<Value> side = slide(call, x, waves, mel.step, "valid");
    if (failed(side))
      return llvm::failure();
    Value square = b.multiply(*side, *side);
    total = total ? b.add(total, square) : square;
  }
  return total;
}

/// Powers in decibels, none of which is too far below the greatest.
static Value decibels(LayerCall &call, Value power) {
  ProgramBuilder &b = call.builder;
  const Settings &settings = call.settings;
  constexpr double ToDecibels = 10 / 2.302585092994045684;
  double least = settings.number("min_power", 1e-10);
  double reference = std::max(std::abs(settings.number("ref_power", 1)), least);
  Value loud = b.scale(b.log(atLeast(b, power, least)), ToDecibels);
  loud = b.subtract(loud, b.like(loud, ToDecibels * std::log(reference)));
  // That of the whole batch.
  Value greatest = b.reduce(loud, {0, 1, 2}, Combination::Maximum);
  Value limit =
      b.subtract(greatest, b.like(greatest, settings.number("top_db", 80)));
  return b.maximum(loud, b.broadcastTo(limit, ProgramBuilder::shapeOf(loud)));
}

static FailureOr<Values> melSpectrogram(LayerCall &call) {
  FailureOr<MelSettings> mel = readMel(call);
  if (failed(mel) || failed(call.expectRank(2)))
    return llvm::failure();
  int64_t samples = call.shape()[1], edge = mel->turn / 2;
  if (isKnown(samples) && samples <= edge)
    return call.failUnsupported("signals of " + llvm::Twine(samples) +
                                " samples cannot be mirrored by " +
                                llvm::Twine(edge));
  ProgramBuilder &b = call.builder;
  if (!b.buildsOps()) {
    int64_t steps = isKnown(samples)
                        ? (samples + 2 * edge - mel->turn) / mel->step + 1
                        : samples;
    return Values{b.unknown(RankedTensorType::get(
        {call.shape()[0], mel->bands, steps}, call.computeType))};
  }
  bool isNarrow = call.computeType.getWidth() < 32;
  mlir::Type element =
      isNarrow ? b.builder().getF32Type() : mlir::Type(call.computeType);
  FailureOr<Value> power = spectrumOf(
      call, *mel, mirrored(b, b.convert(call.input(), element), edge));
  if (failed(power))
    return llvm::failure();
  if (double exponent = call.settings.number("mag_exp", 2); exponent != 2)
    power = b.power(*power, b.like(*power, exponent / 2));
  int64_t frequencies = mel->turn / 2 + 1;
  double highest = call.settings.number("max_freq", 0);
  std::vector<double> shares = melShares(
      frequencies, mel->bands, mel->rate, call.settings.number("min_freq", 20),
      highest > 0 ? highest : std::floor(mel->rate / 2));
  Value matrix = b.reals(
      shares, RankedTensorType::get({frequencies, mel->bands}, element));
  Value result = b.dotGeneral(*power, matrix, {2}, {0});
  if (call.settings.getBool("power_to_db", true))
    result = decibels(call, result);
  return Values{b.convert(b.transpose(result, {0, 2, 1}), call.computeType)};
}

void keras::addSpectrogramLayers(LayerTable &table) {
  table.add(stftSpectrogram, {"STFTSpectrogram"});
  table.add(melSpectrogram, {"MelSpectrogram"});
}

//===- DataOptions.cpp - Options of examples and images -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Runner/OptionReaders.h"
#include "Support/Decimal.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <thread>

using namespace trainlint;
using namespace trainlint::run;
using namespace llvm::opt;

/// A number, or a fraction such as `1/255`.
static std::optional<double> numberIn(StringRef text) {
  auto [above, below] = text.split('/');
  double numerator, denominator = 1;
  bool isNumber = !readDecimal(above, numerator) &&
                  (!text.contains('/') || !readDecimal(below, denominator));
  double number = isNumber && denominator != 0 ? numerator / denominator : NAN;
  return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

llvm::Error run::readScale(const InputArgList &arguments, RunOptions &all,
                           data::ImageScale &out) {
  const Arg *scale = arguments.getLastArg(OPT_scale_EQ);
  const Arg *shift = arguments.getLastArg(OPT_shift_EQ);
  bool isOff = arguments.hasArg(OPT_no_scale);
  all.isScaleGiven = scale || shift || isOff;
  if (isOff && (scale || shift))
    return llvm::createStringError("`--no-scale` and `--" +
                                   StringRef(scale ? "scale" : "shift") +
                                   "` exclude each other");
  if (isOff)
    out = data::ImageScale::none();
  if (scale) {
    std::optional<double> factor = numberIn(scale->getValue());
    if (!factor || *factor == 0 || !std::isfinite(1 / *factor))
      return llvm::createStringError(
          llvm::formatv("option `--scale` takes a number other than 0, such as "
                        "1/255, not `{0}`",
                        scale->getValue()));
    out.divisor = 1 / *factor;
  }
  if (shift) {
    std::optional<double> number = numberIn(shift->getValue());
    if (!number)
      return llvm::createStringError(llvm::formatv(
          "option `--shift` takes a number, not `{0}`", shift->getValue()));
    out.shift = *number;
  }
  return llvm::Error::success();
}

/// The numbers of an option, for all colors or for each.
static llvm::Error readColors(const InputArgList &arguments, OptionId option,
                              std::vector<double> &out) {
  const Arg *argument = arguments.getLastArg(option);
  if (!argument)
    return llvm::Error::success();
  llvm::SmallVector<StringRef> parts;
  StringRef(argument->getValue()).split(parts, ',');
  for (StringRef part : parts) {
    std::optional<double> number = numberIn(part);
    bool isDivisor = option == OPT_std_EQ;
    if (!number || (isDivisor && (*number == 0 || !std::isfinite(1 / *number))))
      return llvm::createStringError(llvm::formatv(
          "option `{0}` takes numbers{1}, such as 0.5 or 0.49,0.46,0.41, not "
          "`{2}`",
          spellingOf(option), isDivisor ? " other than 0" : "",
          argument->getValue()));
    out.push_back(*number);
  }
  return llvm::Error::success();
}

/// Two positive numbers of an option, the smaller one first.
static llvm::Error readRange(const InputArgList &arguments, OptionId option,
                             int64_t most, std::pair<double, double> &out) {
  const Arg *argument = arguments.getLastArg(option);
  if (!argument)
    return llvm::Error::success();
  auto [first, second] = StringRef(argument->getValue()).split(',');
  std::optional<double> least = numberIn(first), greatest = numberIn(second);
  if (!least || !greatest || *least <= 0 || *least > *greatest ||
      *greatest > most)
    return llvm::createStringError(llvm::formatv(
        "option `{0}` takes two numbers up to {1}, the smaller one first, "
        "such as 0.25,1, not `{2}`",
        spellingOf(option), most, argument->getValue()));
  out = {*least, *greatest};
  return llvm::Error::success();
}

/// Windows of images, of random sizes.
static llvm::Error readWindow(const InputArgList &arguments,
                              data::ImageOptions &images) {
  const Arg *form = arguments.getLastArg(OPT_random_resized_crop_EQ);
  if (!form) {
    if (std::optional<OptionId> given =
            firstGiven(arguments, {OPT_crop_area_EQ, OPT_crop_ratio_EQ}))
      return llvm::createStringError("`" + spellingOf(*given) +
                                     "` needs `--random-resized-crop`");
    return llvm::Error::success();
  }
  if (images.crop != 0)
    return llvm::createStringError(
        "`--random-crop` and `--random-resized-crop` "
        "exclude each other");
  data::WindowOptions &window = images.window.emplace();
  if (StringRef(form->getValue()) == "tensorflow")
    window.form = data::WindowForm::TensorFlow;
  constexpr int64_t MostRatio = 100;
  if (llvm::Error error = readRange(arguments, OPT_crop_area_EQ,
                                    /*most=*/1, window.area))
    return error;
  return readRange(arguments, OPT_crop_ratio_EQ, MostRatio, window.ratio);
}

llvm::Error run::readPipeline(const InputArgList &arguments,
                              trainer::TrainingOptions &out) {
  data::PipelineOptions &how = out.pipeline;
  data::ImageOptions &images = how.images;
  constexpr int64_t MostCrop = 4096;
  if (images.crop > MostCrop)
    return llvm::createStringError(llvm::formatv(
        "option `--random-crop` takes a number up to {0}, not {1}", MostCrop,
        images.crop));
  images.isFlipped = arguments.hasArg(OPT_random_flip);
  if (llvm::Error error = readColors(arguments, OPT_mean_EQ, images.mean))
    return error;
  if (llvm::Error error = readColors(arguments, OPT_std_EQ, images.deviation))
    return error;
  bool agree = images.mean.size() <= 1 || images.deviation.size() <= 1 ||
               images.mean.size() == images.deviation.size();
  if (!agree)
    return llvm::createStringError(
        llvm::formatv("`--mean` has {0} numbers and `--std` {1}",
                      images.mean.size(), images.deviation.size()));
  for (StringRef text : arguments.getAllArgValues(OPT_columns_EQ)) {
    auto [input, names] = text.split('=');
    data::ColumnChoice choice{input.str(), {}};
    for (StringRef name : llvm::split(names, ','))
      choice.columns.push_back(name.str());
    if (input.empty() || names.empty())
      return llvm::createStringError(
          "option `--columns` takes INPUT=NAME,..., not `" + text + "`");
    how.columns.push_back(std::move(choice));
  }
  if (const Arg *names = arguments.getLastArg(OPT_column_names_EQ))
    for (StringRef name : llvm::split(names->getValue(), ','))
      out.text.columns.push_back(name.str());
  if (llvm::Error error = readWindow(arguments, images))
    return error;
  out.text.imageRoot = arguments.getLastArgValue(OPT_image_root_EQ).str();
  std::optional<OptionId> ofFiles = firstGiven(
      arguments, {OPT_columns_EQ, OPT_column_names_EQ, OPT_image_root_EQ});
  bool hasFiles =
      !out.heldOut.empty() || (!out.isFakeData && !out.data.empty());
  if (ofFiles && !hasFiles)
    return llvm::createStringError("`" + spellingOf(*ofFiles) +
                                   "` is for `--data`");
  if (how.shuffleBuffer && !out.isShuffled)
    return llvm::createStringError(
        "`--no-shuffle` and `--shuffle-buffer` exclude each other");
  constexpr unsigned MostThreads = 4;
  if (!arguments.hasArg(OPT_data_threads_EQ))
    how.threads =
        std::clamp(std::thread::hardware_concurrency(), 1u, MostThreads);
  return llvm::Error::success();
}

//===- CheckTpuSoftware.cpp - Software versions of TPUs -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Slices.h"
#include "Dialect/Job/Checks/CheckPass.h"
#include "Dialect/Job/Checks/Slices.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/Support/VersionTuple.h"
#include <set>

using namespace trainlint;
using namespace trainlint::job;

namespace trainlint::job {
#define GEN_PASS_DEF_CHECKTPUSOFTWARE
#include "Dialect/Job/Checks/Passes.h.inc"
} // namespace trainlint::job

namespace {
/// A name such as `tpu-vm-tf-2.16.1-pod-pjrt`.
struct TensorFlowImage {
  StringRef number;
  llvm::VersionTuple version;
  bool pod = false;
  /// "pjrt" or "se"; empty if the name has none.
  StringRef deviceApi;
};

struct CheckTpuSoftware
    : CheckPass<CheckTpuSoftware,
                job::impl::CheckTpuSoftwareBase<CheckTpuSoftware>> {
  using CheckPass::CheckPass;

  static bool appliesTo(Platform platform) {
    return platform == Platform::CloudTPU;
  }
  void check(TrainingOp training);

private:
  void checkTensorFlow(ValueAttr version, const TensorFlowImage &image,
                       PoolOp slice);
  void checkDeviceApi(ValueAttr version, const TensorFlowImage &image);
  void checkPod(ValueAttr version, const TensorFlowImage &image, PoolOp slice);
  void checkNumber(ValueAttr version, const TensorFlowImage &image);
  bool checkArchitecture(TrainingOp training, bool forNode);
  void checkGeneration(ValueAttr version, PoolOp slice,
                       const TpuSoftwareVersions::Row &row);
  void checkLaunch(ValueAttr version, LaunchOp launch);
  void checkFramework(ValueAttr version, LaunchOp launch);
  void checkPlaces(ValueAttr version, LaunchOp launch,
                   const llvm::VersionTuple &wanted);
  void checkAddresses(TrainingOp training, PoolOp slice);

  const TpuSoftwareVersions &versions() const {
    return tables().tpuSoftwareVersions;
  }
};
} // namespace

static constexpr llvm::StringLiteral ImagePrefix = "tpu-vm-tf-";

static std::optional<TensorFlowImage> parseImage(StringRef name) {
  if (!name.consume_front(ImagePrefix))
    return std::nullopt;
  TensorFlowImage image;
  for (StringRef api : {"-pjrt", "-se"}) {
    if (name.consume_back(api))
      image.deviceApi = api.drop_front();
  }
  image.pod = name.consume_back("-pod");
  image.number = name;
  if (image.version.tryParse(name))
    return std::nullopt;
  return image;
}

/// The name of an image that is like another but for some parts.
static std::string nameOf(const TensorFlowImage &image) {
  std::string name = (ImagePrefix + image.number).str();
  if (image.pod)
    name += "-pod";
  if (!image.deviceApi.empty())
    name += ("-" + image.deviceApi).str();
  return name;
}

//===----------------------------------------------------------------------===//
// Images of TensorFlow
//===----------------------------------------------------------------------===//

/// From 2.15.0 on the name says which API the devices are driven with; before
/// there was one only.
void CheckTpuSoftware::checkDeviceApi(ValueAttr version,
                                      const TensorFlowImage &image) {
  const llvm::VersionTuple First(2, 15, 0);
  bool wanted = image.version >= First;
  if (wanted == !image.deviceApi.empty())
    return;
  TensorFlowImage better = image;
  better.deviceApi = wanted ? "pjrt" : "";
  std::string name = nameOf(better);
  Report report =
      wanted ? diag::TpuSoftwareVersion::noDeviceApi(version.getLoc(),
                                                     version.getText())
             : diag::TpuSoftwareVersion::deviceApi(
                   version.getLoc(), version.getText(), image.deviceApi);
  cite(report, versions());
  report.fix(/*safe=*/false, "write `" + name + "`", version.getLocation(),
             name);
  if (wanted)
    report.help("from TensorFlow 2.15.0 on a version ends in -pjrt or -se");
}

/// Slices of several hosts have images of their own.
void CheckTpuSoftware::checkPod(ValueAttr version, const TensorFlowImage &image,
                                PoolOp slice) {
  const TpuTypes::Row *type = tpuTypeOf(slice, tables());
  if (!type)
    return;
  bool one = llvm::is_contained(type->hosts, 1);
  bool several =
      llvm::any_of(type->hosts, [](int64_t hosts) { return hosts > 1; });
  if (image.pod ? several : one)
    return;
  TensorFlowImage better = image;
  better.pod = !image.pod;
  std::string name = nameOf(better);
  Report report =
      image.pod
          ? diag::TpuSoftwareVersion::podOnOneHost(
                version.getLoc(), version.getText(), type->name)
          : diag::TpuSoftwareVersion::noPod(version.getLoc(), version.getText(),
                                            type->name, type->hosts.front());
  cite(report, versions());
  report.note(slice.getAcceleratorTypeAttr().getLoc(), "of this slice");
  report.fix(/*safe=*/false, "write `" + name + "`", version.getLocation(),
             name);
}

/// Within the versions that the table has, it has all.
void CheckTpuSoftware::checkNumber(ValueAttr version,
                                   const TensorFlowImage &image) {
  constexpr StringRef Framework = "tensorflow";
  // From here on the table is complete.
  const llvm::VersionTuple First(2, 7, 3);
  std::set<llvm::VersionTuple> known;
  for (const TpuSoftwareVersions::Row &row : versions().rows) {
    llvm::VersionTuple number;
    if (row.framework == Framework && !number.tryParse(row.frameworkVersion))
      known.insert(number);
  }
  if (known.empty() || known.contains(image.version) || image.version < First ||
      image.version > *known.rbegin())
    return;
  llvm::SmallVector<std::string> numbers;
  for (const llvm::VersionTuple &number : known)
    numbers.push_back(number.getAsString());
  cite(diag::TpuSoftwareVersion::unknown(version.getLoc(), version.getText()),
       versions())
      .help("there are versions for TensorFlow " +
            formatList(numbers, "and", numbers.size()));
}

void CheckTpuSoftware::checkTensorFlow(ValueAttr version,
                                       const TensorFlowImage &image,
                                       PoolOp slice) {
  const TpuGenerations::Row *generation = generationOf(slice, tables());
  if (generation && !generation->tensorflow) {
    cite(diag::TpuSoftwareVersion::noTensorFlow(
             version.getLoc(), version.getText(), generation->name),
         tables().tpuGenerations)
        .note(slice.getAcceleratorTypeAttr().getLoc(), "of this generation")
        .help("train with JAX or PyTorch");
    return;
  }
  checkDeviceApi(version, image);
  checkPod(version, image, slice);
  checkNumber(version, image);
}

//===----------------------------------------------------------------------===//
// Other images
//===----------------------------------------------------------------------===//

/// True if the version is made for the architecture of the TPU.
bool CheckTpuSoftware::checkArchitecture(TrainingOp training, bool forNode) {
  bool isNode =
      knownString(training.getTpuArchitectureAttr()) == StringRef("node");
  if (isNode == forNode)
    return true;
  ValueAttr version = training.getRuntimeVersionAttr();
  auto make = forNode ? diag::TpuSoftwareVersion::ofNode
                      : diag::TpuSoftwareVersion::ofVm;
  cite(make(version.getLoc(), version.getText()), versions());
  return false;
}

void CheckTpuSoftware::checkGeneration(ValueAttr version, PoolOp slice,
                                       const TpuSoftwareVersions::Row &row) {
  const TpuGenerations::Row *generation = generationOf(slice, tables());
  const auto &pairs = tables().tpuSoftwareGenerations;
  auto fits = pairs.withVersion(row.name);
  if (!generation || fits.empty() || pairs.find(row.name, generation->name))
    return;
  llvm::SmallVector<StringRef> generations, better, ofFramework;
  for (const auto &pair : fits)
    generations.push_back(pair.generation);
  for (const auto &pair : pairs.rows) {
    const auto *other = versions().find(pair.version);
    if (pair.generation != generation->name ||
        other->architecture != row.architecture)
      continue;
    better.push_back(pair.version);
    if (other->framework == row.framework)
      ofFramework.push_back(pair.version);
  }
  if (!ofFramework.empty())
    better = std::move(ofFramework);
  std::string all = formatList(generations, "and");
  Report report = row.generic
                      ? diag::TpuSoftwareVersion::otherGenerationWarning(
                            version.getLoc(), row.name, all, generation->name)
                      : diag::TpuSoftwareVersion::otherGeneration(
                            version.getLoc(), row.name, all, generation->name);
  cite(report, tables().tpuSoftwareGenerations);
  report.note(slice.getAcceleratorTypeAttr().getLoc(), "of this generation");
  if (!better.empty())
    report.help("for " + generation->name + " there is " +
                formatList(better, "and"));
  if (better.size() == 1)
    report.fix(/*safe=*/false, "write `" + better.front() + "`",
               version.getLocation(), better.front());
}

/// The version in a name such as `torch-xla-1.13` or
/// `gcr.io/.../xla:r1.13_3.8`; nothing if the name does not have that form.
static std::optional<llvm::VersionTuple> versionIn(StringRef name) {
  if (!name.consume_front("torch-xla-") && !name.consume_front("pytorch-")) {
    auto [image, tag] = name.rsplit(':');
    if (!image.ends_with("/xla") || !tag.consume_front("r"))
      return std::nullopt;
    name = tag.split('_').first;
  }
  llvm::VersionTuple version;
  if (version.tryParse(name))
    return std::nullopt;
  return version;
}

/// A program of PyTorch on a TPU Node whose version is a number of TensorFlow.
void CheckTpuSoftware::checkFramework(ValueAttr version, LaunchOp launch) {
  llvm::VersionTuple number;
  if (number.tryParse(*version.getString()))
    return;
  ValueAttr environment = launch.getCondaEnvironmentAttr();
  std::optional<StringRef> name = knownString(environment);
  bool names = name && name->starts_with("torch-xla");
  diag::TpuSoftwareVersion::tensorFlow(version.getLoc(), version.getText(),
                                       names ? *name : "xla_dist")
      .note(names ? environment.getLoc() : launch.getLoc(),
            "a program of PyTorch")
      .help("versions for PyTorch are called pytorch-NUMBER");
}

/// The environment in a path such as `/usr/share/torch-xla-1.13/pytorch/x.py`;
/// empty if there is none.
static StringRef environmentIn(StringRef path) {
  size_t begin = path.find("/torch-xla-");
  return begin == StringRef::npos ? StringRef()
                                  : path.substr(begin + 1).take_until(
                                        [](char c) { return c == '/'; });
}

/// The environment that is activated before, and those of the program's files.
void CheckTpuSoftware::checkPlaces(ValueAttr version, LaunchOp launch,
                                   const llvm::VersionTuple &wanted) {
  auto differs = [&](StringRef environment) {
    std::optional<llvm::VersionTuple> given = versionIn(environment);
    return given && (given->getMajor() != wanted.getMajor() ||
                     given->getMinor() != wanted.getMinor());
  };
  std::string better = "torch-xla-" + wanted.getAsString();
  ValueAttr activated = launch.getActivatedAttr();
  std::optional<StringRef> name = knownString(activated);
  if (name && differs(*name))
    diag::TpuSoftwareVersion::activated(activated.getLoc(), *name,
                                        version.getText())
        .note(version.getLoc(), "the version of the TPU")
        .fix(/*safe=*/false, "activate `" + better + "`",
             activated.getLocation(), better);
  for (ValueAttr word : itemsOf(launch.getCommandAttr())) {
    StringRef environment = environmentIn(knownString(word).value_or(""));
    if (!environment.empty() && differs(environment))
      diag::TpuSoftwareVersion::path(word.getLoc(), environment,
                                     version.getText())
          .note(version.getLoc(), "the version of the TPU");
  }
}

/// `pytorch-1.13` goes with the environment `torch-xla-1.13`, and with images
/// of that version. A TPU's own version has no patch number.
void CheckTpuSoftware::checkLaunch(ValueAttr version, LaunchOp launch) {
  StringRef name = *version.getString();
  std::optional<llvm::VersionTuple> wanted = versionIn(name);
  if (!wanted || !name.starts_with("pytorch-"))
    return;
  checkPlaces(version, launch, *wanted);
  for (ValueAttr used :
       {launch.getCondaEnvironmentAttr(), launch.getImageAttr()}) {
    std::optional<StringRef> text = knownString(used);
    std::optional<llvm::VersionTuple> given =
        text ? versionIn(*text) : std::nullopt;
    if (!given || (given->getMajor() == wanted->getMajor() &&
                   given->getMinor() == wanted->getMinor()))
      continue;
    bool isImage = used == launch.getImageAttr();
    auto make = isImage ? diag::TpuSoftwareVersion::image
                        : diag::TpuSoftwareVersion::environment;
    Report report = make(used.getLoc(), *text, name);
    report.note(version.getLoc(), "the version of the TPU");
    if (isImage)
      continue;
    std::string better = "torch-xla-" + wanted->getAsString();
    report.fix(/*safe=*/false, "use `" + better + "`", used.getLocation(),
               better);
  }
}

/// A TPU Node takes its addresses from a block of its own.
void CheckTpuSoftware::checkAddresses(TrainingOp training, PoolOp slice) {
  ValueAttr range = training.getAddressRangeAttr();
  std::optional<StringRef> text = knownString(range);
  const TpuTypes::Row *type = tpuTypeOf(slice, tables());
  int64_t length;
  if (!text || !type || !type->rangePrefix ||
      text->split('/').second.getAsInteger(10, length) ||
      length <= *type->rangePrefix)
    return;
  cite(diag::TpuAddressRange::small(range.getLoc(), *text, type->name,
                                    *type->rangePrefix),
       tables().tpuTypes)
      .note(slice.getAcceleratorTypeAttr().getLoc(), "of this slice");
}

void CheckTpuSoftware::check(TrainingOp training) {
  PoolOp slice = sliceOf(training);
  checkAddresses(training, slice);
  ValueAttr version = training.getRuntimeVersionAttr();
  std::optional<StringRef> name = knownString(version);
  if (!name)
    return;
  const TpuSoftwareVersions::Row *row = versions().find(*name);
  if (std::optional<TensorFlowImage> image = parseImage(*name)) {
    if (checkArchitecture(training, /*forNode=*/false))
      checkTensorFlow(version, *image, slice);
  } else if (row) {
    bool forNode = row->architecture == TpuSoftwareVersions::Architecture::Node;
    if (checkArchitecture(training, forNode))
      checkGeneration(version, slice, *row);
  } else if (name->starts_with("tpu-vm-")) {
    (void)checkArchitecture(training, /*forNode=*/false);
  }
  for (LaunchOp launch : training.getLaunches()) {
    checkLaunch(version, launch);
    checkFramework(version, launch);
  }
}

Check job::checkTpuSoftware() { return Check::of<CheckTpuSoftware>(); }

//===- PinnedVersions.cpp - The versions a program runs with --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Trainers/PinnedVersions.h"
#include "Frontend/Python/Trainers/PinFiles.h"
#include "Frontend/Python/Values/CommandCalls.h"
#include "Frontend/Python/Values/Factory.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::python;

/// What messages spell out of several pins.
static constexpr size_t LongestText = 40;
/// How many files requirements files may name, together.
static constexpr unsigned MostFiles = 16;

namespace {
/// Searches the places that pin one package, the nearest first.
class PinSearch {
public:
  PinSearch(StringRef package, const Context &context)
      : package(package), context(context) {}

  std::optional<PinnedVersion> run();

private:
  void addCells();
  void addCommand(const Value &command, const Call &call);
  void addRequirements();
  void addJob();
  void addFolders();

  /// True if nothing nearer has to be asked any more.
  bool isSettled() const { return pin.has_value(); }
  void add(const Requirement &requirement, mlir::LocationAttr location);
  void addContainer(job::PoolOp pool);
  void addImage(job::ValueAttr image);
  void addVersion(StringRef version, job::ValueAttr value);
  void addFile(StringRef path, StringRef from);
  void addText(const SourceBuffer &buffer);
  void addShell(const Cell &cell, SourceRange range);

  StringRef package;
  const Context &context;
  std::optional<PinnedVersion> pin;
  unsigned filesLeft = MostFiles;
};
} // namespace

void PinSearch::add(const Requirement &requirement,
                    mlir::LocationAttr location) {
  // Who asks for a package and for no version says nothing.
  if (!isSamePackage(requirement.name, package) || requirement.range.isOpen())
    return;
  StringRef text = requirement.version;
  text.consume_front("===") || text.consume_front("==");
  if (!pin) {
    pin = PinnedVersion{requirement.range, text.trim().str(), location};
    return;
  }
  if (pin->text != text.trim() && pin->text.size() < LongestText)
    pin->text += (" or " + text.trim()).str();
  pin->range = VersionRange::either(pin->range, requirement.range);
}

//===----------------------------------------------------------------------===//
// The program and its job
//===----------------------------------------------------------------------===//

void PinSearch::addShell(const Cell &cell, SourceRange range) {
  auto onRequirement = [&](const Requirement &requirement, SourceRange part) {
    SourceRange inCell = {range.begin + part.begin, range.begin + part.end};
    add(requirement,
        context.at(Place{&context.buffer(), cell.placeOf(inCell)}));
  };
  auto onFile = [&](StringRef path) { addFile(path, context.buffer().name()); };
  readShellPins(cell.text.slice(range.begin, range.end), onRequirement, onFile);
}

void PinSearch::addCells() {
  for (const std::unique_ptr<Cell> &cell : context.program.module().cells) {
    StringRef magic = cell->cellMagic;
    if (magic == "bash" || magic == "sh" || magic == "script")
      addShell(*cell, cell->body);
    for (const Magic &line : cell->magics) {
      // `%pip install` and `!pip install`.
      if (line.kind == Magic::Kind::Shell || line.name == "pip" ||
          line.name == "system" || line.name == "sx")
        addShell(*cell, line.name == "pip" ? line.range : line.body);
    }
  }
  for (const Call *call : context.program.calls())
    if (const Value *command = commandOf(*call))
      addCommand(*command, *call);
}

/// `os.system("pip install ...")`, `subprocess.run([sys.executable, "-m",
/// "pip", "install", ...])`.
void PinSearch::addCommand(const Value &command, const Call &call) {
  auto addFound = [&](Requirement requirement, mlir::Location location) {
    // It may not be reached, and another version stay.
    if (!call.path.empty() || call.isInLoop || !call.isReached)
      requirement.range.isKnown = false;
    add(requirement, location);
  };
  auto onFile = [&](StringRef path) { addFile(path, context.buffer().name()); };
  if (command.isSequence()) {
    SmallVector<StringRef> words;
    for (const Value *item : command.items)
      words.push_back(item->kind == ValueKind::Text ? item->text : UnknownPart);
    auto onRequirement = [&](const Requirement &requirement, size_t word) {
      addFound(requirement, context.at(*command.items[word], call.place()));
    };
    readCommandPins(words, onRequirement, onFile);
    return;
  }
  mlir::Location whole = context.at(command, call.place());
  auto onRequirement = [&](const Requirement &requirement, SourceRange range) {
    Place place = command.place;
    range = {place.range.begin + range.begin, place.range.begin + range.end};
    bool isHere = command.isVerbatim && place.buffer;
    addFound(requirement,
             isHere ? context.at(Place{place.buffer, range}) : whole);
  };
  readShellPins(command.text, onRequirement, onFile);
}

/// The `requirements` that a job is given.
void PinSearch::addRequirements() {
  for (const Call *call : context.program.calls()) {
    const Value *requirements = call->value("requirements");
    if (!requirements || !requirements->isSequence())
      continue;
    for (const Value *item : requirements->items) {
      if (!item->isText())
        continue;
      if (std::optional<Requirement> requirement =
              Requirement::parse(item->text))
        add(*requirement, context.at(*item, call->place()));
    }
  }
}

/// What `bash -c "pip install ..."` of a container installs.
void PinSearch::addContainer(job::PoolOp pool) {
  for (job::ValueAttr list :
       {pool.getContainerCommandAttr(), pool.getContainerArgsAttr()}) {
    for (job::ValueAttr word : job::itemsOf(list)) {
      auto onRequirement = [&](const Requirement &requirement, SourceRange) {
        add(requirement, word.getLocation());
      };
      auto onFile = [](StringRef) {};
      if (std::optional<StringRef> text = job::knownString(word))
        readShellPins(*text, onRequirement, onFile);
    }
  }
}

void PinSearch::addImage(job::ValueAttr image) {
  std::optional<StringRef> name = job::knownString(image);
  std::optional<Requirement> requirement =
      name ? requirementOfImage(*name) : std::nullopt;
  if (requirement)
    add(*requirement, image.getLoc());
}

/// What a runtime version of AI Platform, or the software of a TPU, has.
void PinSearch::addVersion(StringRef version, job::ValueAttr value) {
  Requirement requirement;
  if (const auto *row = context.tables.tpuSoftwareVersions.find(version)) {
    requirement.name =
        row->framework == "pytorch" ? "torch_xla" : row->framework;
    requirement.version = row->frameworkVersion;
  } else if (context.tables.aiPlatformRuntimeVersions.find(version)) {
    requirement.name = "tensorflow";
    requirement.version = version;
  }
  if (requirement.version.empty())
    return;
  requirement.range = VersionRange::parse(("=" + requirement.version).str());
  add(requirement, value.getLoc());
}

void PinSearch::addJob() {
  job::TrainingOp training = context.runningJob;
  if (!training)
    return;
  if (job::ValueAttr runtime = training.getRuntimeVersionAttr()) {
    if (std::optional<StringRef> version = job::knownString(runtime))
      addVersion(*version, runtime);
  }
  for (job::PoolOp pool : training.getPools())
    addContainer(pool);
  // What is installed replaces what the image has.
  if (isSettled())
    return;
  for (job::PoolOp pool : training.getPools()) {
    if (job::ValueAttr image = pool.getImageAttr())
      addImage(image);
  }
}

//===----------------------------------------------------------------------===//
// Files beside it and above
//===----------------------------------------------------------------------===//

void PinSearch::addFile(StringRef path, StringRef from) {
  if (filesLeft == 0 || path.contains("://") || !context.readFile)
    return;
  --filesLeft;
  if (ModuleFilePtr file = context.readFile(path, from))
    addText(file->buffer());
}

void PinSearch::addText(const SourceBuffer &buffer) {
  auto onRequirement = [&](const Requirement &requirement, SourceRange range) {
    add(requirement, context.at(Place{&buffer, range}));
  };
  auto onFile = [&](StringRef other) { addFile(other, buffer.name()); };
  readPinFile(buffer.name(), buffer.text(), onRequirement, onFile);
}

/// How far a folder is from the root, of folders above one program.
static int depthOf(StringRef path) {
  SmallVector<StringRef> parts;
  path.split(parts, '/', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  int depth = 0;
  for (StringRef part : parts)
    depth += part == ".." ? -1 : part == "." ? 0 : 1;
  return depth;
}

void PinSearch::addFolders() {
  if (!context.readFile)
    return;
  // Each of them is searched for from the folder of the program upwards.
  using Found = std::pair<int, ModuleFilePtr>;
  SmallVector<Found> files;
  for (StringRef name : pinFileNames())
    if (auto file = context.readFile(name, context.buffer().name()))
      files.emplace_back(depthOf(file->buffer().name()) - depthOf(name),
                         std::move(file));
  llvm::stable_sort(
      files, [](const Found &a, const Found &b) { return a.first > b.first; });
  for (size_t i = 0; i < files.size(); ++i) {
    if (i > 0 && files[i].first < files[i - 1].first && isSettled())
      return;
    addText(files[i].second->buffer());
  }
}

std::optional<PinnedVersion> PinSearch::run() {
  for (auto step : {&PinSearch::addCells, &PinSearch::addRequirements,
                    &PinSearch::addJob, &PinSearch::addFolders}) {
    (this->*step)();
    if (isSettled())
      break;
  }
  // A version that nobody knows is no version, but hides those farther away.
  if (pin && (!pin->range.isKnown || pin->range.isOpen()))
    return std::nullopt;
  return pin;
}

const PinnedVersion *PinnedVersions::find(StringRef package) const {
  auto [entry, isNew] = found.try_emplace(package);
  if (isNew)
    entry->second = PinSearch(package, context).run();
  return entry->second ? &*entry->second : nullptr;
}

Report &python::notePin(Report &report, const PinnedVersion &pin,
                        StringRef package) {
  return report.note(mlir::Location(pin.location), package + " is pinned here");
}

//===- OpenValues.cpp - Values that somebody has to fill in ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/OpenValues.h"
#include "Diagnostics/Messages/Syntax.h"
#include "Dialect/Job/Checks/ValueChoices.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/Placeholder.h"
#include "Support/Text.h"
#include "Text/Yaml/Lookup.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using job::ValueAttr;

//===----------------------------------------------------------------------===//
// Values that are left open
//===----------------------------------------------------------------------===//

namespace {
/// What the values of a field are, which tells what may be a placeholder.
enum class FieldValues {
  /// Names that people choose.
  Names,
  /// Paths in Cloud Storage. `BUCKET/data` is one without its `gs://`.
  Paths,
  /// Names of the provider's, such as zones; some of them are in capitals.
  Defined,
  DefinedInCapitals,
};
} // namespace

/// True for the services that run a job on machines of their own.
static bool isSharedService(job::TrainingOp job) {
  return job.getPlatform() == job::Platform::AIPlatform ||
         job.getPlatform() == job::Platform::VertexAI;
}

/// The fields that hold a name; others hold any text.
static std::optional<FieldValues> valuesOf(StringRef field, bool isShared) {
  // AI Platform and Vertex AI spell accelerators in capitals, others do not.
  if (field == "accelerator_type")
    return isShared ? FieldValues::DefinedInCapitals : FieldValues::Defined;
  return llvm::StringSwitch<std::optional<FieldValues>>(field)
      .Cases({"region", "zone", "machine_type", "tpu_topology",
              "slice_topology", "runtime_version", "python_version",
              "tpu_tf_version", "machine_family", "disk_type"},
             FieldValues::Defined)
      .Cases({"scale_tier", "tpu_architecture", "gpu_partition_size"},
             FieldValues::DefinedInCapitals)
      .Cases({"job_id", "image", "address_range", "persistent_resource",
              "reservation_values", "tpu", "conda_environment"},
             FieldValues::Names)
      .Cases({"job_dir", "package_uris"}, FieldValues::Paths)
      .Default(std::nullopt);
}

/// True for a word in capitals that is none of the names that a field has, nor
/// meant to be one.
static bool isNoName(StringRef text, mlir::Operation *op, StringRef field,
                     const Tables &tables) {
  // What other services call an accelerator is none, either.
  if (field == "accelerator_type" && tables.accelerators.find(text))
    return false;
  std::vector<job::ValueChoice> choices = job::choicesFor(op, field, tables);
  std::vector<std::string> names;
  for (const job::ValueChoice &choice : choices)
    names.push_back(StringRef(choice.text).lower());
  llvm::SmallVector<StringRef> candidates(names.begin(), names.end());
  std::string lower = text.lower();
  return !llvm::is_contained(candidates, lower) &&
         !findNearMatch(lower, candidates);
}

static bool isLeftOpen(StringRef text, mlir::Operation *op, StringRef field,
                       FieldValues values, const Tables &tables) {
  if (values == FieldValues::Names)
    return isPlaceholderName(text);
  if (values == FieldValues::Paths)
    return isPlaceholderName(text) || isPlaceholderWord(text.split('/').first);
  if (isPlaceholderValue(text, field))
    return true;
  return values == FieldValues::Defined && isPlaceholderWord(text) &&
         isNoName(text, op, field, tables);
}

static ValueAttr unknown(ValueAttr value) {
  return ValueAttr::get(value.getContext(), value.getData(), /*known=*/false,
                        value.getLocation());
}

/// The value with its open parts unknown; the value itself if there are none.
static ValueAttr withOpenParts(ValueAttr value,
                               llvm::function_ref<bool(StringRef)> isOpen,
                               unsigned &count) {
  if (!value.getKnown())
    return value;
  if (std::optional<StringRef> text = value.getString()) {
    if (!isOpen(*text))
      return value;
    ++count;
    return unknown(value);
  }
  auto items = llvm::dyn_cast<mlir::ArrayAttr>(value.getData());
  if (!items)
    return value;
  llvm::SmallVector<mlir::Attribute> parts;
  for (mlir::Attribute item : items) {
    auto part = llvm::dyn_cast<ValueAttr>(item);
    parts.push_back(part ? withOpenParts(part, isOpen, count) : item);
  }
  if (llvm::equal(parts, items))
    return value;
  return ValueAttr::get(value.getContext(),
                        mlir::ArrayAttr::get(value.getContext(), parts),
                        /*known=*/true, value.getLocation());
}

/// Not the dictionary of them, which would be made unique for nobody.
static mlir::NamedAttrList attributesOf(mlir::Operation *op) {
  mlir::NamedAttrList attributes(op->getRawDictionaryAttrs());
  op->getName().populateInherentAttrs(op, attributes);
  return attributes;
}

unsigned trainlint::leaveOpen(job::TrainingOp job, const Tables &tables) {
  bool isShared = isSharedService(job);
  unsigned count = 0;
  job->walk([&](mlir::Operation *op) {
    for (mlir::NamedAttribute attribute : attributesOf(op)) {
      StringRef field = attribute.getName();
      auto value = llvm::dyn_cast<ValueAttr>(attribute.getValue());
      std::optional<FieldValues> values = valuesOf(field, isShared);
      if (!value || !values)
        continue;
      unsigned before = count;
      ValueAttr open = withOpenParts(
          value,
          [&](StringRef text) {
            return isLeftOpen(text, op, field, *values, tables);
          },
          count);
      if (count != before)
        op->setAttr(attribute.getName(), open);
    }
  });
  return count;
}

//===----------------------------------------------------------------------===//
// The finding
//===----------------------------------------------------------------------===//

/// So many values are named; the number tells of the others.
static constexpr size_t MostNamed = 16;
/// Longer texts are no names.
static constexpr size_t LongestName = 128;

/// A range without the blanks and the quotes around it.
static SourceRange unquoted(SourceRange range, StringRef text) {
  StringRef written = withoutBlanks(text.slice(range.begin, range.end));
  range.begin = written.begin() - text.begin();
  range.end = range.begin + written.size();
  bool isQuoted = written.size() > 2 &&
                  StringRef("\"'`").contains(written[0]) &&
                  written.back() == written[0];
  return isQuoted ? SourceRange{range.begin + 1, range.end - 1} : range;
}

/// True for `...` on a line of its own, which stands for lines that an excerpt
/// leaves out.
static bool isLeftOut(SourceRange range, const SourceBuffer &buffer) {
  StringRef word = buffer.text(range);
  if (word != "..." && word != "\u2026")
    return false;
  // A line may be as long as the text.
  StringRef before = buffer.text().take_front(range.begin).rtrim(" \t");
  StringRef after = buffer.text().drop_front(range.end).ltrim(" \t");
  constexpr StringRef LineEnds = "\r\n";
  return (before.empty() || LineEnds.contains(before.back())) &&
         (after.empty() || LineEnds.contains(after.front()));
}

/// Where a value of this text stands whose reader may have to fill it in.
std::optional<SourceRange>
OpenValues::placeFor(mlir::LocationAttr location) const {
  Place place = sources.resolve(location);
  if (place.buffer != &buffer)
    return std::nullopt;
  SourceRange range = unquoted(place.range, buffer.text());
  StringRef text = buffer.text(range);
  // An expression that nobody knows the value of is no placeholder, nor is the
  // name of a flag whose value is not known, nor what stands for lines that
  // were left out.
  bool isExpression = isProgram && range.begin == place.range.begin;
  bool isFlag = text.starts_with("-") && !hasPlaceholder(text);
  if (isExpression || isFlag || text.starts_with("#") ||
      isLeftOut(range, buffer))
    return std::nullopt;
  // A shell fills in `$1`, too.
  if (text.size() > LongestName || text.contains('\n') ||
      text.starts_with("$") || isFilledByProgram(text))
    return std::nullopt;
  return range;
}

void OpenValues::add(mlir::LocationAttr location) {
  if (std::optional<SourceRange> range = placeFor(location))
    places.push_back(*range);
}

void OpenValues::add(ValueAttr value, StringRef field, bool isShared) {
  if (auto items = llvm::dyn_cast<mlir::ArrayAttr>(value.getData())) {
    for (mlir::Attribute item : items) {
      if (auto part = llvm::dyn_cast<ValueAttr>(item))
        add(part, field, isShared);
    }
    return;
  }
  if (value.getKnown())
    return;
  std::optional<SourceRange> range = placeFor(value.getLocation());
  if (!range)
    return;
  StringRef text = buffer.text(*range);
  // `BASIC` beside a misspelled `scaleTier` is a name.
  bool mayBeInCapitals =
      valuesOf(field, isShared) == FieldValues::DefinedInCapitals;
  if (isPlaceholderValue(text, field) ||
      (!mayBeInCapitals && isPlaceholderWord(text)))
    places.push_back(*range);
}

void OpenValues::add(job::TrainingOp job) {
  bool isShared = isSharedService(job);
  job->walk([&](mlir::Operation *op) {
    for (mlir::NamedAttribute attribute : attributesOf(op)) {
      if (auto value = llvm::dyn_cast<ValueAttr>(attribute.getValue()))
        add(value, attribute.getName(), isShared);
    }
  });
}

/// `metadata: {name: JOB_NAME}`: no object has a name in capitals, though a
/// variable of a container has.
static const yaml::ScalarNode *nameInCapitals(const yaml::Node *node) {
  const auto *name = llvm::dyn_cast_or_null<yaml::ScalarNode>(
      yaml::findValue(yaml::findValue(node, "metadata"), "name"));
  return name && isPlaceholderWord(name->value) ? name : nullptr;
}

void OpenValues::add(const yaml::Stream &stream,
                     llvm::SmallVector<SourceRange> documents) {
  llvm::sort(documents,
             [](SourceRange a, SourceRange b) { return a.begin < b.begin; });
  auto isInDocument = [&](uint32_t offset) {
    const auto *next = llvm::partition_point(
        documents, [&](SourceRange range) { return range.begin <= offset; });
    return next != documents.begin() && std::prev(next)->contains(offset);
  };
  for (const yaml::Node *node : stream.nodes) {
    const yaml::ScalarNode *named = nameInCapitals(node);
    const auto *scalar = named ? named : llvm::dyn_cast<yaml::ScalarNode>(node);
    bool isElsewhere = scalar && scalar->buffer && scalar->buffer != &buffer;
    if (!scalar || isElsewhere || !isInDocument(scalar->range.begin))
      continue;
    SourceRange range = unquoted(scalar->range, buffer.text());
    StringRef text = buffer.text(range);
    // A sentence or a program may well have an ellipsis.
    bool isName = text.size() <= LongestName &&
                  (text.starts_with("<") || text.starts_with("[") ||
                   !(text.contains(' ') || text.contains('\n')));
    if (isName && (named || isPlaceholderName(text)) &&
        !isFilledByProgram(text) && !isLeftOut(range, buffer))
      places.push_back(range);
  }
}

void OpenValues::report(llvm::ArrayRef<Finding> findings,
                        mlir::MLIRContext *context) {
  // What has a finding of its own is not said again.
  llvm::DenseSet<uint32_t> spokenOf;
  for (const Finding &finding : findings) {
    if (finding.place.buffer == &buffer)
      spokenOf.insert(unquoted(finding.place.range, buffer.text()).begin);
  }
  llvm::erase_if(places, [&](SourceRange place) {
    return spokenOf.contains(place.begin);
  });
  llvm::sort(places, [](SourceRange a, SourceRange b) {
    return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
  });
  places.erase(
      llvm::unique(places, [](SourceRange a,
                              SourceRange b) { return a.begin == b.begin; }),
      places.end());
  if (places.empty())
    return;
  auto at = [&](SourceRange place) {
    return makeLocation(context, buffer, place);
  };
  mlir::Location first = at(places.front());
  Report report =
      places.size() == 1
          ? diag::PlaceholderValue::one(first, buffer.text(places.front()))
          : diag::PlaceholderValue::several(first, places.size());
  auto others = llvm::ArrayRef<SourceRange>(places).drop_front();
  for (SourceRange place : others.take_front(MostNamed))
    report.note(at(place), quoted(buffer.text(place)) + " is one, too");
  if (others.size() > MostNamed)
    report.help("there are " + std::to_string(others.size() - MostNamed) +
                " more");
}

//===- TuningJobs.cpp - Studies that Python asks for ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Jobs/TuningJobs.h"
#include "Diagnostics/Messages/Structure.h"
#include "Frontend/Python/Jobs/SdkNames.h"
#include "Frontend/Python/Jobs/Signatures.h"
#include "Frontend/VertexAI/Detect.h"
#include "Schema/Schema.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::python;

namespace {

/// A class of parameters with what its values are called in files.
struct ParameterClass {
  llvm::StringLiteral name, spec;
  bool isRange;
};

/// Reads the study of one call.
class TuningArguments {
public:
  TuningArguments(const Call &call, const Context &context)
      : call(call), context(context), document(context),
        signature(*sdkSignature("HyperparameterTuningJob")) {}

  llvm::SmallVector<DocumentField> read();

private:
  yaml::Node *number(const Value &value, Place use) const;
  yaml::Node *values(const Value &value, Place use) const;
  void checkCount(const Value &list, Place use) const;
  yaml::Node *word(const Value &value, Place use, StringRef word) const;
  yaml::Node *parameter(const DictEntry &entry, Place use) const;
  yaml::Node *parameters(const Argument &argument) const;
  yaml::Node *metrics(const Argument &argument) const;
  yaml::Node *study() const;

  const Call &call;
  const Context &context;
  JobDocument document;
  const Signature &signature;
};

} // namespace

static constexpr ParameterClass Classes[] = {
    {"DoubleParameterSpec", "doubleValueSpec", true},
    {"IntegerParameterSpec", "integerValueSpec", true},
    {"DiscreteParameterSpec", "discreteValueSpec", false},
    {"CategoricalParameterSpec", "categoricalValueSpec", false}};

static bool isNumber(const Value &value) {
  return value.isInteger() || value.kind == ValueKind::Float;
}

yaml::Node *TuningArguments::number(const Value &value, Place use) const {
  if (isNumber(value))
    return makeNode(value, use, context);
  return document.unknown(placeOf(value, use));
}

/// The schema of the numbers that a parameter may have.
static const schema::Schema &discreteValues() {
  const schema::Schema *at = vertexai::schemaOf(vertexai::Form::TuningJob)
                                 .findProperty("studySpec")
                                 ->schema;
  at = at->findProperty("parameters")->schema->items;
  at = at->findProperty("discreteValueSpec")->schema;
  return *at->findProperty("values")->schema;
}

void TuningArguments::checkCount(const Value &list, Place use) const {
  uint32_t limit = discreteValues().maxItems.value_or(~0u);
  size_t count = list.items.size();
  if (list.isOpen)
    count = std::max<size_t>(count, list.integer);
  if (!list.isSequence() || count <= limit)
    return;
  mlir::Location place = context.at(list, use);
  Report report = list.isOpen
                      ? diag::ItemCount::more(place, "values", limit)
                      : diag::ItemCount::many(place, "values", count, limit);
  report.help("a parameter of integers has a minimum and a maximum");
}

yaml::Node *TuningArguments::values(const Value &value, Place use) const {
  bool isKnown = value.isSequence() && !value.isOpen &&
                 llvm::all_of(value.items, [](const Value *item) {
                   return isNumber(*item) || item->isText();
                 });
  Place place = placeOf(value, use);
  return isKnown ? makeNode(value, use, context) : document.unknown(place);
}

/// What files call a word of the SDK; nobody knows what it stands for if it is
/// empty.
yaml::Node *TuningArguments::word(const Value &value, Place use,
                                  StringRef word) const {
  Place place = placeOf(value, use);
  yaml::Node *node =
      word.empty() ? document.unknown(place) : document.text(place, word);
  return document.usedAt(node, place, useOf(value, use));
}

static StringRef scaleInFiles(const Value &value) {
  if (!value.isText())
    return "";
  return llvm::StringSwitch<StringRef>(value.text)
      .Case("linear", "UNIT_LINEAR_SCALE")
      .Case("log", "UNIT_LOG_SCALE")
      .Case("reverse_log", "UNIT_REVERSE_LOG_SCALE")
      .Default("");
}

yaml::Node *TuningArguments::parameter(const DictEntry &entry,
                                       Place use) const {
  const Value &value = *entry.value;
  Place key = placeOf(*entry.key, use), place = placeOf(value, key);
  llvm::SmallVector<DocumentField> fields, range;
  if (entry.key->isText())
    fields.push_back({"parameterId", key, document.text(key, entry.key->text)});
  const auto *found = llvm::find_if(Classes, [&](const ParameterClass &known) {
    return isSdkObject(value, known.name);
  });
  if (found == std::end(Classes) || !value.call)
    return document.mapping(place, fields, /*isOpen=*/true);
  const Call &spec = *value.call;
  const Signature &takes = *sdkSignature(found->name);
  auto add = [&](StringRef name, StringRef field) {
    const Argument *given = argumentOf(spec, takes, name);
    if (given && !given->value->isNone())
      range.push_back({field, given->namePlace ? given->namePlace : place,
                       found->isRange ? number(*given->value, given->place)
                                      : values(*given->value, given->place)});
  };
  if (found->isRange) {
    add("min", "minValue");
    add("max", "maxValue");
  } else {
    add("values", "values");
    const Argument *list = argumentOf(spec, takes, "values");
    if (list && found->name == "DiscreteParameterSpec")
      checkCount(*list->value, list->place);
  }
  // What is missing in the call has its finding there.
  bool isComplete = range.size() == (found->isRange ? 2 : 1);
  fields.push_back({found->spec, spec.calleePlace,
                    document.mapping(place, range, !isComplete)});
  const Argument *scale = argumentOf(spec, takes, "scale");
  StringRef name = scale ? scaleInFiles(*scale->value) : "";
  if (!name.empty() && takes.takes("scale"))
    fields.push_back(
        {"scaleType", scale->place, word(*scale->value, scale->place, name)});
  return document.mapping(place, fields);
}

yaml::Node *TuningArguments::parameters(const Argument &argument) const {
  const Value &value = *argument.value;
  Place place = placeOf(value, argument.place);
  if (!value.isDict())
    return document.unknown(place);
  llvm::SmallVector<yaml::Node *> items;
  for (const DictEntry &entry : value.entries)
    items.push_back(parameter(entry, place));
  return document.sequence(place, items);
}

yaml::Node *TuningArguments::metrics(const Argument &argument) const {
  const Value &value = *argument.value;
  Place place = placeOf(value, argument.place);
  if (!value.isDict() || value.isOpen)
    return document.unknown(place);
  llvm::SmallVector<yaml::Node *> items;
  for (const DictEntry &entry : value.entries) {
    if (!entry.key->isText())
      continue;
    Place key = placeOf(*entry.key, place);
    std::string goal = entry.value->isText() ? entry.value->text.upper() : "";
    items.push_back(document.mapping(
        key, {{"metricId", key, document.text(key, entry.key->text)},
              {"goal", key, word(*entry.value, key, goal)}}));
  }
  return document.sequence(place, items);
}

yaml::Node *TuningArguments::study() const {
  llvm::SmallVector<DocumentField> fields;
  Place place = call.calleePlace;
  if (const Argument *given = argumentOf(call, signature, "metric_spec"))
    fields.push_back({"metrics", given->place, metrics(*given)});
  if (const Argument *given = argumentOf(call, signature, "parameter_spec"))
    fields.push_back({"parameters", given->place, parameters(*given)});
  const Argument *algorithm = argumentOf(call, signature, "search_algorithm");
  if (algorithm && algorithm->value->isText()) {
    StringRef name = llvm::StringSwitch<StringRef>(algorithm->value->text)
                         .Case("grid", "GRID_SEARCH")
                         .Case("random", "RANDOM_SEARCH")
                         .Default("");
    fields.push_back({"algorithm", algorithm->place,
                      word(*algorithm->value, algorithm->place, name)});
  }
  return document.mapping(place, fields, call.isOpen);
}

llvm::SmallVector<DocumentField> TuningArguments::read() {
  llvm::SmallVector<DocumentField> fields;
  fields.push_back({"studySpec", call.calleePlace, study()});
  auto add = [&](StringRef name, StringRef field) {
    const Argument *given = argumentOf(call, signature, name);
    if (given)
      fields.push_back(
          {field, given->place, number(*given->value, given->place)});
  };
  add("max_trial_count", "maxTrialCount");
  add("parallel_trial_count", "parallelTrialCount");
  return fields;
}

llvm::SmallVector<DocumentField>
python::readTuningArguments(const Call &call, const Context &context) {
  return TuningArguments(call, context).read();
}

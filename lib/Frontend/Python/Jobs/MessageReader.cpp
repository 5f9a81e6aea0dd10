//===- MessageReader.cpp - Messages written as dictionaries ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Jobs/MessageReader.h"
#include "Diagnostics/Messages/Structure.h"
#include "Diagnostics/Messages/VertexSdk.h"
#include "Frontend/Python/Jobs/ArgumentTypes.h"
#include "Frontend/Python/Jobs/SdkNames.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::python;
using namespace trainlint::yaml;
using Kind = ClientField::Kind;

static constexpr llvm::StringLiteral NoAccelerator =
    "ACCELERATOR_TYPE_UNSPECIFIED";

MessageReader::Given *MessageReader::Fields::find(StringRef name) {
  auto *found = llvm::find_if(given, [&](const Given &candidate) {
    return candidate.field->name == name;
  });
  return found == given.end() ? nullptr : found;
}

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

/// The field that a key which is none most likely means: `image_uri` for
/// `image`.
static const ClientField *fieldMeant(StringRef key,
                                     const ClientMessage &message) {
  llvm::SmallVector<StringRef> names;
  const ClientField *longer = nullptr;
  for (const ClientField &field : message.fields) {
    names.push_back(field.name);
    if (field.name.starts_with((key + "_").str()))
      longer = &field;
  }
  if (std::optional<NearMatch> near = findNearMatch(key, names))
    return message.find(near->word);
  return longer;
}

/// The field of a key; null if it is not known what it means.
const ClientField *MessageReader::fieldOf(StringRef key, const Value &written,
                                          Place use,
                                          const ClientMessage &message,
                                          StringRef name, Fields &fields) {
  if (const ClientField *field = message.find(key))
    return field;
  const ClientField *inFiles = message.findInFiles(key);
  if (inFiles) {
    Report report = diag::CamelCaseField::camel(context.at(written, use), key,
                                                inFiles->name);
    report.label("the client raises ValueError");
    fixText(report, /*safe=*/true, written, inFiles->name, context);
    return inFiles;
  }
  // What is meant by it is not known, but it is said once.
  fields.isOpen = true;
  const ClientField *meant = fieldMeant(key, message);
  Report report =
      diag::UnknownField::unknown(context.at(written, use), key, name);
  report.label("the client raises ValueError");
  if (meant) {
    report.help("did you mean `" + meant->name + "`?");
    fixText(report, /*safe=*/false, written, meant->name, context);
    return nullptr;
  }
  llvm::SmallVector<StringRef> names;
  for (const ClientField &field : message.fields)
    names.push_back(field.name);
  report.help("the fields are " + formatList(names, "and", names.size()));
  return nullptr;
}

void MessageReader::readKey(StringRef key, const Value &written,
                            const Value &value, Place use, Place around,
                            const ClientMessage &message, StringRef name,
                            Fields &fields) {
  const ClientField *field = fieldOf(key, written, use, message, name, fields);
  if (!field || fields.find(field->name))
    return;
  Place place = placeOf(written, use);
  // Null is how clients leave a field out.
  if (yaml::Node *node = readField(value, *field, around))
    fields.given.push_back({field, &value, place, node});
}

yaml::Node *MessageReader::readMessage(const Value &value,
                                       const ClientMessage &message, Place use,
                                       StringRef name) {
  use = useOf(value, use);
  Place place = placeOf(value, use);
  Fields fields;
  bool isObject = value.kind == ValueKind::Object && value.call &&
                  sdkNameOf(value.text).isGapic(message.name);
  if (value.isNone())
    return nullptr;
  if (isObject) {
    fields.isOpen = value.call->isOpen || value.call->positionalCount() > 0;
    for (const Argument &argument : value.call->arguments) {
      if (argument.name.empty())
        continue;
      Value written;
      written.kind = ValueKind::Text;
      written.place = argument.namePlace;
      written.isVerbatim = true;
      written.text = argument.name;
      readKey(argument.name, written, *argument.value, use, argument.place,
              message, name, fields);
    }
  } else if (value.isDict()) {
    fields.isOpen = value.isOpen;
    for (const DictEntry &entry : value.entries) {
      if (entry.key->isText())
        readKey(entry.key->text, *entry.key, *entry.value, use, place, message,
                name, fields);
      else
        fields.isOpen = true;
    }
  } else {
    return document.usedAt(document.unknown(place), place, use);
  }
  if (&message == &messages::MachineSpec)
    checkMachine(fields);
  if (&message == &messages::WorkerPoolSpec)
    checkTask(fields);
  if (&message == &messages::DiskSpec) {
    Given *type = fields.find("boot_disk_type");
    Given *size = fields.find("boot_disk_size_gb");
    checkDisk(type ? type->value : nullptr, size ? size->value : nullptr, place,
              context);
  }
  llvm::SmallVector<DocumentField> entries;
  for (const Given &given : fields.given)
    entries.push_back({context.program.keep(given.field->nameInFiles()),
                       given.key, given.node});
  return document.usedAt(document.mapping(place, entries, fields.isOpen), place,
                         use);
}

yaml::Node *MessageReader::readMessages(const Value &value,
                                        const ClientMessage &message, Place use,
                                        StringRef field) {
  use = useOf(value, use);
  Place place = placeOf(value, use);
  if (value.isNone())
    return nullptr;
  if (!value.isSequence() || value.isOpen) {
    StringRef type = describeType(value);
    if (!type.empty() && !value.isSequence()) {
      Report report = reportType(value, field, "a list", use, context);
      if (field == "env" && value.isDict())
        report.help("write `{\"name\": NAME, \"value\": VALUE}` for each "
                    "variable");
    }
    return document.usedAt(document.unknown(place), place, use);
  }
  constexpr size_t MostPools = 4;
  if (&message == &messages::WorkerPoolSpec && value.items.size() > MostPools)
    diag::ItemCount::many(context.at(*value.items[MostPools], place), field,
                          value.items.size(), MostPools)
        .help("they are the chief, the workers, the parameter servers and the "
              "evaluators");
  llvm::SmallVector<yaml::Node *> items;
  for (const Value *item : value.items) {
    yaml::Node *node = readMessage(*item, message, place,
                                   ("an item of `" + field + "`").str());
    if (!node)
      node = document.mapping(placeOf(*item, place), {});
    items.push_back(node);
  }
  return document.usedAt(document.sequence(place, items), place, use);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

yaml::Node *MessageReader::mistyped(const Value &value, StringRef field,
                                    StringRef expected, Place use) {
  use = useOf(value, use);
  if (!describeType(value).empty())
    reportType(value, field, expected, use, context);
  Place place = placeOf(value, use);
  return document.usedAt(document.unknown(place), place, use);
}

yaml::Node *MessageReader::readTexts(const Value &value, Place use,
                                     StringRef field) {
  use = useOf(value, use);
  Place place = placeOf(value, use);
  if (value.kind == ValueKind::Text) {
    reportLetters(value, field, use, context);
    return document.usedAt(document.unknown(place), place, use);
  }
  if (!value.isSequence())
    return mistyped(value, field, "a list of texts", use);
  llvm::SmallVector<yaml::Node *> items;
  bool isKnown = !value.isOpen;
  for (const Value *item : value.items) {
    bool isNumber =
        item->isInteger() || item->kind == ValueKind::Float || item->isNone();
    if (isNumber)
      reportType(*item, field, "a list of texts", place, context)
          .help("write `str()` around it, or quotes");
    isKnown &= item->kind == ValueKind::Text;
    if (isKnown)
      items.push_back(makeNode(*item, place, context));
  }
  return document.usedAt(isKnown ? document.sequence(place, items)
                                 : document.unknown(place),
                         place, use);
}

yaml::Node *MessageReader::readInteger(const Value &value,
                                       const ClientField &field, Place use) {
  use = useOf(value, use);
  Place place = placeOf(value, use);
  int64_t number;
  if (value.isInteger())
    number = value.integer;
  else if (value.isText() && field.kind == Kind::LargeInteger &&
           !value.text.getAsInteger(10, number))
    ;
  else if (field.kind == Kind::LargeInteger || value.kind == ValueKind::Bool)
    return document.usedAt(document.unknown(place), place, use);
  else
    return mistyped(value, field.name, "an integer", use);
  return document.usedAt(document.number(place, number), place, use);
}

yaml::Node *MessageReader::readEnum(const Value &value,
                                    const ClientField &field, Place use) {
  use = useOf(value, use);
  Place place = placeOf(value, use);
  StringRef word = value.isText() ? value.text : enumWord(value);
  place = enumPlace(value, place);
  bool isEmpty = value.isText() && value.text.empty();
  if (field.kind == Kind::Accelerator && isEmpty)
    diag::AcceleratorTypeNone::empty(context.at(value, use))
        .help("leave it out, or write `None`");
  if (word.empty() || (value.isText() && isBlank(word)))
    return document.usedAt(document.unknown(place), place, use);
  if (value.kind == ValueKind::Text && field.kind == Kind::Accelerator)
    return makeNode(value, use, context);
  llvm::SmallVector<StringRef> words;
  field.words.split(words, ' ', -1, /*KeepEmpty=*/false);
  if (value.isText() && !words.empty() && !llvm::is_contained(words, word)) {
    Report report = diag::InvalidEnumValue::invalid(context.at(value, use),
                                                    word, field.name);
    report.label("the client raises KeyError");
    if (std::optional<NearMatch> near = findNearMatch(word, words))
      fixText(report, near->kind == MatchKind::Spelling, value, near->word,
              context);
    report.help("the values are " + formatList(words, "and", words.size()));
    return document.usedAt(document.unknown(place), place, use);
  }
  return document.usedAt(document.text(place, word), place, use);
}

/// `{"seconds": 3600}`.
yaml::Node *MessageReader::readDuration(const Value &value,
                                        const ClientField &field, Place use) {
  use = useOf(value, use);
  Place place = placeOf(value, use);
  const Value *seconds = value.isDict() ? value.find("seconds") : nullptr;
  if (seconds && seconds->isInteger())
    return document.usedAt(
        document.text(place, std::to_string(seconds->integer) + "s"), place,
        use);
  if (seconds && seconds->kind == ValueKind::Text)
    reportType(*seconds, field.name, "an integer", place, context);
  // Later versions read what files have, such as `3600s`.
  if (value.isText() && value.text.ends_with("s"))
    return makeNode(value, use, context);
  if (value.kind == ValueKind::Text)
    return mistyped(value, field.name, "a dictionary with `seconds`", use);
  return document.usedAt(document.unknown(place), place, use);
}

void MessageReader::readLabels(const Value &value, Place use, StringRef field) {
  if (!value.isDict())
    return;
  for (const DictEntry &entry : value.entries) {
    bool isOther = entry.value->isInteger() || entry.value->isNone() ||
                   entry.value->kind == ValueKind::Bool ||
                   entry.value->kind == ValueKind::Float;
    if (isOther)
      reportType(*entry.value, field, "texts", placeOf(value, use), context);
  }
}

yaml::Node *MessageReader::readField(const Value &value,
                                     const ClientField &field, Place use) {
  use = useOf(value, use);
  Place place = placeOf(value, use);
  if (value.isNone())
    return nullptr;
  switch (field.kind) {
  case Kind::Message:
    return readMessage(value, *field.message, use,
                       ("`" + field.name + "`").str());
  case Kind::Messages:
    return readMessages(value, *field.message, use, field.name);
  case Kind::Texts:
    return readTexts(value, use, field.name);
  case Kind::Integer:
  case Kind::LargeInteger:
    return readInteger(value, field, use);
  case Kind::Accelerator:
  case Kind::Enum:
    return readEnum(value, field, use);
  case Kind::Duration:
    return readDuration(value, field, use);
  case Kind::Text:
    if (value.kind == ValueKind::Text)
      return value.isText() && isBlank(value.text)
                 ? document.usedAt(document.unknown(place), place, use)
                 : makeNode(value, use, context);
    return mistyped(value, field.name, "text", use);
  case Kind::Number:
    if (value.isInteger() || value.kind == ValueKind::Float)
      return makeNode(value, use, context);
    return document.usedAt(document.unknown(place), place, use);
  case Kind::Numbers: {
    bool isKnown = value.isSequence() && !value.isOpen &&
                   llvm::all_of(value.items, [](const Value *item) {
                     return item->isInteger() || item->kind == ValueKind::Float;
                   });
    return isKnown ? makeNode(value, use, context)
                   : document.usedAt(document.unknown(place), place, use);
  }
  case Kind::Labels:
    readLabels(value, use, field.name);
    [[fallthrough]];
  case Kind::Flag:
  case Kind::Other:
    return document.usedAt(document.unknown(place), place, use);
  }
  llvm_unreachable("unknown kind of field");
}

//===----------------------------------------------------------------------===//
// What belongs together
//===----------------------------------------------------------------------===//

/// A type of accelerator without a count has none, and the other way round. The
/// half that is not given is unknown from here on, so that it is said once.
void MessageReader::checkMachine(Fields &fields) {
  Given *type = fields.find("accelerator_type");
  Given *count = fields.find("accelerator_count");
  const Value *typeValue = type ? type->value : nullptr;
  bool namesNone = typeValue && (typeValue->isText()
                                     ? typeValue->text == NoAccelerator
                                     : enumWord(*typeValue) == NoAccelerator);
  bool hasType = typeValue && !namesNone &&
                 ((typeValue->isText() && !isBlank(typeValue->text)) ||
                  !enumWord(*typeValue).empty());
  bool lacksType = !type || namesNone;
  bool lacksCount =
      !count || (count->value->isInteger() && count->value->integer == 0);
  auto setUnknown = [&](Given *half, StringRef name, const Given &other) {
    yaml::Node *unknown = document.unknown(other.key);
    if (half)
      half->node = unknown;
    else
      fields.given.push_back(
          {messages::MachineSpec.find(name), other.value, other.key, unknown});
  };
  if (fields.isOpen)
    return;
  if (hasType && lacksCount) {
    diag::IncompleteAccelerator::poolWithoutCount(
        context.at(*typeValue, useOf(*typeValue, typeValue->place)))
        .help("add `\"accelerator_count\": 1`");
    setUnknown(count, "accelerator_count", Given(*type));
  } else if (lacksType && count && count->value->isInteger() &&
             count->value->integer > 0) {
    diag::IncompleteAccelerator::poolWithoutType(
        context.at(*count->value, useOf(*count->value, count->value->place)))
        .help("add `\"accelerator_type\": \"NVIDIA_TESLA_T4\"`, or another "
              "type");
    setUnknown(type, "accelerator_type", Given(*count));
  }
}

void MessageReader::checkTask(Fields &fields) {
  Given *container = fields.find("container_spec");
  Given *package = fields.find("python_package_spec");
  if (!container || !package)
    return;
  bool containerIsLast = container > package;
  Given *lost = containerIsLast ? package : container;
  Given *kept = containerIsLast ? container : package;
  diag::TwoPoolTasks::both(context.at(lost->key), lost->field->name)
      .note(context.at(kept->key), "the client sends this one");
  fields.given.erase(lost);
}

//===- ValidateObject.cpp - Fields that are unknown or missing ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Structure.h"
#include "Diagnostics/Report.h"
#include "Schema/Patterns.h"
#include "Schema/Validator.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/Text.h"
#include "Text/Yaml/Template.h"

using namespace trainlint;
using namespace trainlint::schema;
using namespace trainlint::yaml;

/// The sections of an object that have a field of this name.
static llvm::SmallVector<StringRef> sectionsWith(const Schema &schema,
                                                 StringRef field) {
  llvm::SmallVector<StringRef> sections;
  for (const Property &property : schema.properties) {
    if ((property.schema->types & ObjectType) &&
        property.schema->findProperty(field))
      sections.push_back(property.name);
  }
  return sections;
}

//===----------------------------------------------------------------------===//
// Unknown fields
//===----------------------------------------------------------------------===//

void Validator::reportUnknownField(View object, const EntryView &entry,
                                   const Schema &schema, const Context &context,
                                   llvm::StringSet<> &meant) {
  mlir::Location location = tree.location(entry.key);
  StringRef field = keyText(entry);
  Report report = diag::UnknownField::unknown(location, field, context.parent);

  llvm::SmallVector<StringRef> fields, missing;
  for (const Property &property : schema.properties) {
    fields.push_back(property.name);
    if (!tree.find(object, property.name).key)
      missing.push_back(property.name);
  }
  if (std::optional<NearMatch> near = findNearMatch(field, fields)) {
    EntryView given = tree.find(object, near->word);
    if (given.key) {
      report.note(tree.location(given.key),
                  "`" + near->word + "` is given here");
      report.help("did you mean another field?");
      return;
    }
    meant.insert(near->word);
    report.help("did you mean `" + near->word + "`?");
    report.fix(near->kind == MatchKind::Spelling,
               "rename it to `" + near->word + "`", location, near->word);
    return;
  }
  llvm::SmallVector<StringRef> sections = sectionsWith(schema, field);
  if (!sections.empty()) {
    report.help("it is a field of " + formatList(sections, "or"));
    return;
  }
  // A misspelled field can stand in the wrong place, too.
  for (const Property &property : schema.properties) {
    llvm::SmallVector<StringRef> nested;
    for (const Property &inner : property.schema->properties)
      nested.push_back(inner.name);
    if (std::optional<NearMatch> near = findNearMatch(field, nested)) {
      report.help("did you mean `" + property.name.ref() + "." + near->word +
                  "`?");
      return;
    }
  }
  if (missing.size() <= 8 && !missing.empty())
    report.help(context.parent + " can also have " +
                formatList(missing, "and"));
}

/// True if the fields follow each other in the text and, if there is a key they
/// belong under, that key.
static bool followEachOther(const MappingNode &object,
                            ArrayRef<EntryView> fields, View head) {
  // Of a key that is given twice the last entry counts, so that fields need not
  // stand in their order.
  SmallVector<uint32_t> places;
  if (head)
    places.push_back(head.node->range.begin);
  for (const EntryView &field : fields)
    places.push_back(field.key.node->range.begin);
  uint32_t from = *llvm::min_element(places), to = *llvm::max_element(places);
  size_t between =
      llvm::count_if(object.entries, [&](const MappingEntry &entry) {
        return entry.key->range.begin >= from && entry.key->range.begin <= to;
      });
  return from == places.front() && between == places.size();
}

/// Two more spaces in front of every line of the fields; they have to stand
/// line by line in one block. The key of a section that is not there comes on
/// a line before them.
static llvm::SmallVector<std::pair<mlir::LocationAttr, std::string>>
indentEdits(TreeView &tree, ArrayRef<EntryView> fields, StringRef section) {
  const SourceBuffer &buffer = tree.buffer();
  llvm::SmallVector<std::pair<mlir::LocationAttr, std::string>> edits;
  for (const EntryView &field : fields) {
    if (field.key.via || field.value.via || field.key.node->flow)
      return {};
    uint32_t begin = field.key.node->range.begin;
    unsigned line = buffer.position(begin).line;
    StringRef indent = buffer.text({buffer.lineStart(line), begin});
    if (!indent.trim(' ').empty())
      return {};
    std::string before;
    if (!section.empty() && edits.empty())
      before = (indent + section + ":\n").str();
    uint32_t end = std::max(field.value.node->range.end, begin + 1);
    // A block scalar ends where the next line begins.
    unsigned last = buffer.position(end - 1).line;
    for (; line <= last; ++line) {
      uint32_t start = buffer.lineStart(line);
      edits.emplace_back(
          makeLocation(tree.getContext(), buffer, {start, start}),
          before + "  ");
      before.clear();
    }
  }
  return edits;
}

void Validator::reportMisplaced(View object, StringRef section,
                                ArrayRef<EntryView> fields) {
  const EntryView &first = fields.front();
  mlir::Location location = tree.location(first.key);
  EntryView head = tree.find(object, section);
  StringRef field = keyText(first);
  Report report = head.key
                      ? diag::MisplacedField::beside(location, field, section)
                      : diag::MisplacedField::without(location, field, section);
  for (const EntryView &other : fields.drop_front())
    report.note(tree.location(other.key), "and so does this one");
  if (head.key)
    report.note(tree.location(head.key), "the section is here");
  report.help("indent " + std::string(fields.size() == 1 ? "it" : "them") +
              " under `" + section + ":`");

  bool isEmpty = head.value.as<ScalarNode>() && head.value.node->range.empty();
  bool isBlock = !object.node->flow && !object.via;
  if (!isBlock || (head.key && !isEmpty) ||
      !followEachOther(*object.as<MappingNode>(), fields, head.key))
    return;
  auto edits = indentEdits(tree, fields, head.key ? "" : section);
  if (!edits.empty())
    report.fix(/*safe=*/false, "indent them under `" + section + "`", edits);
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

void Validator::checkNames(View value, const Schema &schema,
                           const Context &context) {
  const Schema &names = *schema.propertyNames;
  for (const EntryView &entry : tree.entries(value)) {
    StringRef name = keyText(entry);
    if (!entry.key.as<ScalarNode>() || hasPlaceholder(name))
      continue;
    bool fits = (!names.maxLength || lengthOf(name) <= *names.maxLength) &&
                (names.pattern.empty() || matchesPattern(names.pattern, name));
    if (fits)
      continue;
    mlir::Location location = tree.location(entry.key);
    Report report =
        names.onlyWarns
            ? diag::InvalidFormat::formWarning(location, quoted(name),
                                               context.field)
            : diag::InvalidFormat::form(location, quoted(name), context.field);
    report.help(names.form.ref());
  }
}

/// `anyOf` is used for fields of which at least one has to be there.
void Validator::checkAlternatives(View value, const Schema &schema,
                                  const Context &context) {
  if (schema.anyOf.empty())
    return;
  llvm::SmallVector<StringRef> others;
  for (const Schema *alternative : schema.anyOf) {
    if (matches(value, *alternative))
      return;
    for (StringRef field : alternative->required)
      others.push_back(field);
  }
  View place = context.key ? context.key : value;
  diag::MissingField::missing(tree.location(place), context.parent,
                              others.front())
      .help("give `" + formatList(others, "or") + "`");
}

void Validator::checkObject(View value, const Schema &schema,
                            const Context &context) {
  ArrayRef<EntryView> entries = tree.entries(value);
  if (schema.maxProperties && entries.size() > *schema.maxProperties)
    diag::ItemCount::manyWarning(
        tree.location(entries[*schema.maxProperties].key), context.field,
        entries.size(), *schema.maxProperties);
  if (schema.propertyNames)
    checkNames(value, schema, context);

  // Fields whose names are misspelled are not missing.
  llvm::StringSet<> meant;
  // Fields that stand beside their section are reported together.
  llvm::SmallVector<std::pair<StringRef, llvm::SmallVector<EntryView>>, 1>
      misplaced;
  for (const EntryView &entry : entries) {
    if (!entry.key.as<ScalarNode>()) {
      if (!isUnknown(entry.key) && (schema.closed || schema.additional))
        diag::UnknownField::notText(tree.location(entry.key),
                                    entry.key.as<MappingNode>() ? "mapping"
                                                                : "list");
      continue;
    }
    StringRef name = keyText(entry);
    if (const Property *property = schema.findProperty(name)) {
      if (property->schema->readOnly)
        diag::OutputOnlyField::output(tree.location(entry.key), name);
      // Fields beside an empty section are the finding, not the section.
      bool emptySection =
          entry.value.as<ScalarNode>() && entry.value.node->range.empty() &&
          llvm::any_of(entries, [&](const EntryView &other) {
            return !schema.findProperty(keyText(other)) &&
                   property->schema->findProperty(keyText(other));
          });
      if (!emptySection)
        check(entry.value, *property->schema,
              {name, "`" + name.str() + "`", entry.key});
      continue;
    }
    if (isUnknown(entry.key))
      continue;
    if (schema.additional) {
      check(entry.value, *schema.additional,
            {name, "`" + name.str() + "`", entry.key});
      continue;
    }
    if (!schema.closed)
      continue;
    llvm::SmallVector<StringRef> sections = sectionsWith(schema, name);
    if (sections.size() != 1) {
      reportUnknownField(value, entry, schema, context, meant);
      continue;
    }
    auto *known = llvm::find_if(misplaced, [&](auto &group) {
      return group.first == sections.front();
    });
    if (known == misplaced.end())
      known = &misplaced.emplace_back(sections.front(),
                                      llvm::SmallVector<EntryView>());
    known->second.push_back(entry);
    const Property *section = schema.findProperty(sections.front());
    check(entry.value, *section->schema->findProperty(name)->schema,
          {name, "`" + name.str() + "`", entry.key});
  }
  for (const auto &[section, fields] : misplaced)
    reportMisplaced(value, section, fields);

  // What is not known may bring the fields that are missed.
  bool mayBringMore = llvm::any_of(
      entries, [](const EntryView &entry) { return isPlaceholder(entry.key); });
  if (mayBringMore || incomplete)
    return;
  for (StringRef field : schema.required) {
    bool explained = llvm::any_of(
        misplaced, [&](auto &group) { return group.first == field; });
    explained |= meant.contains(field);
    if (!explained && !tree.find(value, field).key)
      diag::MissingField::missing(
          tree.location(context.key ? context.key : value), context.parent,
          field);
  }
  checkAlternatives(value, schema, context);
}

//===----------------------------------------------------------------------===//
// Combinations
//===----------------------------------------------------------------------===//

bool Validator::matches(View value, const Schema &schema) {
  if (!value || isUnknown(value))
    return false;
  TypeSet type = typeOf(value);
  if (schema.types != AnyType && !(schema.types & type) &&
      !(type == IntegerType && (schema.types & NumberType)))
    return false;
  if (!value.as<MappingNode>())
    return true;
  for (StringRef field : schema.required) {
    if (!tree.find(value, field).key)
      return false;
  }
  for (const Property &property : schema.properties) {
    EntryView entry = tree.find(value, property.name);
    if (entry.key && !matches(entry.value, *property.schema))
      return false;
  }
  return true;
}

/// The fields that a schema requires, innermost first of each path.
static void
collectRequired(TreeView &tree, View value, const Schema &schema,
                std::string prefix,
                llvm::SmallVectorImpl<std::pair<std::string, View>> &out) {
  for (StringRef field : schema.required) {
    EntryView entry = tree.find(value, field);
    const Property *property = schema.findProperty(field);
    if (property && !property->schema->required.empty())
      collectRequired(tree, entry.value, *property->schema,
                      prefix + field.str() + ".", out);
    else
      out.emplace_back("`" + prefix + field.str() + "`", entry.key);
  }
}

void Validator::checkExclusive(View value, const Schema &negated) {
  llvm::SmallVector<std::pair<std::string, View>> fields;
  collectRequired(tree, value, negated, "", fields);
  llvm::SmallVector<std::string> names;
  for (const auto &[name, key] : fields)
    names.push_back(name);
  Report report = diag::ExclusiveFields::together(
      tree.location(fields.back().second), formatList(names, "and"));
  for (const auto &[name, key] : llvm::drop_end(fields))
    report.note(tree.location(key), "the other is given here");
  report.help("remove one of them");
}

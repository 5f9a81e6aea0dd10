//===- JobFile.cpp - Files that gcloud cannot send ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// gcloud reads YAML 1.1 with a reader that descends from PyYAML's but follows
// the letter of YAML 1.1 in more places.
//
//===----------------------------------------------------------------------===//

#include "Frontend/GCloud/JobFile.h"
#include "Diagnostics/Messages/Syntax.h"
#include "Diagnostics/Report.h"
#include "Support/LLVM.h"
#include "Text/Yaml/ScalarType.h"
#include "Text/Yaml/Template.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::gcloud;
using namespace trainlint::yaml;

namespace {
/// Where a scalar stands.
enum class Position : uint8_t { Key, Value };
} // namespace

/// True if gcloud makes JSON of a value with the tag. A tag with a handle of
/// its own may stand for any other.
static bool isKnownTag(StringRef tag, bool isScalar) {
  if (tag.consume_front("!<"))
    tag.consume_back(">");
  if (!tag.consume_front("!!") && !tag.consume_front("tag:yaml.org,2002:"))
    return tag.empty() || tag == "!" || tag.drop_front().contains('!');
  if (!isScalar)
    return llvm::StringSwitch<bool>(tag)
        .Cases({"map", "seq", "omap", "pairs"}, true)
        .Default(false);
  return llvm::StringSwitch<bool>(tag)
      .Cases({"str", "int", "float", "bool", "null"}, true)
      .Default(false);
}

static void quote(Report report, const ScalarNode &scalar, TreeView &tree) {
  if (!StringRef(scalar.value).contains('"'))
    report.fix(/*safe=*/true, "put it in quotes", tree.location(scalar.range),
               ("\"" + scalar.value + "\"").str());
}

static void checkPlain(const ScalarNode &scalar, Position position, bool inFlow,
                       TreeView &tree) {
  if (scalar.style != ScalarStyle::Plain || !scalar.tag.empty() ||
      hasPlaceholder(scalar.value))
    return;
  bool isSign = scalar.value == "=" ||
                (position == Position::Value && scalar.value == "<<");
  if (isSign) {
    quote(
        diag::UnreadableValue::sign(tree.location(scalar.range), scalar.value),
        scalar, tree);
    return;
  }
  if (inFlow && scalar.value.contains('?')) {
    Report report =
        diag::UnreadableValue::sign(tree.location(scalar.range), scalar.value);
    report.help("between brackets its reader ends a plain value at `?`");
    quote(std::move(report), scalar, tree);
    return;
  }
  if (position == Position::Key && typeOf(scalar) == ScalarType::Timestamp)
    quote(
        diag::UnreadableValue::date(tree.location(scalar.range), scalar.value),
        scalar, tree);
}

/// The items of a flow collection stand between brackets; what stands in
/// those stands in flow collections, too.
static void checkParts(const Node &node, TreeView &tree) {
  auto checkPart = [&](const Node *part, Position position) {
    if (const auto *scalar = llvm::dyn_cast<ScalarNode>(part))
      checkPlain(*scalar, position, node.flow, tree);
  };
  if (const auto *sequence = llvm::dyn_cast<SequenceNode>(&node)) {
    for (const Node *item : sequence->items)
      checkPart(item, Position::Value);
  }
  if (const auto *mapping = llvm::dyn_cast<MappingNode>(&node)) {
    for (const MappingEntry &entry : mapping->entries) {
      checkPart(entry.key, Position::Key);
      checkPart(entry.value, Position::Value);
    }
  }
}

void gcloud::reportUnsendable(const Stream &stream, TreeView &tree,
                              bool mayHoldSeveralJobs) {
  if (stream.documents.size() > 1 && !mayHoldSeveralJobs)
    diag::SeveralDocuments::another(tree.location(stream.documents[1].range))
        .help("give each job a file of its own");
  // A `%TAG` may make a known tag of any.
  bool hasTagHandles = tree.buffer().text().contains("%TAG");
  for (const Node *node : stream.nodes) {
    bool isKnown =
        hasTagHandles || isKnownTag(node->tag, llvm::isa<ScalarNode>(node));
    if (!isKnown)
      diag::UnreadableValue::tag(tree.location(node->range), node->tag);
    checkParts(*node, tree);
  }
}

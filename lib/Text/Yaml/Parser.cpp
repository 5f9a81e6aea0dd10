//===- Parser.cpp - YAML tokens to a tree ---------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The grammar is that of YAML 1.1 as libyaml reads it.
//
//===----------------------------------------------------------------------===//

#include "Text/Yaml/Parser.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/LogicalResult.h"

using namespace trainlint;
using namespace trainlint::yaml;

namespace {

/// What stands in front of a node.
struct Properties {
  StringRef anchor;
  StringRef tag;
  SourceRange anchorRange;
  /// Where the first property begins.
  uint32_t begin = 0;
  bool any() const { return !anchor.empty() || !tag.empty(); }
};

class Parser {
public:
  Parser(StringRef text, ArrayRef<Token> tokens, Stream &out)
      : text(text), tokens(tokens), out(out) {}

  /// Parses the documents; fails after a problem was recorded or where the
  /// tokens end early because the scanner recorded one.
  LogicalResult run();

private:
  LogicalResult parseDocument(bool needsMarker);
  LogicalResult parseDirectives(bool &any);
  FailureOr<Node *> parseNode(bool block, bool indentless = false);
  LogicalResult parseProperties(Properties &properties);
  LogicalResult resolveTag(StringRef tag, SourceRange range);
  FailureOr<Node *> parseAlias();
  FailureOr<Node *> parseBlockSequence(Node *node);
  FailureOr<Node *> parseIndentlessSequence(Node *node);
  FailureOr<Node *> parseBlockMapping(Node *node);
  FailureOr<Node *> parseFlowSequence(Node *node);
  FailureOr<Node *> parseFlowMapping(Node *node);
  FailureOr<Node *> parseFlowPair();
  FailureOr<Node *> parseNodeUnless(std::initializer_list<TokenKind> ends,
                                    bool block, bool indentless = false);

  template <typename T, typename... Args>
  T *create(Args &&...args) {
    T *node = new (out.arena.Allocate<T>()) T(std::forward<Args>(args)...);
    out.nodes.push_back(node);
    return node;
  }
  Node *createEmpty(uint32_t offset) {
    return create<ScalarNode>(SourceRange{offset, offset}, ScalarStyle::Plain);
  }
  template <typename T>
  ArrayRef<T> keep(const llvm::SmallVectorImpl<T> &items) {
    return ArrayRef(items).copy(out.arena);
  }
  void define(Node *node, const Properties &properties);

  bool atEnd() const { return position >= tokens.size(); }
  const Token &peek() const { return tokens[position]; }
  bool at(TokenKind kind) const { return !atEnd() && peek().kind == kind; }
  bool atAny(std::initializer_list<TokenKind> kinds) const {
    return !atEnd() && llvm::is_contained(kinds, peek().kind);
  }
  const Token &take() { return tokens[position++]; }
  /// The end of the text before the current token. The end of a block is no
  /// text: it stands where the next token begins.
  uint32_t previousEnd() const {
    size_t before = position;
    while (before > 0 && tokens[before - 1].kind == TokenKind::BlockEnd)
      --before;
    return before == 0 ? 0 : tokens[before - 1].range.end;
  }
  bool startsLine(uint32_t offset) const {
    StringRef before = text.take_front(offset).rtrim(" \t");
    return before.empty() || before.ends_with("\n") || before.ends_with("\r");
  }
  /// Records a problem, unless the tokens ended because of an earlier one.
  LogicalResult fail(Problem problem) {
    if (!atEnd())
      out.problems.push_back(std::move(problem));
    return failure();
  }
  /// The range of the current token, widened to the line if it is empty.
  SourceRange here() const;

  StringRef text;
  ArrayRef<Token> tokens;
  Stream &out;
  size_t position = 0;
  unsigned depth = 0;
  llvm::StringMap<Node *> anchors;
  llvm::StringSet<> tagHandles;
};

} // namespace

SourceRange Parser::here() const {
  if (atEnd())
    return {static_cast<uint32_t>(text.size()),
            static_cast<uint32_t>(text.size())};
  SourceRange range = peek().range;
  if (!range.empty())
    return range;
  StringRef line = text.substr(range.begin);
  line = line.take_front(line.find_first_of("\r\n"));
  line = line.take_front(line.find(" #")).rtrim();
  return {range.begin, range.begin + static_cast<uint32_t>(line.size())};
}

void Parser::define(Node *node, const Properties &properties) {
  node->anchor = properties.anchor;
  node->tag = properties.tag;
  node->anchorRange = properties.anchorRange;
  if (!properties.anchor.empty())
    anchors[properties.anchor] = node;
}

//===----------------------------------------------------------------------===//
// Documents
//===----------------------------------------------------------------------===//

LogicalResult Parser::run() {
  bool first = true;
  while (!atEnd()) {
    while (!first && at(TokenKind::DocumentEnd))
      take();
    if (at(TokenKind::StreamEnd))
      return success();
    if (failed(parseDocument(/*needsMarker=*/!first)))
      return failure();
    first = false;
  }
  return failure();
}

LogicalResult Parser::parseDirectives(bool &any) {
  tagHandles.clear();
  bool version = false;
  while (atAny({TokenKind::VersionDirective, TokenKind::TagDirective})) {
    any = true;
    const Token &token = take();
    StringRef directive = text.slice(token.range.begin, token.range.end);
    if (token.kind == TokenKind::VersionDirective) {
      if (version)
        return fail({"the YAML version is given twice", token.range});
      version = true;
      StringRef number = directive.drop_front(5).trim(" \t");
      if (number != "1.1" && number != "1.2")
        return fail({"YAML version " + number.str() + " is not supported",
                     token.range});
      continue;
    }
    StringRef handle = directive.drop_front(4).ltrim(" \t").take_until(
        [](char c) { return c == ' ' || c == '\t'; });
    if (!tagHandles.insert(handle).second)
      return fail({"the tag handle " + quoted(handle) + " is defined twice",
                   token.range});
  }
  return success();
}

LogicalResult Parser::parseDocument(bool needsMarker) {
  uint32_t begin = peek().range.begin;
  anchors.clear();
  bool directives = false;
  if (failed(parseDirectives(directives)))
    return failure();

  Node *root = nullptr;
  if (at(TokenKind::DocumentStart)) {
    take();
    FailureOr<Node *> content =
        parseNodeUnless({TokenKind::VersionDirective, TokenKind::TagDirective,
                         TokenKind::DocumentStart, TokenKind::DocumentEnd,
                         TokenKind::StreamEnd},
                        /*block=*/true);
    if (failed(content))
      return failure();
    root = *content;
  } else if (directives) {
    return fail({"expected `---` after the directives", here()});
  } else if (needsMarker) {
    return fail({"text after the end of the document",
                 here(),
                 "",
                 {},
                 "check the indentation, or separate two documents with "
                 "`---`"});
  } else {
    FailureOr<Node *> content = parseNode(/*block=*/true);
    if (failed(content))
      return failure();
    root = *content;
  }
  if (atEnd())
    return failure();
  out.documents.push_back({root, {begin, previousEnd()}});
  if (at(TokenKind::DocumentEnd))
    take();
  return success();
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

LogicalResult Parser::resolveTag(StringRef tag, SourceRange range) {
  if (tag.starts_with("!<"))
    return success();
  size_t second = tag.find('!', 1);
  if (second == StringRef::npos)
    return success();
  StringRef handle = tag.take_front(second + 1);
  // Other characters before the second `!` make it part of the tag's name.
  if (!llvm::all_of(tag.slice(1, second), [](char c) {
        return llvm::isAlnum(c) || c == '_' || c == '-';
      }))
    return success();
  if (handle == "!!" || tagHandles.contains(handle)) {
    if (tag.size() == handle.size())
      return fail({"expected a name after the tag handle", range});
    return success();
  }
  return fail({"the tag handle " + quoted(handle) + " is not defined",
               range,
               "",
               {},
               "quote a value that begins with `!`"});
}

LogicalResult Parser::parseProperties(Properties &properties) {
  properties.begin = atEnd() ? 0 : peek().range.begin;
  while (true) {
    if (at(TokenKind::Anchor) && properties.anchor.empty()) {
      const Token &token = take();
      properties.anchorRange = token.range;
      properties.anchor = text.slice(token.range.begin + 1, token.range.end);
    } else if (at(TokenKind::Tag) && properties.tag.empty()) {
      const Token &token = take();
      properties.tag = text.slice(token.range.begin, token.range.end);
      if (failed(resolveTag(properties.tag, token.range)))
        return failure();
    } else {
      return success();
    }
  }
}

FailureOr<Node *> Parser::parseAlias() {
  const Token &token = take();
  StringRef name = text.slice(token.range.begin + 1, token.range.end);
  auto *alias = create<AliasNode>(token.range, name);
  out.hasAliases = true;
  auto found = anchors.find(name);
  if (found == anchors.end()) {
    Problem problem{"no anchor `&" + name.str() + "` stands before this alias",
                    token.range};
    problem.help = "quote a value that begins with `*`";
    return fail(std::move(problem));
  }
  alias->target = found->second;
  return alias;
}

FailureOr<Node *> Parser::parseNodeUnless(std::initializer_list<TokenKind> ends,
                                          bool block, bool indentless) {
  if (atAny(ends))
    return createEmpty(previousEnd());
  return parseNode(block, indentless);
}

FailureOr<Node *> Parser::parseNode(bool block, bool indentless) {
  struct DepthScope {
    unsigned &depth;
    ~DepthScope() { --depth; }
  } scope{++depth};
  if (depth > DeepestNesting)
    return fail(
        {"nested deeper than " + std::to_string(DeepestNesting) + " levels",
         here()});
  if (at(TokenKind::Alias))
    return parseAlias();

  Properties properties;
  if (failed(parseProperties(properties)))
    return failure();
  if (atEnd())
    return failure();
  SourceRange begin = peek().range;
  auto open = [&](auto *node) {
    define(node, properties);
    return node;
  };
  switch (peek().kind) {
  case TokenKind::Scalar: {
    auto *scalar = create<ScalarNode>(begin, peek().style);
    scalar->blockIndent = take().blockIndent;
    return open(scalar);
  }
  case TokenKind::FlowSequenceStart:
    return parseFlowSequence(open(create<SequenceNode>(begin)));
  case TokenKind::FlowMappingStart:
    return parseFlowMapping(open(create<MappingNode>(begin)));
  case TokenKind::BlockSequenceStart:
    if (block)
      return parseBlockSequence(open(create<SequenceNode>(begin)));
    break;
  case TokenKind::BlockMappingStart:
    if (block)
      return parseBlockMapping(open(create<MappingNode>(begin)));
    break;
  case TokenKind::BlockEntry:
    if (indentless)
      return parseIndentlessSequence(open(create<SequenceNode>(begin)));
    break;
  default:
    break;
  }
  if (properties.any())
    return open(createEmpty(previousEnd()));
  return fail({"expected a value here", here()});
}

//===----------------------------------------------------------------------===//
// Block collections
//===----------------------------------------------------------------------===//

FailureOr<Node *> Parser::parseBlockSequence(Node *node) {
  llvm::SmallVector<Node *> items;
  SourceRange start = take().range;
  while (at(TokenKind::BlockEntry)) {
    take();
    FailureOr<Node *> item = parseNodeUnless(
        {TokenKind::BlockEntry, TokenKind::BlockEnd}, /*block=*/true);
    if (failed(item))
      return failure();
    items.push_back(*item);
    node->range.end = previousEnd();
  }
  if (!at(TokenKind::BlockEnd))
    return fail({"expected `-` and a list item here",
                 here(),
                 "the list begins here",
                 {start.begin, start.begin + 1},
                 "items of one list begin in the same column"});
  take();
  llvm::cast<SequenceNode>(node)->items = keep(items);
  return node;
}

FailureOr<Node *> Parser::parseIndentlessSequence(Node *node) {
  llvm::SmallVector<Node *> items;
  while (at(TokenKind::BlockEntry)) {
    take();
    FailureOr<Node *> item =
        parseNodeUnless({TokenKind::BlockEntry, TokenKind::Key,
                         TokenKind::Value, TokenKind::BlockEnd},
                        /*block=*/true);
    if (failed(item))
      return failure();
    items.push_back(*item);
    node->range.end = previousEnd();
  }
  llvm::cast<SequenceNode>(node)->items = keep(items);
  return node;
}

FailureOr<Node *> Parser::parseBlockMapping(Node *node) {
  llvm::SmallVector<MappingEntry> entries;
  SourceRange start = take().range;
  auto ends = {TokenKind::Key, TokenKind::Value, TokenKind::BlockEnd};
  while (at(TokenKind::Key)) {
    take();
    FailureOr<Node *> key = parseNodeUnless(ends, /*block=*/true, true);
    if (failed(key))
      return failure();
    Node *value = nullptr;
    if (at(TokenKind::Value)) {
      take();
      FailureOr<Node *> found = parseNodeUnless(ends, /*block=*/true, true);
      if (failed(found))
        return failure();
      value = *found;
    } else {
      value = createEmpty(previousEnd());
    }
    entries.push_back({*key, value});
    node->range.end = previousEnd();
  }
  if (!at(TokenKind::BlockEnd)) {
    if (!atEnd() && peek().range.begin > 0 && !startsLine(peek().range.begin))
      return fail({"text after the end of the value",
                   here(),
                   "",
                   {},
                   "a value with quotes or brackets at its front ends where "
                   "they are closed"});
    Problem problem{"expected a key and `:` here", here()};
    if (!entries.empty()) {
      problem.noteMessage = "the keys beside it begin in this column";
      problem.noteRange = entries.front().key->range;
    } else {
      problem.noteRange = {start.begin, start.begin};
    }
    return fail(std::move(problem));
  }
  take();
  llvm::cast<MappingNode>(node)->entries = keep(entries);
  return node;
}

//===----------------------------------------------------------------------===//
// Flow collections
//===----------------------------------------------------------------------===//

/// `key: value` without braces as an item of a flow sequence.
FailureOr<Node *> Parser::parseFlowPair() {
  uint32_t begin = take().range.begin;
  auto *pair = create<MappingNode>(SourceRange{begin, begin});
  pair->flow = true;
  MappingEntry entry;
  if (atAny({TokenKind::Value, TokenKind::FlowEntry,
             TokenKind::FlowSequenceEnd})) {
    // libyaml drops the token behind a `?` that has no key, and with it every
    // reader of configs.
    take();
    entry.key = createEmpty(previousEnd());
  } else {
    FailureOr<Node *> key = parseNode(/*block=*/false);
    if (failed(key))
      return failure();
    entry.key = *key;
  }
  if (at(TokenKind::Value)) {
    take();
    FailureOr<Node *> value = parseNodeUnless(
        {TokenKind::FlowEntry, TokenKind::FlowSequenceEnd}, /*block=*/false);
    if (failed(value))
      return failure();
    entry.value = *value;
  } else {
    entry.value = createEmpty(previousEnd());
  }
  pair->entries = ArrayRef(entry).copy(out.arena);
  pair->range.end = previousEnd();
  return pair;
}

FailureOr<Node *> Parser::parseFlowSequence(Node *node) {
  node->flow = true;
  llvm::SmallVector<Node *> items;
  SourceRange start = take().range;
  while (!at(TokenKind::FlowSequenceEnd)) {
    if (!items.empty()) {
      if (!at(TokenKind::FlowEntry))
        return fail({"expected `,` or `]` here", here(), "the list begins here",
                     start});
      take();
      if (at(TokenKind::FlowSequenceEnd))
        break;
    }
    FailureOr<Node *> item =
        at(TokenKind::Key) ? parseFlowPair() : parseNode(/*block=*/false);
    if (failed(item))
      return failure();
    items.push_back(*item);
  }
  take();
  node->range.end = previousEnd();
  llvm::cast<SequenceNode>(node)->items = keep(items);
  return node;
}

FailureOr<Node *> Parser::parseFlowMapping(Node *node) {
  node->flow = true;
  llvm::SmallVector<MappingEntry> entries;
  SourceRange start = take().range;
  while (!at(TokenKind::FlowMappingEnd)) {
    if (!entries.empty()) {
      if (!at(TokenKind::FlowEntry))
        return fail({"expected `,` or `}` here", here(),
                     "the mapping begins here", start});
      take();
      if (at(TokenKind::FlowMappingEnd))
        break;
    }
    FailureOr<Node *> key = failure();
    Node *value = nullptr;
    if (at(TokenKind::Key)) {
      take();
      key = parseNodeUnless(
          {TokenKind::Value, TokenKind::FlowEntry, TokenKind::FlowMappingEnd},
          /*block=*/false);
      if (failed(key))
        return failure();
      if (at(TokenKind::Value)) {
        take();
        FailureOr<Node *> found =
            parseNodeUnless({TokenKind::FlowEntry, TokenKind::FlowMappingEnd},
                            /*block=*/false);
        if (failed(found))
          return failure();
        value = *found;
      }
    } else {
      key = parseNode(/*block=*/false);
      if (failed(key))
        return failure();
    }
    if (!value)
      value = createEmpty(previousEnd());
    entries.push_back({*key, value});
  }
  take();
  node->range.end = previousEnd();
  llvm::cast<MappingNode>(node)->entries = keep(entries);
  return node;
}

void yaml::parse(StringRef text, TokenStream tokens, Stream &out) {
  out.comments = std::move(tokens.comments);
  out.problems = std::move(tokens.problems);
  (void)Parser(text, tokens.tokens, out).run();
}

//===- Markup.cpp - Texts that editors show -------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Markup.h"
#include "Schema/Validator.h"
#include "Support/LLVM.h"
#include "Support/Printable.h"
#include "Support/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::lsp;

std::string lsp::inlineCode(StringRef text) {
  std::string shown = printable(ellipsize(text));
  StringRef code = shown;
  size_t longest = 0;
  for (StringRef rest = code; !rest.empty();) {
    size_t run = rest.take_while([](char c) { return c == '`'; }).size();
    longest = std::max(longest, run);
    rest = rest.drop_front(std::max<size_t>(run, 1));
  }
  std::string fence(longest + 1, '`');
  // Blanks part the fence from what it would run into; they are not shown.
  bool isPadded = code.empty() || longest > 0;
  StringRef pad = isPadded ? " " : "";
  return (fence + pad + code + pad + fence).str();
}

/// True if Markdown takes all of a name for letters. It does with `_` between
/// letters, and not beside other signs.
static bool isPlainName(StringRef name) {
  if (name.empty() || name.starts_with_insensitive("www."))
    return false;
  while (!name.empty()) {
    StringRef part =
        name.take_until([](char c) { return StringRef("/.-").contains(c); });
    bool isPlain =
        llvm::all_of(part, [](char c) { return llvm::isAlnum(c) || c == '_'; });
    if (!isPlain || part.starts_with("_") || part.ends_with("_"))
      return false;
    name = name.drop_front(std::min(name.size(), part.size() + 1));
  }
  return true;
}

std::string lsp::nameInText(StringRef name) {
  return isPlainName(name) ? name.str() : inlineCode(name);
}

/// The code that a text begins with, fences included; empty if there is none.
static StringRef leadingCode(StringRef text) {
  auto isFence = [](char c) { return c == '`'; };
  StringRef fence = text.take_while(isFence);
  for (size_t at = fence.size(); !fence.empty();) {
    at = text.find('`', at);
    if (at == StringRef::npos)
      break;
    size_t length = text.substr(at).take_while(isFence).size();
    at += length;
    if (length == fence.size())
      return text.take_front(at);
  }
  return "";
}

std::string lsp::proseInText(StringRef given) {
  constexpr StringRef Punctuation = ".,;:()\"'?";
  std::string prose = printable(given), out;
  StringRef text = prose;
  while (!text.empty()) {
    StringRef part = leadingCode(text);
    if (part.empty())
      part = text.take_while([](char c) { return c == ' '; });
    if (!part.empty()) {
      out += part;
      text = text.drop_front(part.size());
      continue;
    }
    // A backtick that closes nothing is a word of its own.
    StringRef word =
        text.front() == '`'
            ? text.take_front(1)
            : text.take_until([](char c) { return c == ' ' || c == '`'; });
    text = text.drop_front(word.size());
    StringRef core = word.ltrim(Punctuation);
    out += word.drop_back(core.size());
    StringRef end = core;
    core = core.rtrim(Punctuation);
    end = end.drop_front(core.size());
    bool isMarkup = core.find_first_of("_[]<>*&\\!#|~`") != StringRef::npos ||
                    core.contains("://") ||
                    core.starts_with_insensitive("www.");
    out += isMarkup ? inlineCode(core) : core.str();
    out += end;
  }
  return out;
}

llvm::json::Value lsp::markupOf(StringRef text, bool markdown) {
  return llvm::json::Object{{"kind", markdown ? "markdown" : "plaintext"},
                            {"value", llvm::json::fixUTF8(text)}};
}

/// "`a`, `b` and `c`".
static std::string joinQuoted(llvm::ArrayRef<StringRef> words) {
  llvm::SmallVector<std::string> quoted;
  for (StringRef word : words)
    quoted.push_back(inlineCode(word));
  return formatList(quoted, "and", quoted.size());
}

std::string lsp::describeField(StringRef name, const schema::Schema &schema) {
  std::string text = "**" + nameInText(name) + "**";
  std::string types = schema::describeTypes(schema.types);
  if (!types.empty())
    text += ": " + types;
  if (!schema.description.empty())
    text += "\n\n" + proseInText(schema.description);
  if (!schema.words.empty())
    text += "\n\nvalues: " +
            joinQuoted(llvm::to_vector_of<StringRef>(schema.words));
  if (!schema.form.empty())
    text += "\n\n" + proseInText(schema.form);
  if (schema.minimum)
    text += "\n\nat least " + formatNumber(*schema.minimum);
  if (schema.maximum)
    text += "\n\nat most " + formatNumber(*schema.maximum);
  if (schema.readOnly)
    text += "\n\nset by the service";
  return text;
}

std::string lsp::describeValue(StringRef value, const job::ValueInfo &info) {
  std::string text = "**" + nameInText(value) + "**";
  if (!info.summary.empty())
    text += ": " + proseInText(info.summary);
  for (const std::string &detail : info.details)
    text += "\n\n" + proseInText(detail);
  llvm::SmallVector<std::string> tables;
  for (const TableInfo &table : info.tables) {
    std::string cited =
        proseInText((table.name + ", as of " + table.asOf).str());
    if (!llvm::is_contained(tables, cited))
      tables.push_back(std::move(cited));
  }
  if (!tables.empty())
    text += "\n\n*table " + llvm::join(tables, "; ") + "*";
  return text;
}

std::string lsp::describeRule(const RuleInfo &rule) {
  return ("**" + rule.name.ref() + "** (" + rule.code.ref() +
          "): " + rule.summary.ref() + "\n\n" + rule.explanation.ref().trim())
      .str();
}

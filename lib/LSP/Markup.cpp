//===- Markup.cpp - Texts that editors show -------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Markup.h"
#include "Schema/Validator.h"
#include "Support/Text.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::lsp;
using llvm::StringRef;

/// Puts names with `_` in backticks, so that no editor takes them for emphasis.
static std::string withNamesAsCode(StringRef text) {
  auto isPart = [](char c) {
    return llvm::isAlnum(c) || StringRef("_-.").contains(c);
  };
  std::string out;
  bool isCode = false;
  while (!text.empty()) {
    StringRef word = text.take_while(isPart);
    if (word.empty()) {
      isCode ^= text.front() == '`';
      out += text.front();
      text = text.drop_front();
      continue;
    }
    StringRef mark = !isCode && word.contains('_') ? "`" : "";
    out += (mark + word + mark).str();
    text = text.drop_front(word.size());
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
    quoted.push_back("`" + word.str() + "`");
  return joinWords(quoted, "and", quoted.size());
}

std::string lsp::describeField(StringRef name, const schema::Schema &schema) {
  std::string text = "**" + name.str() + "**";
  std::string types = schema::describeTypes(schema.types);
  if (!types.empty())
    text += ": " + types;
  if (!schema.description.empty())
    text += "\n\n" + withNamesAsCode(schema.description);
  if (!schema.words.empty())
    text += "\n\nvalues: " + joinQuoted(schema.words);
  if (!schema.form.empty())
    text += "\n\n" + withNamesAsCode(schema.form);
  if (schema.minimum)
    text += "\n\nat least " + formatNumber(*schema.minimum);
  if (schema.maximum)
    text += "\n\nat most " + formatNumber(*schema.maximum);
  if (schema.readOnly)
    text += "\n\nset by the service";
  return text;
}

std::string lsp::describeValue(StringRef value, const job::ValueInfo &info) {
  std::string text = "**" + value.str() + "**";
  if (!info.summary.empty())
    text += ": " + withNamesAsCode(info.summary);
  for (const std::string &detail : info.details)
    text += "\n\n" + withNamesAsCode(detail);
  llvm::SmallVector<std::string> tables;
  for (const TableInfo &table : info.tables) {
    std::string cited = table.name.str() + ", as of " + table.asOf.str();
    if (!llvm::is_contained(tables, cited))
      tables.push_back(std::move(cited));
  }
  if (!tables.empty())
    text += "\n\n*table " + llvm::join(tables, "; ") + "*";
  return text;
}

std::string lsp::describeRule(const RuleInfo &rule) {
  return ("**" + rule.name + "** (" + rule.code + "): " + rule.summary +
          "\n\n" + rule.explanation.trim())
      .str();
}

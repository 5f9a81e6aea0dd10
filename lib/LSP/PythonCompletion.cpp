//===- PythonCompletion.cpp - Values of arguments and of dicts ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Completion.h"
#include "LSP/PythonArguments.h"
#include "LSP/PythonKeys.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::lsp;

namespace {

/// Completes the value of an argument, of an entry of a dict, or of a name that
/// becomes one of them.
class PythonCompleter {
public:
  explicit PythonCompleter(const CompletionContext &context)
      : context(context), text(context.text.text()),
        word(wordAt(text, context.offset, "_-")) {}

  Completions complete();

private:
  std::optional<char> openQuote() const;
  bool mayBeValue() const;
  bool mayBeArgument() const;
  bool mayBeKey(bool isInQuotes) const;
  void tryArguments();
  void tryKeys(std::optional<char> quote);
  void tryText(char quote);
  void tryNumber();
  void addFrom(const Probe &probe, llvm::StringRef quote);

  const CompletionContext &context;
  StringRef text;
  SourceRange word;
  Completions out;
};

} // namespace

/// The quote in front of the word; nothing outside of a string.
std::optional<char> PythonCompleter::openQuote() const {
  char before = word.begin == 0 ? '\n' : text[word.begin - 1];
  return before == '"' || before == '\'' ? std::optional(before) : std::nullopt;
}

/// True behind what an expression follows.
bool PythonCompleter::mayBeValue() const {
  StringRef before = text.take_front(word.begin).rtrim(" \t");
  return !before.empty() && StringRef("=:,([").contains(before.back());
}

/// True where an argument of a call begins.
bool PythonCompleter::mayBeArgument() const {
  StringRef before = text.take_front(word.begin).rtrim();
  return !before.empty() && (before.back() == '(' || before.back() == ',');
}

/// True where a key of a dict begins.
bool PythonCompleter::mayBeKey(bool isInQuotes) const {
  StringRef before = text.take_front(word.begin - isInQuotes).rtrim();
  return !before.empty() && (before.back() == '{' || before.back() == ',');
}

/// An entry that is being written has no value, and no comma behind it.
void PythonCompleter::tryKeys(std::optional<char> quote) {
  StringRef mark = quote ? text.substr(word.begin - 1, 1) : "\"";
  StringRef rest = text.substr(word.end);
  bool isClosed = quote && rest.consume_front(mark);
  StringRef next = rest.ltrim();
  bool hasValue = next.starts_with(":");
  bool isLast = next.empty() || StringRef(",}])").contains(next.front());
  Probe probe{word, text.take_front(word.begin).str(), word.begin};
  probe.text += (quote ? "" : mark);
  probe.offset = probe.text.size();
  probe.text += (Probe::Word + mark + (hasValue ? "" : ": 0") +
                 (hasValue || isLast ? "" : ",") + rest)
                    .str();
  addKeys(*context.analyze(probe.text), probe.offset, quote ? "" : mark,
          quote      ? isClosed ? "" : mark
          : hasValue ? mark
                     : "\": ",
          out.items);
}

void PythonCompleter::tryArguments() {
  Probe probe = probeWord(text, word, "", "");
  addArguments(*context.analyze(probe.text), probe.offset, out.items);
}

void PythonCompleter::addFrom(const Probe &probe, StringRef quote) {
  std::unique_ptr<Analysis> probed = context.analyze(probe.text);
  addValues(*probed, probe.offset, /*needsQuotes=*/false, out.items);
  if (out.items.empty())
    addArgumentValues(*probed, probe.offset, out.items);
  for (CompletionItem &item : out.items)
    item.text = (quote + item.text + quote).str();
}

/// A string that is being written may have no end yet.
void PythonCompleter::tryText(char quote) {
  bool isClosed = text.substr(word.end).starts_with(StringRef(&quote, 1));
  addFrom(probeWord(text, word, "", isClosed ? "" : StringRef(&quote, 1)), "");
}

void PythonCompleter::tryNumber() {
  Probe probe{word, "", word.begin};
  probe.text =
      (text.take_front(word.begin) + "1" + text.substr(word.end)).str();
  addFrom(probe, "");
}

Completions PythonCompleter::complete() {
  out.word = word;
  std::optional<char> quote = openQuote();
  // What is there already needs no stand-in.
  if (!word.empty() && (quote || llvm::isDigit(text[word.begin])))
    addValues(context.current, context.offset, /*needsQuotes=*/false,
              out.items);
  if (!out.items.empty())
    return std::move(out);
  if (quote) {
    if (mayBeKey(/*isInQuotes=*/true))
      tryKeys(quote);
    if (out.items.empty())
      tryText(*quote);
    return std::move(out);
  }
  if (mayBeArgument())
    tryArguments();
  if (out.items.empty() && mayBeKey(/*isInQuotes=*/false))
    tryKeys(std::nullopt);
  if (!out.items.empty() || !mayBeValue())
    return std::move(out);
  addFrom(probeWord(text, word, "\"", "\""), "\"");
  if (out.items.empty())
    tryNumber();
  return std::move(out);
}

Completions lsp::completePython(const CompletionContext &context) {
  return PythonCompleter(context).complete();
}

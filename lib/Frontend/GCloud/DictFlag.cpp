//===- DictFlag.cpp - Values such as count=4,type=x -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GCloud/DictFlag.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::gcloud;

/// Takes `^;^` off the front of a text; returns what ends the parts.
static StringRef takeDelimiter(StringRef &text) {
  constexpr StringRef Comma = ",";
  if (!text.starts_with("^"))
    return Comma;
  auto [delimiter, rest] = text.drop_front().split('^');
  if (delimiter.empty() || rest.empty())
    return Comma;
  text = rest;
  return delimiter;
}

/// The end of the part at `begin`. What stands in angle brackets is one word:
/// `<a type, e.g. n1-standard-4>`.
static size_t endOfPart(StringRef text, size_t begin, StringRef delimiter) {
  // They are short; a text may be as long as a file.
  constexpr size_t Longest = 200;
  size_t end = std::min(text.find(delimiter, begin), text.size());
  size_t from = begin;
  while (true) {
    size_t open = text.slice(from, end).find('<');
    if (open == StringRef::npos)
      return end;
    StringRef word = text.substr(from + open + 1, Longest);
    from += open + 1;
    size_t close = word.find_first_of("<>");
    bool isWord = close != StringRef::npos && word[close] == '>' &&
                  llvm::isAlpha(word.front() == ' ' ? word[1] : word.front());
    if (!isWord)
      continue;
    from += close + 1;
    if (from > end)
      end = std::min(text.find(delimiter, from), text.size());
  }
}

/// Splits a text into parts. `at` makes the value of a range of it, `place`
/// tells where a range of it stands; both count from its begin.
static llvm::SmallVector<DictionaryEntry, 4>
splitParts(StringRef text,
           llvm::function_ref<shell::Value(size_t begin, size_t end)> at,
           llvm::function_ref<SourceRange(size_t begin, size_t end)> place) {
  llvm::SmallVector<DictionaryEntry, 4> entries;
  StringRef rest = text;
  StringRef delimiter = takeDelimiter(rest);
  for (size_t begin = text.size() - rest.size(); begin < text.size();) {
    size_t end = endOfPart(text, begin, delimiter);
    StringRef part = text.slice(begin, end);
    size_t equals = part.find('=');
    size_t keyEnd = std::min(equals, part.size());
    DictionaryEntry &entry = entries.emplace_back();
    entry.key = part.take_front(keyEnd).str();
    entry.keyRange = place(begin, begin + keyEnd);
    if (equals != StringRef::npos)
      entry.value = at(begin + keyEnd + 1, end);
    begin = end + delimiter.size();
  }
  return entries;
}

llvm::SmallVector<DictionaryEntry, 4>
gcloud::readDictionary(const Flag &flag, const ScriptContext &script) {
  const shell::Word &word = *flag.word;
  size_t front = flag.valueBegin;
  shell::Value whole = script.valueOf(flag);
  bool isComputed = !whole.use.empty() && whole.isComputed;
  bool isElsewhere =
      !whole.use.empty() && script.buffer.text(whole.range) == whole.text;
  if (!isElsewhere && !isComputed)
    return splitParts(
        StringRef(word.value).substr(front),
        [&](size_t begin, size_t end) {
          return script.variables.valueOf(word, front + begin, front + end);
        },
        [&](size_t begin, size_t end) {
          return word.part(front + begin, front + end);
        });
  auto place = [&](size_t begin, size_t end) {
    uint32_t origin = whole.range.begin;
    if (isComputed)
      return whole.range;
    return SourceRange{static_cast<uint32_t>(origin + begin),
                       static_cast<uint32_t>(origin + end)};
  };
  return splitParts(
      whole.text,
      [&](size_t begin, size_t end) {
        return shell::Value{whole.text.substr(begin, end - begin),
                            place(begin, end), whole.use, isComputed};
      },
      place);
}

llvm::SmallVector<StringRef> gcloud::keysOf(const Flag &flag,
                                            const Tables &tables) {
  llvm::SmallVector<StringRef> keys;
  for (const CommandFlags::Row &row :
       tables.commandFlags.withCommand(flag.row->command)) {
    auto [name, key] = row.flag.split('.');
    if (name == flag.row->flag && !key.empty())
      keys.push_back(key);
  }
  return keys;
}

//===- Placeholder.cpp - Values that are not known yet --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Placeholder.h"
#include "Support/IgnoreCase.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <array>

using namespace trainlint;

//===----------------------------------------------------------------------===//
// Markers
//===----------------------------------------------------------------------===//

static bool isNameStart(char c) { return llvm::isAlpha(c) || c == '_'; }

static bool isName(StringRef text) {
  return !text.empty() && isNameStart(text[0]) &&
         llvm::all_of(text,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// A name, or a part of what it stands for: `args.zone`, `zones[0]`.
static bool isField(StringRef text) {
  return isName(text.take_until([](char c) { return c == '.' || c == '['; })) &&
         llvm::all_of(text, [](char c) {
           return llvm::isAlnum(c) || StringRef("_.[]'\"").contains(c);
         });
}

/// The text between a character at the front of `text` and the next `close`, or
/// an empty text if the line ends or the character comes again before.
static StringRef inside(StringRef text, char close) {
  const char ends[] = {close, text.front(), '\n'};
  size_t end = text.find_first_of(StringRef(ends, std::size(ends)), 1);
  if (end == StringRef::npos || text[end] != close)
    return "";
  return text.slice(1, end);
}

/// Text in angle brackets that begins like a word: no comparison, no tag. Where
/// blanks stand around it, it is one word, for `a < b and c > d` is none.
static bool isAnglePlaceholder(StringRef text) {
  if (text.consume_front(" ")) {
    if (!text.consume_back(" ") || !llvm::all_of(text, [](char c) {
          return llvm::isAlnum(c) || c == '_' || c == '-';
        }))
      return false;
  }
  return !text.empty() && (llvm::isAlpha(text[0]) || text.starts_with("...")) &&
         !text.contains('<') && !text.contains('=');
}

/// `__NAME__` in capitals, which a program looks for; those in small letters
/// are names of Python.
static bool isUnderscored(StringRef text) {
  if (!text.consume_front("__"))
    return false;
  size_t end = text.find("__");
  if (end == StringRef::npos || end == 0)
    return false;
  return llvm::isUpper(text.front()) &&
         llvm::all_of(text.take_front(end), [](char c) {
           return llvm::isUpper(c) || llvm::isDigit(c) || c == '_';
         });
}

bool trainlint::isInCapitals(StringRef text) {
  return text.size() > 1 && llvm::isUpper(text[0]) &&
         llvm::all_of(text, [](char c) {
           return llvm::isUpper(c) || llvm::isDigit(c) || c == '_' ||
                  c == '-' || c == ' ';
         });
}

namespace {
/// Who fills a placeholder in.
enum class Filler { Nobody, Program, Reader };
} // namespace

/// Who fills in the placeholder at the front of a text.
static Filler fillerOf(StringRef text) {
  char next = text.size() > 1 ? text[1] : '\0';
  auto programIf = [](bool is) {
    return is ? Filler::Program : Filler::Nobody;
  };
  auto readerIf = [](bool is) { return is ? Filler::Reader : Filler::Nobody; };
  switch (text.front()) {
  case '$':
    return programIf(next == '{' || next == '(' || isNameStart(next));
  case '{':
    return programIf(next == '{' || next == '%' || next == '#' ||
                     isField(inside(text, '}')));
  case '<':
    return next == '%' ? Filler::Program
                       : readerIf(isAnglePlaceholder(inside(text, '>')));
  case '[':
    return readerIf(isInCapitals(inside(text, ']')));
  case '@':
    return programIf(isName(inside(text, '@')));
  case '%': {
    // `%(x)s` of Python, `%X%` of Windows.
    if (next == '(')
      return programIf(isName(inside(text.drop_front(), ')')));
    StringRef name = inside(text, '%');
    return programIf(isInCapitals(name) && isName(name));
  }
  case '_':
    return programIf(isUnderscored(text));
  default:
    return Filler::Nobody;
  }
}

namespace {

/// A set of characters.
class Characters {
public:
  constexpr explicit Characters(std::initializer_list<char> characters) {
    for (char c : characters)
      add(c);
  }
  /// The first letters of words in lower case, in either case.
  template <size_t N>
  constexpr Characters &addFirstOf(const StringRef (&words)[N]) {
    for (StringRef word : words) {
      add(word.data()[0]);
      add(static_cast<char>(word.data()[0] - 'a' + 'A'));
    }
    return *this;
  }
  constexpr bool contains(char c) const {
    return isIn[static_cast<unsigned char>(c)];
  }

private:
  constexpr void add(char c) { isIn[static_cast<unsigned char>(c)] = true; }

  std::array<bool, 256> isIn{};
};

} // namespace

/// The characters that `fillerOf` knows.
static constexpr Characters MarkerBegins({'$', '{', '<', '[', '@', '%', '_'});

/// True if a placeholder begins somewhere that `wanted` fills in; anybody if it
/// is `Nobody`.
static bool findsMarker(StringRef value, Filler wanted) {
  for (size_t at = 0; at < value.size(); ++at) {
    if (!MarkerBegins.contains(value[at]))
      continue;
    Filler found = fillerOf(value.substr(at));
    if (found != Filler::Nobody &&
        (wanted == Filler::Nobody || found == wanted))
      return true;
  }
  return false;
}

bool trainlint::hasPlaceholder(StringRef value) {
  return findsMarker(value, Filler::Nobody);
}

static constexpr Characters ReferenceBegins({'v', 'l', 'm', 'e', 'd'});

/// `var.zone` of Terraform.
static bool isReference(StringRef text) {
  if (text.empty() || !ReferenceBegins.contains(text.front()))
    return false;
  auto [front, rest] = text.split('.');
  return (front == "var" || front == "local" || front == "module" ||
          front == "each" || front == "data") &&
         isField(rest);
}

bool trainlint::isFilledByProgram(StringRef value) {
  return isReference(value) || findsMarker(value, Filler::Program);
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

/// Words that no name has unless somebody is to replace it.
static constexpr StringRef ReaderWords[] = {"todo", "tbd", "changeme", "fixme"};
/// Names that say what to do begin so.
static constexpr StringRef Commands[] = {"choose", "replace", "enter", "insert",
                                         "fill"};
/// So begin names that people make up, but none of the provider's does.
static constexpr StringRef Examples[] = {
    "my",     "change", "add", "set",  "todo",      "tbd",  "example",
    "sample", "test",   "foo", "some", "somewhere", "dummy"};
/// What a value is called that names a place.
static constexpr StringRef Places[] = {"region", "zone", "location"};

/// First letters of all that `isReaderWord` knows, and of commands.
static constexpr Characters ReaderBegins = Characters({'x', 'X', 'y', 'Y'})
                                               .addFirstOf(ReaderWords)
                                               .addFirstOf(Commands);
static constexpr Characters ExampleBegins =
    Characters({'h', 'H'}).addFirstOf(Examples);

/// Calls `visit` with each run of letters of a text that begins with one of
/// some characters, in lower case. `isFirst` tells the first of the text or of
/// a part of its path.
static bool
anyWord(StringRef text, const Characters &begins,
        llvm::function_ref<bool(StringRef word, bool isFirst)> visit) {
  std::array<char, 16> lower;
  bool isFirst = true;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = begin;
    while (end < text.size() && llvm::isAlnum(text[end]))
      ++end;
    if (end > begin && begins.contains(text[begin])) {
      size_t size = std::min(end - begin, lower.size());
      std::transform(text.begin() + begin, text.begin() + begin + size,
                     lower.begin(), llvm::toLower);
      if (visit(StringRef(lower.data(), size), isFirst))
        return true;
    }
    isFirst = end == begin && isFirst;
    if (end < text.size())
      isFirst |= text[end++] == '/';
    begin = end;
  }
  return false;
}

/// `xxx`, `your`, `yourproject`, and words such as `todo`.
static bool isReaderWord(StringRef word) {
  bool isCrossedOut =
      word.size() > 2 && word.find_first_not_of('x') == StringRef::npos;
  return isCrossedOut || word.starts_with("your") ||
         llvm::is_contained(ReaderWords, word);
}

/// The last word of `machineType`, `machine_type` and `--machine-type`.
static StringRef lastWord(StringRef name) {
  size_t size = name.size();
  while (size > 0 && llvm::isLower(name[size - 1]))
    --size;
  bool isCapitalized =
      size > 0 && size < name.size() && llvm::isUpper(name[size - 1]);
  return name.drop_front(isCapitalized ? size - 1 : size);
}

/// `zone`, `gcp_region`, `MACHINE-TYPE`: what the field is called, perhaps with
/// more in front.
static bool isCalledLikeField(StringRef text, StringRef field) {
  if (!llvm::all_of(text, [](char c) {
        return llvm::isAlpha(c) || c == '_' || c == '-' || c == ' ';
      }))
    return false;
  StringRef last = text.substr(text.find_last_of("_- ") + 1);
  return last.equals_insensitive(lastWord(field)) ||
         llvm::any_of(Places, [&](StringRef place) {
           return last.equals_insensitive(place);
         });
}

/// `gs://BUCKET/...`: no bucket has a capital.
static bool isPlaceholderBucket(StringRef text) {
  if (!text.consume_front("gs://"))
    return false;
  StringRef bucket = text.take_until([](char c) { return c == '/'; });
  return isInCapitals(bucket) && !bucket.contains(' ');
}

/// Looks for one character first, which is quicker and mostly not there.
static bool hasEllipsis(StringRef text) {
  constexpr StringRef OneCharacter = "\u2026";
  return (text.contains('.') && text.contains("...")) ||
         (text.contains(OneCharacter[0]) && text.contains(OneCharacter));
}

static bool asksForChange(StringRef text) {
  return (text.contains('-') && containsIgnoringCase(text, "change-me")) ||
         (text.contains('_') && containsIgnoringCase(text, "change_me"));
}

bool trainlint::isPlaceholderName(StringRef text) {
  StringRef value = withoutBlanks(text);
  if (value.empty())
    return !text.empty();
  if (value.front() == '#' || hasEllipsis(value) || hasPlaceholder(value) ||
      isReference(value))
    return true;
  bool isAsked =
      value.size() > 1 && value.find_first_not_of('?') == StringRef::npos;
  if (isAsked || isPlaceholderBucket(value) || asksForChange(value))
    return true;
  // `[your project]` and `<`, where the rest is on other lines, and
  // `[--async]` of a synopsis. `< your project >` has blanks.
  bool isOpened = value.front() == '<' || value.front() == '[';
  if (isOpened && value.size() > 1 && llvm::isAlpha(value[1]))
    return true;
  if (value.starts_with("< ") && value.ends_with(" >") && value.size() > 4 &&
      llvm::isAlpha(value[2]))
    return true;
  if (value.starts_with("[--"))
    return true;
  return anyWord(value, ReaderBegins, [](StringRef word, bool isFirst) {
    return isReaderWord(word) ||
           (isFirst && llvm::is_contained(Commands, word));
  });
}

bool trainlint::isPlaceholderWord(StringRef text) {
  return isPlaceholderName(text) || (isInCapitals(text) && !text.contains(' '));
}

bool trainlint::isPlaceholderValue(StringRef text, StringRef field) {
  // No text is no word, also in a field that seems to end in none: `scaleIO`.
  if (text.empty())
    return false;
  if (isPlaceholderName(text) || isCalledLikeField(withoutBlanks(text), field))
    return true;
  return anyWord(text, ExampleBegins, [](StringRef word, bool isFirst) {
    return word == "here" || (isFirst && llvm::is_contained(Examples, word));
  });
}

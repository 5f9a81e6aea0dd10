//===- Json.cpp - JSON with the places of its values ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Json/Json.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ConvertUTF.h"
#include <limits>

using namespace trainlint;
using namespace trainlint::json;

const Value *Value::find(StringRef key) const {
  for (const Member &member : llvm::reverse(members)) {
    if (member.key == key)
      return &member.value;
  }
  return nullptr;
}

std::optional<int64_t> Value::integer() const {
  int64_t value = 0;
  if (kind != Kind::Number || text.getAsInteger(10, value))
    return std::nullopt;
  return value;
}

std::optional<bool> Value::boolean() const {
  if (kind != Kind::Bool)
    return std::nullopt;
  return text == "true";
}

namespace {
class Reader {
public:
  Reader(StringRef text, llvm::BumpPtrAllocator &arena,
         std::optional<Problem> &problem, size_t mostValues,
         llvm::ArrayRef<StringRef> unwanted)
      : base(text.begin()), cursor(text.begin()), end(text.end()), arena(arena),
        problem(problem), mostValues(mostValues), unwanted(unwanted) {}

  std::optional<Value> read();

private:
  bool readValue(Value &value);
  bool readObject(Value &value);
  bool readMember(Member &member);
  bool readArray(Value &value);
  bool readString(StringRef &text);
  bool readNumber(Value &value);
  bool readWord(Value &value);
  bool readDigits();
  bool consume(char c);
  bool expect(char c, const char *what);
  void skipBlanks();
  bool fail(const char *place, const llvm::Twine &message);
  uint32_t offset() const { return cursor - base; }

  const char *base;
  const char *cursor;
  const char *end;
  llvm::BumpPtrAllocator &arena;
  std::optional<Problem> &problem;
  const size_t mostValues;
  const llvm::ArrayRef<StringRef> unwanted;
  size_t values = 0;
  unsigned depth = 0;
  /// True within the value of a key that is not wanted.
  bool isUnwanted = false;
};
} // namespace

bool Reader::fail(const char *place, const llvm::Twine &message) {
  if (!problem)
    problem = Problem{static_cast<uint32_t>(place - base), message.str()};
  return false;
}

void Reader::skipBlanks() {
  while (cursor != end && (*cursor == ' ' || *cursor == '\t' ||
                           *cursor == '\n' || *cursor == '\r'))
    ++cursor;
}

bool Reader::consume(char c) {
  skipBlanks();
  if (cursor == end || *cursor != c)
    return false;
  ++cursor;
  return true;
}

bool Reader::expect(char c, const char *what) {
  return consume(c) || fail(cursor, llvm::Twine("expected ") + what);
}

//===----------------------------------------------------------------------===//
// Strings
//===----------------------------------------------------------------------===//

/// Takes four hexadecimal digits from the front of a text.
static std::optional<uint32_t> takeUnit(StringRef &text) {
  StringRef digits = text.take_front(4);
  uint32_t unit = 0;
  if (digits.size() < 4 || !llvm::all_of(digits, llvm::isHexDigit) ||
      digits.getAsInteger(16, unit))
    return std::nullopt;
  text = text.drop_front(4);
  return unit;
}

size_t json::decodeEscape(StringRef text, llvm::SmallVectorImpl<char> &out) {
  constexpr StringRef Letters = "\"\\/bfnrt";
  constexpr StringRef Meanings = "\"\\/\b\f\n\r\t";
  StringRef rest = text.drop_front();
  size_t index = rest.empty() ? StringRef::npos : Letters.find(rest.front());
  if (index != StringRef::npos) {
    out.push_back(Meanings[index]);
    return 2;
  }
  if (!rest.consume_front("u"))
    return 0;
  std::optional<uint32_t> unit = takeUnit(rest);
  if (!unit)
    return 0;
  uint32_t code = *unit;
  // Two units make one character beyond the first plane.
  StringRef behind = rest;
  bool isHigh = code >= 0xD800 && code < 0xDC00;
  if (isHigh && behind.consume_front("\\u")) {
    std::optional<uint32_t> low = takeUnit(behind);
    if (low && *low >= 0xDC00 && *low < 0xE000) {
      code = 0x10000 + ((code - 0xD800) << 10) + (*low - 0xDC00);
      rest = behind;
    }
  }
  char encoded[UNI_MAX_UTF8_BYTES_PER_CODE_POINT];
  char *last = encoded;
  if (!llvm::ConvertCodePointToUTF8(code, last)) {
    last = encoded;
    llvm::ConvertCodePointToUTF8(0xFFFD, last);
  }
  out.append(encoded, last);
  return text.size() - rest.size();
}

/// Reads a string from its opening quote on. Most have no escapes.
bool Reader::readString(StringRef &text) {
  const char *open = cursor++;
  const char *begin = cursor;
  llvm::SmallString<64> decoded;
  bool isDecoded = false;
  while (true) {
    const char *run = cursor;
    while (cursor != end && *cursor != '"' && *cursor != '\\' &&
           static_cast<uint8_t>(*cursor) >= 0x20)
      ++cursor;
    if (isDecoded)
      decoded.append(run, cursor);
    if (cursor == end)
      return fail(open, "the string does not end");
    if (static_cast<uint8_t>(*cursor) < 0x20)
      return fail(cursor, "a control character stands in a string");
    if (*cursor == '"')
      break;
    if (!isDecoded)
      decoded.append(begin, cursor);
    isDecoded = true;
    size_t size = decodeEscape(StringRef(cursor, end - cursor), decoded);
    if (size == 0)
      return fail(cursor, "the escape does not exist");
    cursor += size;
  }
  if (!isDecoded)
    text = StringRef(begin, cursor - begin);
  else if (!isUnwanted)
    text = StringRef(decoded).copy(arena);
  ++cursor;
  return true;
}

//===----------------------------------------------------------------------===//
// Numbers and words
//===----------------------------------------------------------------------===//

bool Reader::readDigits() {
  const char *begin = cursor;
  while (cursor != end && llvm::isDigit(*cursor))
    ++cursor;
  return cursor != begin;
}

bool Reader::readNumber(Value &value) {
  const char *begin = cursor;
  if (*cursor == '-')
    ++cursor;
  const char *digits = cursor;
  if (!readDigits())
    return fail(begin, "expected a value");
  if (*digits == '0' && cursor - digits > 1)
    return fail(digits, "a number begins with 0");
  if (cursor != end && *cursor == '.') {
    ++cursor;
    if (!readDigits())
      return fail(begin, "expected digits behind the point");
  }
  if (cursor != end && (*cursor == 'e' || *cursor == 'E')) {
    ++cursor;
    if (cursor != end && (*cursor == '+' || *cursor == '-'))
      ++cursor;
    if (!readDigits())
      return fail(begin, "expected digits in the exponent");
  }
  value.kind = Kind::Number;
  value.text = StringRef(begin, cursor - begin);
  return true;
}

bool Reader::readWord(Value &value) {
  constexpr std::pair<StringRef, Kind> Words[] = {
      {"null", Kind::Null},       {"true", Kind::Bool},
      {"false", Kind::Bool},      {"NaN", Kind::Number},
      {"Infinity", Kind::Number}, {"-Infinity", Kind::Number}};
  StringRef rest(cursor, end - cursor);
  for (auto [word, kind] : Words) {
    if (!rest.starts_with(word))
      continue;
    value.kind = kind;
    value.text = rest.take_front(word.size());
    cursor += word.size();
    return true;
  }
  if (rest.starts_with("-") || (!rest.empty() && llvm::isDigit(rest.front())))
    return readNumber(value);
  return fail(cursor, "expected a value");
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Reads the value of a key; what nobody wants is read for its form alone.
bool Reader::readMember(Member &member) {
  bool before = isUnwanted;
  isUnwanted |= llvm::is_contained(unwanted, member.key);
  bool ok = readValue(member.value);
  isUnwanted = before;
  return ok;
}

bool Reader::readObject(Value &value) {
  value.kind = Kind::Object;
  ++cursor;
  llvm::SmallVector<Member, 8> members;
  if (!consume('}')) {
    do {
      skipBlanks();
      if (cursor == end || *cursor != '"')
        return fail(cursor, "expected a key");
      Member &member = members.emplace_back();
      member.keyRange.begin = offset();
      if (!readString(member.key))
        return false;
      member.keyRange.end = offset();
      if (!expect(':', "`:` behind the key") || !readMember(member))
        return false;
      if (isUnwanted)
        members.clear();
    } while (consume(','));
    if (!expect('}', "`,` or `}`"))
      return false;
  }
  value.members = llvm::ArrayRef<Member>(members).copy(arena);
  return true;
}

bool Reader::readArray(Value &value) {
  value.kind = Kind::Array;
  ++cursor;
  llvm::SmallVector<Value, 8> elements;
  if (!consume(']')) {
    do {
      if (!readValue(elements.emplace_back()))
        return false;
      if (isUnwanted)
        elements.clear();
    } while (consume(','));
    if (!expect(']', "`,` or `]`"))
      return false;
  }
  value.elements = llvm::ArrayRef<Value>(elements).copy(arena);
  return true;
}

bool Reader::readValue(Value &value) {
  skipBlanks();
  if (depth == NestingLimit)
    return fail(cursor, "values nest too deeply");
  if (!isUnwanted && ++values > mostValues)
    return fail(cursor, "the text has more than " + llvm::Twine(mostValues) +
                            " values, which are the most that are read");
  ++depth;
  value.range.begin = offset();
  bool ok = false;
  switch (cursor == end ? '\0' : *cursor) {
  case '{':
    ok = readObject(value);
    break;
  case '[':
    ok = readArray(value);
    break;
  case '"':
    value.kind = Kind::String;
    ok = readString(value.text);
    break;
  default:
    ok = readWord(value);
  }
  value.range.end = offset();
  --depth;
  return ok;
}

std::optional<Value> Reader::read() {
  StringRef text(base, end - base);
  if (text.size() > std::numeric_limits<uint32_t>::max()) {
    fail(base, "texts of more than 4 GiB are not read");
    return std::nullopt;
  }
  if (text.starts_with(ByteOrderMark))
    cursor += ByteOrderMark.size();
  const auto *invalid = text.bytes_begin();
  if (!llvm::isLegalUTF8String(&invalid, text.bytes_end())) {
    fail(reinterpret_cast<const char *>(invalid), "the text is not UTF-8");
    return std::nullopt;
  }
  Value value;
  if (!readValue(value))
    return std::nullopt;
  skipBlanks();
  if (cursor != end) {
    fail(cursor, "something follows the value");
    return std::nullopt;
  }
  return value;
}

std::optional<Value> json::parse(StringRef text, llvm::BumpPtrAllocator &arena,
                                 std::optional<Problem> &problem,
                                 size_t mostValues,
                                 llvm::ArrayRef<StringRef> unwanted) {
  return Reader(text, arena, problem, mostValues, unwanted).read();
}

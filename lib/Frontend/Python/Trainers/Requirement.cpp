//===- Requirement.cpp - A package and the versions it may have -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Trainers/Requirement.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::python;

static constexpr uint32_t LargestPart = 1000000000;

namespace {
/// A version and how many of its parts are written.
struct WrittenVersion {
  PackageVersion version;
  unsigned parts = 0;
  /// True for `2.6.*`.
  bool isPrefix = false;
};
} // namespace

static std::optional<WrittenVersion> readVersion(StringRef text) {
  text = text.trim();
  WrittenVersion written;
  text.consume_front("v");
  while (written.parts < written.version.parts.size()) {
    StringRef digits = text.take_while(llvm::isDigit);
    uint32_t &part = written.version.parts[written.parts];
    if (digits.empty() || digits.getAsInteger(10, part))
      break;
    // So that there is always a next version.
    part = std::min(part, LargestPart);
    ++written.parts;
    text = text.drop_front(digits.size());
    if (!text.consume_front("."))
      break;
  }
  written.isPrefix = text == "*";
  // `$VERSION` and `2.${MINOR}` are not known.
  if (written.parts == 0 || text.contains('$') || text.contains('{'))
    return std::nullopt;
  return written;
}

std::optional<PackageVersion> PackageVersion::parse(StringRef text) {
  std::optional<WrittenVersion> written = readVersion(text);
  return written ? std::optional(written->version) : std::nullopt;
}

/// The version behind all those that begin with the first `parts` parts of
/// another.
static PackageVersion nextVersion(PackageVersion version, unsigned parts) {
  if (parts == 0)
    parts = 1;
  ++version.parts[parts - 1];
  std::fill(version.parts.begin() + parts, version.parts.end(), 0);
  return version;
}

VersionRange VersionRange::either(const VersionRange &a,
                                  const VersionRange &b) {
  VersionRange both;
  both.isKnown = a.isKnown && b.isKnown;
  both.first = std::min(a.first, b.first);
  if (a.end && b.end)
    both.end = std::max(*a.end, *b.end);
  return both;
}

/// The range of one specifier.
static std::optional<VersionRange> parseSpecifier(StringRef specifier) {
  specifier = specifier.trim();
  if (specifier.empty() || specifier == "*")
    return VersionRange();
  StringRef sign = specifier.take_while(
      [](char c) { return StringRef("=<>~!^").contains(c); });
  std::optional<WrittenVersion> written =
      readVersion(specifier.drop_front(sign.size()));
  if (!written)
    return std::nullopt;
  PackageVersion version = written->version;
  VersionRange range;
  if (sign == "!=")
    return range;
  if (sign == "<") {
    range.end = version;
    return range;
  }
  if (sign == "<=") {
    range.end = nextVersion(version, 3);
    return range;
  }
  range.first = version;
  if (sign == ">=")
    return range;
  if (sign == ">") {
    range.first = nextVersion(version, 3);
    return range;
  }
  if (sign == "^") {
    // What is left of the first part that is not 0 stays as it is.
    unsigned kept = version.parts[0] ? 1 : version.parts[1] ? 2 : 3;
    range.end = nextVersion(version, std::min(kept, written->parts));
    return range;
  }
  if (sign == "~=" || sign == "~") {
    unsigned kept = sign == "~=" ? written->parts - 1 : 2;
    range.end = nextVersion(version, std::min(kept, written->parts));
    return range;
  }
  bool isPrefix = written->isPrefix || sign == "=";
  range.end = nextVersion(version, isPrefix ? written->parts : 3);
  return range;
}

VersionRange VersionRange::parse(StringRef specifiers) {
  VersionRange range;
  specifiers = specifiers.trim(" \t()");
  while (!specifiers.empty()) {
    auto [specifier, rest] = specifiers.split(',');
    specifiers = rest;
    std::optional<VersionRange> part = parseSpecifier(specifier);
    if (!part) {
      range.isKnown = false;
      return range;
    }
    range.first = std::max(range.first, part->first);
    if (part->end)
      range.end = range.end ? std::min(*range.end, *part->end) : *part->end;
  }
  return range;
}

/// The name and the version of `torch_xla-2.6.0-cp310-cp310-linux_x86_64.whl`,
/// with the folders or the site in front of it.
static std::optional<Requirement> parseWheel(StringRef text) {
  StringRef file = text.substr(text.rfind('/') + 1);
  size_t dash = file.find('-');
  if (dash == StringRef::npos || dash == 0)
    return std::nullopt;
  Requirement requirement;
  requirement.name = file.take_front(dash);
  StringRef rest = file.drop_front(dash + 1);
  // A `+` of the version is written `%2B` in an address.
  requirement.version =
      rest.take_until([](char c) { return StringRef("-+%").contains(c); });
  if (!rest.contains("-cp3") && !rest.contains("-py3") &&
      !rest.contains("-py2"))
    return std::nullopt;
  requirement.range = VersionRange::parse(requirement.version);
  return requirement;
}

std::optional<Requirement> Requirement::parse(StringRef text) {
  text = text.trim(" \t\r\"'");
  if (text.starts_with("-") || text.starts_with("#"))
    return std::nullopt;
  text = text.substr(0, text.find(" #"));
  // What holds only for some machines may hold.
  text = text.split(';').first.trim();
  if (text.contains('/')) {
    auto [name, address] = text.split('@');
    bool isNamed = !name.contains('/') && !address.empty();
    return parseWheel(isNamed ? address : text);
  }
  if (text.ends_with(".whl"))
    return parseWheel(text);

  Requirement requirement;
  requirement.name = text.take_while(
      [](char c) { return llvm::isAlnum(c) || StringRef("._-").contains(c); });
  if (requirement.name.empty())
    return std::nullopt;
  StringRef rest = text.drop_front(requirement.name.size()).ltrim();
  if (rest.starts_with("["))
    rest = rest.substr(rest.find(']')).drop_front().ltrim();
  if (!rest.empty() && !StringRef("=<>~!^(").contains(rest.front()))
    return std::nullopt;
  requirement.version = rest.rtrim();
  requirement.range = VersionRange::parse(requirement.version);
  return requirement;
}

bool python::isSamePackage(StringRef a, StringRef b) {
  auto same = [](char c, char d) {
    auto plain = [](char e) { return e == '-' || e == '.' ? '_' : e; };
    return llvm::toLower(plain(c)) == llvm::toLower(plain(d));
  };
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), same);
}

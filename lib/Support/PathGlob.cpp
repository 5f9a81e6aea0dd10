//===- PathGlob.cpp - Path patterns with ** and classes -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/PathGlob.h"
#include "Support/LLVM.h"
#include "re2/re2.h"

using namespace trainlint;

/// Appends a class such as `[!a-z]` and returns its length, or 0 if it is not
/// closed.
static size_t appendClass(StringRef pattern, std::string &out) {
  size_t close = pattern.find(']', pattern.starts_with("[!]") ? 3 : 2);
  if (close == StringRef::npos)
    return 0;
  StringRef inside = pattern.slice(1, close);
  out += "[";
  if (inside.consume_front("!"))
    out += "^/";
  for (char c : inside) {
    if (c == '\\' || c == '[' || c == ']' || c == '^')
      out += '\\';
    out += c;
  }
  out += "]";
  return close + 1;
}

static std::string toExpression(StringRef pattern) {
  std::string out;
  if (!pattern.drop_back(pattern.ends_with("/")).contains('/'))
    out += "(?:.*/)?";
  bool below = pattern.ends_with("/");
  pattern.consume_front("/");
  while (!pattern.empty()) {
    if (pattern.consume_front("**/")) {
      out += "(?:.*/)?";
      continue;
    }
    if (pattern.consume_front("**")) {
      out += ".*";
      continue;
    }
    char c = pattern.front();
    size_t used = 1;
    if (c == '*') {
      out += "[^/]*";
    } else if (c == '?') {
      out += "[^/]";
    } else if (c == '[') {
      used = appendClass(pattern, out);
      if (used == 0)
        return "[";
    } else {
      out += RE2::QuoteMeta(re2::StringPiece(pattern.data(), 1));
    }
    pattern = pattern.drop_front(used);
  }
  if (below)
    out += ".*";
  return out;
}

PathGlob::PathGlob(StringRef pattern) : text(pattern) {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_encoding(RE2::Options::EncodingLatin1);
  expression = std::make_unique<RE2>(toExpression(pattern), options);
}

PathGlob::PathGlob(PathGlob &&) = default;
PathGlob &PathGlob::operator=(PathGlob &&) = default;
PathGlob::~PathGlob() = default;

bool PathGlob::valid() const { return expression->ok(); }

bool PathGlob::matches(StringRef path) const {
  return valid() && RE2::FullMatch(re2::StringPiece(path.data(), path.size()),
                                   *expression);
}

bool PathGlob::isPattern(StringRef text) {
  return text.find_first_of("*?[") != StringRef::npos;
}

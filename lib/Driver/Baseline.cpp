//===- Baseline.cpp - Known findings that are not reported ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Baseline.h"
#include "Output/Writer.h"
#include "Support/LLVM.h"
#include "Support/OutputFile.h"
#include "Support/Paths.h"
#include "Support/RegularFile.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
namespace path = llvm::sys::path;

Baseline::Baseline(StringRef file)
    : path(file), folder(path::parent_path(absolutePath(file))) {}

/// The name of a file relative to the baseline.
std::string Baseline::nameOf(StringRef file) const {
  std::string absolute = absolutePath(file);
  StringRef name = absolute;
  if (name.consume_front(folder))
    name.consume_front("/");
  // JSON has no other texts.
  return llvm::json::fixUTF8(name);
}

static std::string keyOf(StringRef file, StringRef rule, StringRef hash) {
  std::string key = file.str();
  key += '\0';
  key += rule;
  key += '\0';
  key += hash;
  return key;
}

static llvm::Error malformed(StringRef file, StringRef what) {
  return llvm::createStringError((file + ": not a baseline: " + what).str());
}

llvm::Expected<Baseline> Baseline::load(StringRef file) {
  auto buffer = readRegularFile(file);
  if (!buffer)
    return llvm::createFileError(file, buffer.takeError());
  auto value = llvm::json::parse((*buffer)->getBuffer());
  if (!value)
    return malformed(file, llvm::toString(value.takeError()));
  const llvm::json::Object *root = value->getAsObject();
  if (!root || root->getInteger("version") != 1)
    return malformed(file, "expected version 1");
  const llvm::json::Array *findings = root->getArray("findings");
  if (!findings)
    return malformed(file, "expected findings");
  Baseline baseline(file);
  bool isOfAnother = root->getString("trainlint") != TRAINLINT_VERSION;
  for (const llvm::json::Value &item : *findings) {
    const llvm::json::Object *entry = item.getAsObject();
    auto name = entry ? entry->getString("file") : std::nullopt;
    auto rule = entry ? entry->getString("rule") : std::nullopt;
    auto hash = entry ? entry->getString("fingerprint") : std::nullopt;
    auto count = entry ? entry->getInteger("count") : std::nullopt;
    if (!name || !rule || !hash || !count || *count < 0)
      return malformed(file, "expected file, rule, fingerprint and count");
    baseline.known[keyOf(*name, *rule, *hash)] += *count;
    if (auto line = entry->getString("line"); line && isOfAnother)
      baseline.knownLines[keyOf(*name, *rule, *line)] += *count;
  }
  return baseline;
}

/// Takes one from what is left of a count; false if there is none.
static bool takeOne(llvm::StringMap<unsigned> &left, StringRef key,
                    const llvm::StringMap<unsigned> &counts) {
  auto [place, isNew] = left.try_emplace(key, counts.lookup(key));
  if (place->second == 0)
    return false;
  --place->second;
  return true;
}

unsigned Baseline::hide(StringRef file, std::vector<Finding> &findings) const {
  std::string name = nameOf(file);
  Counts left;
  Counts leftLines;
  unsigned before = findings.size();
  // A rule has the name that it has now or had when the baseline was written.
  auto isAny = [](const Finding &finding,
                  llvm::function_ref<bool(StringRef)> isKnown) {
    const RuleInfo &rule = infoOf(finding.rule);
    return isKnown(rule.name) || llvm::any_of(rule.formerNames, isKnown);
  };
  auto lineKey = [&](const Finding &finding, StringRef rule) {
    return keyOf(name, rule, lineFingerprint(finding, rule));
  };
  llvm::erase_if(findings, [&](const Finding &finding) {
    return isAny(finding, [&](StringRef rule) {
      std::string key = keyOf(name, rule, fingerprint(finding, rule));
      if (!takeOne(left, key, known))
        return false;
      if (!knownLines.empty())
        takeOne(leftLines, lineKey(finding, rule), knownLines);
      return true;
    });
  });
  if (!knownLines.empty())
    llvm::erase_if(findings, [&](const Finding &finding) {
      return isAny(finding, [&](StringRef rule) {
        return takeOne(leftLines, lineKey(finding, rule), knownLines);
      });
    });
  return before - findings.size();
}

void Baseline::add(StringRef file, llvm::ArrayRef<Finding> findings) {
  std::string name = nameOf(file);
  for (const Finding &finding : findings) {
    StringRef rule = infoOf(finding.rule).name;
    ++added[{name, rule.str(), fingerprint(finding, rule),
             lineFingerprint(finding, rule)}];
  }
}

llvm::Error Baseline::save() const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream out(stream, 2);
  out.object([&] {
    out.attribute("version", 1);
    out.attribute("trainlint", TRAINLINT_VERSION);
    out.attributeArray("findings", [&] {
      for (const auto &[entry, count] : added)
        out.object([&, &entry = entry, count = count] {
          out.attribute("file", entry.file);
          out.attribute("rule", entry.rule);
          out.attribute("fingerprint", entry.fingerprint);
          out.attribute("line", entry.line);
          out.attribute("count", count);
        });
    });
  });
  stream << "\n";
  return writeFileAtomically(path, text);
}

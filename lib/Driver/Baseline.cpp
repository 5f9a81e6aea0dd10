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

/// The name of a file relative to the baseline, and the finding in it. Its rule
/// has the name that it has now or had when the baseline was written.
std::string Baseline::keyOf(StringRef file, const Finding &finding,
                            StringRef ruleName) const {
  std::string absolute = absolutePath(file);
  StringRef name = absolute;
  if (name.consume_front(folder))
    name.consume_front("/");
  // JSON has no other texts.
  std::string key = llvm::json::fixUTF8(name);
  key += '\0';
  key += ruleName;
  key += '\0';
  key += fingerprint(finding, ruleName);
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
  for (const llvm::json::Value &item : *findings) {
    const llvm::json::Object *entry = item.getAsObject();
    auto name = entry ? entry->getString("file") : std::nullopt;
    auto rule = entry ? entry->getString("rule") : std::nullopt;
    auto hash = entry ? entry->getString("fingerprint") : std::nullopt;
    auto count = entry ? entry->getInteger("count") : std::nullopt;
    if (!name || !rule || !hash || !count || *count < 0)
      return malformed(file, "expected file, rule, fingerprint and count");
    std::string key = name->str();
    key += '\0';
    key += *rule;
    key += '\0';
    key += *hash;
    baseline.known[key] += *count;
  }
  return baseline;
}

unsigned Baseline::hide(StringRef file, std::vector<Finding> &findings) const {
  llvm::StringMap<unsigned> left;
  unsigned hidden = 0;
  llvm::erase_if(findings, [&](const Finding &finding) {
    const RuleInfo &rule = infoOf(finding.rule);
    llvm::SmallVector<StringRef> names{rule.name};
    llvm::append_range(names, rule.formerNames);
    for (StringRef name : names) {
      std::string key = keyOf(file, finding, name);
      auto entry = known.find(key);
      if (entry == known.end())
        continue;
      auto [place, isNew] = left.try_emplace(key, entry->second);
      if (place->second == 0)
        continue;
      --place->second;
      ++hidden;
      return true;
    }
    return false;
  });
  return hidden;
}

void Baseline::add(StringRef file, llvm::ArrayRef<Finding> findings) {
  for (const Finding &finding : findings)
    ++known[keyOf(file, finding, infoOf(finding.rule).name)];
}

llvm::Error Baseline::save() const {
  std::vector<std::pair<StringRef, unsigned>> entries;
  for (const auto &entry : known)
    entries.emplace_back(entry.getKey(), entry.second);
  llvm::sort(entries);

  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream out(stream, 2);
  out.object([&] {
    out.attribute("version", 1);
    out.attributeArray("findings", [&] {
      for (const auto &[key, count] : entries) {
        auto [file, rest] = key.split('\0');
        auto [rule, hash] = rest.split('\0');
        out.object([&, file = file, rule = rule, hash = hash, count = count] {
          out.attribute("file", llvm::json::fixUTF8(file));
          out.attribute("rule", rule);
          out.attribute("fingerprint", hash);
          out.attribute("count", count);
        });
      }
    });
  });
  stream << "\n";
  return writeFileAtomically(path, text);
}

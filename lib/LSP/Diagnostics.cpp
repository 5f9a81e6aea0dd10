//===- Diagnostics.cpp - Findings for a client ----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Diagnostics.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::lsp;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

Place lsp::placeIn(const SourceBuffer &buffer, const Finding &finding) {
  if (finding.place.buffer == &buffer)
    return finding.place;
  for (const RelatedLocation &related : finding.related) {
    if (related.place.buffer == &buffer)
      return related.place;
  }
  return {&buffer, {}};
}

std::string lsp::textOf(const Finding &finding) {
  std::string text = finding.message;
  if (!finding.help.empty())
    text += "\nhelp: " + finding.help;
  if (!finding.table.empty())
    text += "\ntable: " + finding.table + ", as of " + finding.tableDate;
  return llvm::json::fixUTF8(text);
}

std::string lsp::pageOf(const RuleInfo &rule, const Client &client) {
  if (client.rulePages.empty())
    return "";
  return client.rulePages + rule.name.str() + ".md";
}

static int severityOf(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return 1;
  case Severity::Warning:
    return 2;
  case Severity::Info:
    return 3;
  }
  llvm_unreachable("unknown severity");
}

Value lsp::locationOf(const Place &place, const Client &client, UriOf uriOf) {
  return Object{
      {"uri", uriOf(place.buffer->name())},
      {"range", toJSON(rangeOf(*place.buffer, place.range, client.encoding))}};
}

static Array relatedOf(const SourceBuffer &buffer, const Finding &finding,
                       const Client &client, UriOf uriOf) {
  Array out;
  auto add = [&](const Place &place, StringRef message) {
    // A client can open files only.
    if (place && !place.buffer->name().starts_with("<"))
      out.push_back(Object{{"location", locationOf(place, client, uriOf)},
                           {"message", llvm::json::fixUTF8(message)}});
  };
  if (finding.place.buffer != &buffer)
    add(finding.place, finding.label.empty() ? "the value" : finding.label);
  else if (!finding.label.empty())
    add(finding.place, finding.label);
  for (const RelatedLocation &related : finding.related)
    add(related.place, related.message);
  return out;
}

Value lsp::diagnosticOf(const SourceBuffer &buffer, const Finding &finding,
                        const Client &client, UriOf uriOf) {
  const RuleInfo &rule = infoOf(finding.rule);
  Place place = placeIn(buffer, finding);
  Object out{{"range", toJSON(rangeOf(buffer, place.range, client.encoding))},
             {"severity", severityOf(finding.severity)},
             {"code", rule.name.ref()},
             {"source", "trainlint"},
             {"message", textOf(finding)}};
  std::string page = pageOf(rule, client);
  if (client.codeDescription && !page.empty())
    out["codeDescription"] = Object{{"href", page}};
  if (rule.tag != RuleTag::NoTag)
    out["tags"] = Array{rule.tag == RuleTag::Unnecessary ? 1 : 2};
  if (client.relatedInformation) {
    Array related = relatedOf(buffer, finding, client, uriOf);
    if (!related.empty())
      out["relatedInformation"] = std::move(related);
  }
  return out;
}

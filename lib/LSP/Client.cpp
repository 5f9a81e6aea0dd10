//===- Client.cpp - What the client can do --------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Client.h"
#include "LSP/Uri.h"
#include "Support/LLVM.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::lsp;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

/// The value at a path such as "textDocument.hover"; null if there is none.
static const Value *valueAt(const Object &object, StringRef path) {
  const Object *at = &object;
  while (true) {
    auto [name, rest] = path.split('.');
    const Value *value = at->get(name);
    if (rest.empty() || !value)
      return value;
    at = value->getAsObject();
    if (!at)
      return nullptr;
    path = rest;
  }
}

static bool flag(const Object &object, StringRef path) {
  const Value *value = valueAt(object, path);
  return value && value->getAsBoolean().value_or(false);
}

static bool listHas(const Object &object, StringRef path, StringRef word) {
  const Value *value = valueAt(object, path);
  const Array *list = value ? value->getAsArray() : nullptr;
  return list && llvm::any_of(*list, [&](const Value &item) {
           return item.getAsString() == word;
         });
}

/// UTF-8 saves both sides the conversion; otherwise the client's first choice
/// among those that are known.
static PositionEncoding chooseEncoding(const Object &capabilities) {
  constexpr llvm::StringLiteral Path = "general.positionEncodings";
  if (listHas(capabilities, Path, "utf-8"))
    return PositionEncoding::Utf8;
  const Value *value = valueAt(capabilities, Path);
  const Array *list = value ? value->getAsArray() : nullptr;
  if (!list)
    return PositionEncoding::Utf16;
  for (const Value &item : *list) {
    std::optional<PositionEncoding> encoding =
        parsePositionEncoding(item.getAsString().value_or(""));
    if (encoding)
      return *encoding;
  }
  return PositionEncoding::Utf16;
}

/// The pages that are installed with the program; empty if there are none.
static std::string installedRulePages() {
  std::string program = llvm::sys::fs::getMainExecutable(nullptr, nullptr);
  // Where Debian and a tarball have them, and where npm has.
  for (StringRef place : {"share/doc/trainlint/rules", "docs/rules"}) {
    llvm::SmallString<256> folder(llvm::sys::path::parent_path(program));
    llvm::sys::path::append(folder, "..", place);
    llvm::sys::path::remove_dots(folder, /*remove_dot_dot=*/true);
    if (llvm::sys::fs::is_directory(folder))
      return uriOfPath(folder) + "/";
  }
  return "";
}

/// The folder or the address of pages that a client names. Links of other
/// schemes could run commands of an editor.
static std::string rulePagesAt(StringRef given) {
  std::string pages;
  if (llvm::sys::path::is_absolute(given))
    pages = uriOfPath(given);
  else if (given.starts_with_insensitive("https://") ||
           given.starts_with_insensitive("file://"))
    pages = given.str();
  else
    pages = installedRulePages();
  if (!pages.empty() && !StringRef(pages).ends_with("/"))
    pages += "/";
  return pages;
}

Client lsp::clientOf(const Object &params) {
  Client client;
  static const Object Nothing;
  const Object *given = params.getObject("capabilities");
  const Object &can = given ? *given : Nothing;
  client.encoding = chooseEncoding(can);
  client.pullsDiagnostics = valueAt(can, "textDocument.diagnostic") != nullptr;
  client.refreshesDiagnostics =
      flag(can, "workspace.diagnostics.refreshSupport");
  // A client that pulls says what it reads in one place or the other.
  for (StringRef from :
       {"textDocument.publishDiagnostics.", "textDocument.diagnostic."}) {
    client.relatedInformation |= flag(can, (from + "relatedInformation").str());
    client.codeDescription |=
        flag(can, (from + "codeDescriptionSupport").str());
  }
  client.snippets =
      flag(can, "textDocument.completion.completionItem.snippetSupport");
  client.markdownHover =
      listHas(can, "textDocument.hover.contentFormat", "markdown");
  client.markdownCompletion =
      listHas(can, "textDocument.completion.completionItem.documentationFormat",
              "markdown");
  client.hierarchicalSymbols = flag(
      can, "textDocument.documentSymbol.hierarchicalDocumentSymbolSupport");
  client.literalActions =
      valueAt(can, "textDocument.codeAction.codeActionLiteralSupport") !=
      nullptr;
  client.versionedEdits = flag(can, "workspace.workspaceEdit.documentChanges");
  client.showsDocuments = flag(can, "window.showDocument.support");
  client.watchesFiles =
      flag(can, "workspace.didChangeWatchedFiles.dynamicRegistration");

  const Object *options = params.getObject("initializationOptions");
  client.rulePages =
      rulePagesAt(options ? options->getString("rulePages").value_or("") : "");
  return client;
}

//===- Session.cpp - The documents of a client and their findings ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Session.h"
#include "Driver/Inputs.h"
#include "Driver/NamedFile.h"
#include "LSP/Diagnostics.h"
#include "LSP/Uri.h"
#include "Support/Paths.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace trainlint;
using namespace trainlint::lsp;
using llvm::StringRef;

Session::Session(const Client &client, std::function<void(CheckOutcome)> done)
    : client(client), done(done), queue(std::move(done)) {}

OpenDocument *Session::find(StringRef uri) {
  auto found = documents.find(uri);
  return found == documents.end() ? nullptr : &found->second;
}

std::string Session::uriOf(StringRef name) const {
  std::string path = absolutePath(name);
  for (const auto &[uri, open] : documents) {
    if (open.document.name() == name || open.document.path() == path)
      return uri;
  }
  return uriOfPath(path);
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

void Session::open(std::string uri, StringRef language, int64_t version,
                   StringRef text) {
  documents.erase(uri);
  Document document(uri, language, version, text);
  auto [entry, isNew] =
      documents.emplace(std::move(uri), OpenDocument(std::move(document)));
  check(entry->second);
  checkUsersOf(entry->second.document.path());
}

void Session::change(StringRef uri, int64_t version,
                     llvm::ArrayRef<ContentChange> changes) {
  OpenDocument *open = find(uri);
  if (!open)
    return;
  open->document.apply(version, changes, client.encoding);
  check(*open);
  checkUsersOf(open->document.path());
}

void Session::close(StringRef uri) {
  auto found = documents.find(uri);
  if (found == documents.end())
    return;
  std::string path = found->second.document.path().str();
  queue.cancel(uri);
  documents.erase(found);
  // What the file holds counts again.
  checkUsersOf(path);
}

void Session::fileChanged(StringRef path) {
  if (path.empty())
    return;
  if (isConfigFile(path))
    return reloadConfiguration();
  checkUsersOf(path);
}

void Session::reloadConfiguration() {
  current = std::make_shared<Workspace>();
  for (auto &[uri, open] : documents)
    check(open, /*isUnexpected=*/true);
}

/// Checks the documents again whose findings rest on a file.
void Session::checkUsersOf(StringRef path) {
  if (path.empty())
    return;
  for (auto &[uri, open] : documents) {
    if (!open.checked)
      continue;
    bool uses = llvm::any_of(open.checked->result.files, [&](const auto &file) {
      return absolutePath(file->name()) == path;
    });
    if (uses)
      check(open, /*isUnexpected=*/true);
  }
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// Reads the files that commands name; what the client has open counts before
/// what lies on disk.
std::function<std::unique_ptr<SourceBuffer>(StringRef, StringRef)>
Session::fileReader() const {
  llvm::StringMap<std::shared_ptr<const SourceBuffer>> texts;
  for (const auto &[uri, open] : documents) {
    if (!open.document.path().empty())
      texts[open.document.path()] = open.document.share();
  }
  return [texts = std::move(texts)](StringRef path, StringRef from) {
    std::unique_ptr<SourceBuffer> file = readNamedFile(path, from);
    auto open = file ? texts.find(absolutePath(file->name())) : texts.end();
    if (open == texts.end())
      return file;
    return SourceBuffer::copy(file->name(), open->second->text());
  };
}

void Session::check(OpenDocument &open, bool isUnexpected) {
  const Document &document = open.document;
  open.awaited = ++requests;
  // What a text says depends on the configuration and on other files.
  open.analysed = 0;
  open.isUnexpected = isUnexpected;
  if (isConfigFile(document.name()))
    return checkConfig(open);
  open.settings = current->settingsFor(document);
  StringRef text = document.text().text();
  if (!open.settings || text.size() > LargestInput) {
    CheckOutcome nothing{document.uri().str(),
                         open.awaited,
                         SourceBuffer::copy(document.name(), ""),
                         nullptr,
                         {}};
    return done(std::move(nothing));
  }
  CheckJob job{document.uri().str(), open.awaited,
               SourceBuffer::copy(document.name(), text), open.settings->check,
               current};
  job.settings.import.readFile = fileReader();
  queue.submit(std::move(job));
}

/// A configuration is small, and its checks are of another kind.
void Session::checkConfig(OpenDocument &open) {
  ConfigReading reading = readConfigFile(
      SourceBuffer::copy(open.document.name(), open.document.text().text()));
  CheckOutcome outcome{open.document.uri().str(),
                       open.awaited,
                       std::move(reading.config->buffer),
                       nullptr,
                       {}};
  outcome.result.findings = std::move(reading.findings);
  done(std::move(outcome));
}

OpenDocument *Session::accept(CheckOutcome outcome) {
  OpenDocument *open = find(outcome.uri);
  if (!open || open->awaited != outcome.generation)
    return nullptr;
  open->awaited = 0;
  open->checked = std::move(outcome);
  std::vector<Finding> &findings = open->checked->result.findings;
  if (open->settings)
    current->hideKnown(*open->settings->shared, open->document, findings);
  open->diagnostics.clear();
  for (const Finding &finding : findings)
    open->diagnostics.push_back(
        diagnosticOf(*open->checked->buffer, finding, client,
                     [&](StringRef name) { return uriOf(name); }));
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::json::Value(llvm::json::Array(open->diagnostics));
  open->resultId = llvm::utohexstr(llvm::xxh3_64bits(text));
  return open;
}

//===----------------------------------------------------------------------===//
// Analyses
//===----------------------------------------------------------------------===//

std::unique_ptr<Analysis>
Session::analyse(const OpenDocument &open,
                 std::shared_ptr<const SourceBuffer> text) {
  // A context grows with what is read into it.
  constexpr unsigned AnalysesPerContext = 128;
  if (!context || analyses++ % AnalysesPerContext == 0) {
    context = std::make_shared<mlir::MLIRContext>(
        mlir::MLIRContext::Threading::DISABLED);
    context->loadDialect<job::JobDialect>();
  }
  CheckSettings settings =
      open.settings ? open.settings->check : CheckSettings();
  settings.import.readFile = fileReader();
  return std::make_unique<Analysis>(std::move(text), settings, context,
                                    current);
}

std::unique_ptr<Analysis> Session::analyse(const OpenDocument &open,
                                           StringRef text) {
  return analyse(open, std::shared_ptr<const SourceBuffer>(
                           SourceBuffer::copy(open.document.name(), text)));
}

Analysis *Session::analyse(OpenDocument &open) {
  const Document &document = open.document;
  bool isKnown = open.settings || isConfigFile(document.name());
  if (!isKnown || document.text().text().size() > LargestInput)
    return nullptr;
  if (open.analysis && open.analysed == document.generation())
    return open.analysis.get();
  open.analysis = analyse(open, document.share());
  open.analysed = document.generation();
  if (open.analysis->isWellFormed())
    open.wellFormed = open.analysis;
  return open.analysis.get();
}

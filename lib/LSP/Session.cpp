//===- Session.cpp - The documents of a client and their findings ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Session.h"
#include "Diagnostics/FindingCollector.h"
#include "Driver/GraphContent.h"
#include "Driver/Inputs.h"
#include "Driver/NamedFile.h"
#include "Frontend/Formats/SavedModel.h"
#include "LSP/Diagnostics.h"
#include "LSP/Uri.h"
#include "Support/LLVM.h"
#include "Support/Paths.h"
#include "llvm/ADT/StringSet.h"

using namespace trainlint;
using namespace trainlint::lsp;

Session::Session(const Client &client, std::function<void(CheckOutcome)> done)
    : client(client), done(done), queue(std::move(done)) {}

OpenDocument *Session::find(StringRef uri) {
  auto owner = notebooks.find(uri);
  auto found =
      documents.find(owner == notebooks.end() ? uri : StringRef(owner->second));
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
  markChanged(found->second);
  if (found->second.notebook)
    spliceCells(found->second, 0, SIZE_MAX, {});
  for (const auto &[graph, diagnostics] : found->second.elsewhere)
    changed.insert(graph);
  documents.erase(found);
  // What the file holds counts again.
  checkUsersOf(path);
}

void Session::openNotebook(std::string uri, int64_t version,
                           std::vector<Document> cells) {
  close(uri);
  Document document(uri, "jupyter", version, "");
  auto [entry, isNew] =
      documents.emplace(std::move(uri), OpenDocument(std::move(document)));
  OpenDocument &open = entry->second;
  open.notebook = std::make_unique<Notebook>();
  spliceCells(open, 0, 0, std::move(cells));
  changeNotebook(open, version);
}

void Session::spliceCells(OpenDocument &notebook, size_t begin, size_t count,
                          std::vector<Document> added) {
  // Those that go have no findings any more.
  llvm::ArrayRef<Document> cells = notebook.notebook->cells();
  begin = std::min(begin, cells.size());
  for (const Document &cell : cells.drop_front(begin).take_front(count)) {
    changed.insert(cell.uri().str());
    notebooks.erase(cell.uri().str());
  }
  for (const Document &cell : added)
    notebooks[cell.uri().str()] = notebook.document.uri().str();
  notebook.notebook->splice(begin, count, std::move(added));
}

void Session::changeNotebook(OpenDocument &notebook, int64_t version) {
  notebook.document.replace(version, notebook.notebook->text());
  check(notebook);
  checkUsersOf(notebook.document.path());
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
    bool uses = open.graphPath == path;
    if (open.checked)
      uses |= llvm::any_of(open.checked->result.files, [&](const auto &file) {
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
std::function<LoadedFilePtr(StringRef, StringRef)> Session::fileReader() const {
  llvm::StringMap<std::shared_ptr<const SourceBuffer>> texts;
  for (const auto &[uri, open] : documents) {
    if (!open.document.path().empty())
      texts[open.document.path()] = open.document.share();
  }
  return [texts = std::move(texts),
          cache = namedFiles](StringRef path, StringRef from) -> LoadedFilePtr {
    LoadedFilePtr file = readNamedFile(path, from, *cache);
    if (!file)
      return nullptr;
    StringRef name = file->buffer().name();
    auto open = texts.find(absolutePath(name));
    if (open == texts.end())
      return file;
    return std::make_shared<LoadedFile>(
        SourceBuffer::copy(name, open->second->text()));
  };
}

const Document *Session::documentAt(StringRef path) const {
  for (const auto &[uri, open] : documents) {
    if (open.document.path() == path)
      return &open.document;
  }
  return nullptr;
}

/// Gives a check the graph that the configuration names for its jobs, as it is
/// in the editor or, if it is not open there, on disk.
void Session::openGraph(OpenDocument &open, GraphSettings &graph,
                        SharedCompilation::Owners &owners) {
  if (graph.graphName.empty())
    return;
  std::string path = absolutePath(graph.graphName);
  // Where there is none yet, one may be written.
  open.graphPath = path;
  llvm::Expected<std::string> file = tensorflow::findGraphFile(path);
  if (!file)
    return current->complain(llvm::toString(file.takeError()));
  open.graphPath = graph.graphName = *file;
  if (!open.settings->shared->graphBoundary.contains(*file))
    return current->complain(*file + ": the link leads out of the repository");
  if (const Document *document = documentAt(*file)) {
    owners.push_back(document->share());
    std::shared_ptr<const llvm::MemoryBuffer> view =
        llvm::MemoryBuffer::getMemBuffer(document->text().text(), *file,
                                         /*RequiresNullTerminator=*/false);
    graph.graph = view.get();
    owners.push_back(std::move(view));
    return;
  }
  auto content = graphFiles.read(*file);
  if (!content)
    return current->complain(llvm::toString(content.takeError()));
  graph.graph = content->get();
  owners.push_back(std::move(*content));
}

/// Graphs are larger than jobs are, and yet not of any size.
static bool isTooLarge(const Document &document) {
  uint64_t most =
      isGraphText(document.name()) ? LargestOpenGraph : LargestInput;
  return document.text().text().size() > most;
}

void Session::check(OpenDocument &open, bool isUnexpected) {
  const Document &document = open.document;
  // What a text says depends on the configuration and on other files.
  std::vector<std::shared_ptr<const void>> replaced = {
      std::exchange(open.compilation, nullptr),
      std::exchange(open.analysis, nullptr)};
  // Of texts that wait for their check there may be many.
  if (!open.isCurrent())
    replaced.clear();
  open.awaited = ++requests;
  open.isUnexpected = isUnexpected;
  if (isConfigFile(document.name()))
    return checkConfig(open);
  open.settings = current->settingsFor(document);
  open.graphPath.clear();
  if (!open.settings || isTooLarge(document)) {
    CheckOutcome nothing;
    nothing.uri = document.uri().str();
    nothing.generation = open.awaited;
    nothing.buffer = SourceBuffer::copy(document.name(), "");
    return done(std::move(nothing));
  }
  CheckSettings settings = open.settings->check;
  settings.import.readFile = fileReader();
  SharedCompilation::Owners owners = {current};
  openGraph(open, settings.graph, owners);
  open.compilation = std::make_shared<SharedCompilation>(
      document.share(), std::move(settings), std::move(owners));
  queue.submit({document.uri().str(), open.awaited, open.compilation,
                std::move(replaced)});
}

/// A configuration is small, and its checks are of another kind.
void Session::checkConfig(OpenDocument &open) {
  if (!isTooLarge(open.document))
    open.compilation = std::make_shared<SharedCompilation>(
        open.document.share(), CheckSettings(), SharedCompilation::Owners());
  ConfigReading reading = readConfigFile(
      SourceBuffer::copy(open.document.name(), open.document.text().text()));
  CheckOutcome outcome;
  outcome.uri = open.document.uri().str();
  outcome.generation = open.awaited;
  outcome.buffer = std::move(reading.config->buffer);
  outcome.result.findings = std::move(reading.findings);
  done(std::move(outcome));
}

/// Keeps as many findings as an editor shows, errors first.
static void keepMost(std::vector<Finding> &findings) {
  constexpr size_t Most = 1000;
  if (findings.size() <= Most)
    return;
  llvm::stable_sort(findings, [](const Finding &a, const Finding &b) {
    return a.severity > b.severity;
  });
  findings.erase(findings.begin() + Most, findings.end());
  sortFindings(findings);
}

/// Makes diagnostics of the findings. Those on a graph in text go to the graph,
/// and are no longer among the findings of the document.
void Session::describe(OpenDocument &open) {
  CheckOutcome &checked = *open.checked;
  std::vector<Finding> &findings = checked.result.findings;
  auto uriOfName = [&](StringRef name) { return uriOf(name); };
  DiagnosticsByUri elsewhere;
  llvm::erase_if(findings, [&](const Finding &finding) {
    const SourceBuffer *buffer = finding.place.buffer;
    // Binary files have no lines that an editor could show.
    if (!buffer || buffer->isBinary() || buffer->name() != open.graphPath)
      return false;
    elsewhere[uriOf(buffer->name())].push_back(
        diagnosticOf(*buffer, finding, client, uriOfName));
    return true;
  });
  if (!checked.graphIsMissing && elsewhere != open.elsewhere) {
    for (const auto &[uri, diagnostics] : open.elsewhere)
      changed.insert(uri);
    for (const auto &[uri, diagnostics] : elsewhere)
      changed.insert(uri);
    open.elsewhere = std::move(elsewhere);
  }
  keepMost(findings);
  open.diagnostics.clear();
  for (const Finding &finding : findings)
    open.diagnostics.push_back(
        diagnosticOf(*checked.buffer, finding, client, uriOfName));
  if (open.notebook)
    open.byCell =
        placesIn(open, *checked.buffer).diagnosticsByCell(open.diagnostics);
}

/// What a client is told of a notebook it is told of its cells.
void Session::markChanged(const OpenDocument &open) {
  if (!open.notebook) {
    changed.insert(open.document.uri().str());
    return;
  }
  for (const Document &cell : open.notebook->cells())
    changed.insert(cell.uri().str());
}

OpenDocument *Session::accept(CheckOutcome outcome) {
  OpenDocument *open = find(outcome.uri);
  if (!open)
    return nullptr;
  // The graph of a job is looked at behind the job.
  bool isSecond = open->isCurrent() && open->checked &&
                  open->checked->graphIsMissing &&
                  open->checked->generation == outcome.generation;
  if (open->awaited != outcome.generation && !isSecond)
    return nullptr;
  open->awaited = 0;
  open->checked = std::move(outcome);
  if (open->settings)
    current->hideKnown(*open->settings->shared, open->document,
                       open->checked->result.findings);
  llvm::json::Array before = std::move(open->diagnostics);
  describe(*open);
  if (!isSecond || before != open->diagnostics)
    markChanged(*open);
  return open;
}

/// What makes two diagnostics of a text the same to a reader.
static std::string keyOf(const llvm::json::Value &diagnostic) {
  const llvm::json::Object &object = *diagnostic.getAsObject();
  std::string key;
  llvm::raw_string_ostream os(key);
  for (StringRef member : {"range", "code", "message"})
    os << *object.get(member) << '\n';
  return key;
}

CellPlaces Session::placesIn(const OpenDocument &notebook,
                             const SourceBuffer &text) {
  return CellPlaces(notebook.document.uri(), *notebook.notebook, text);
}

llvm::json::Array Session::diagnosticsOf(StringRef uri) const {
  auto owner = notebooks.find(uri);
  if (owner != notebooks.end()) {
    const OpenDocument &open = documents.find(owner->second)->second;
    auto found = open.byCell.find(uri);
    return found == open.byCell.end() ? llvm::json::Array() : found->second;
  }
  llvm::json::Array all;
  llvm::StringSet<> seen;
  auto own = documents.find(uri);
  if (own != documents.end()) {
    all = own->second.diagnostics;
    for (const llvm::json::Value &diagnostic : all)
      seen.insert(keyOf(diagnostic));
  }
  for (const auto &[name, open] : documents) {
    auto found = open.elsewhere.find(uri);
    if (found == open.elsewhere.end())
      continue;
    for (const llvm::json::Value &diagnostic : found->second) {
      if (seen.insert(keyOf(diagnostic)).second)
        all.push_back(diagnostic);
    }
  }
  return all;
}

//===----------------------------------------------------------------------===//
// Analyses
//===----------------------------------------------------------------------===//

std::unique_ptr<Analysis> Session::analyze(const OpenDocument &open,
                                           StringRef text) {
  CheckSettings settings =
      open.settings ? open.settings->check : CheckSettings();
  settings.import.readFile = fileReader();
  return std::make_unique<Analysis>(std::make_shared<SharedCompilation>(
      SourceBuffer::copy(open.document.name(), text), std::move(settings),
      SharedCompilation::Owners{current}));
}

Analysis *Session::analyze(OpenDocument &open) {
  if (!open.compilation)
    return nullptr;
  if (!open.analysis) {
    open.analysis = std::make_shared<Analysis>(open.compilation);
    if (open.analysis->isWellFormed())
      open.wellFormed = open.analysis;
  }
  return open.analysis.get();
}

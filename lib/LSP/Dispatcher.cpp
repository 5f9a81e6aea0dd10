//===- Dispatcher.cpp - Requests and who answers them ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Dispatcher.h"
#include "Support/LLVM.h"
#include "Support/Printable.h"

using namespace trainlint;
using namespace trainlint::lsp;
using llvm::json::Array;
using llvm::lsp::ErrorCode;

llvm::Error lsp::makeError(ErrorCode code, const llvm::Twine &message) {
  return llvm::make_error<llvm::lsp::LSPError>(message.str(), code);
}

llvm::ArrayRef<Dispatcher::Method> Dispatcher::methods() {
  static constexpr Method Table[] = {
      {"initialize", &Dispatcher::initialize},
      {"shutdown", &Dispatcher::shutdown},
      {"textDocument/diagnostic", &Dispatcher::diagnostic,
       /*needsFindings=*/true},
      {"textDocument/codeAction", &Dispatcher::codeAction,
       /*needsFindings=*/true},
      {"workspace/executeCommand", &Dispatcher::executeCommand},
      {"textDocument/hover", &Dispatcher::hover, /*needsFindings=*/true},
      {"textDocument/documentSymbol", &Dispatcher::documentSymbol},
      {"textDocument/inlayHint", &Dispatcher::inlayHint},
      {"textDocument/foldingRange", &Dispatcher::foldingRange},
      {"textDocument/definition", &Dispatcher::definition},
      {"textDocument/documentLink", &Dispatcher::documentLink},
      {"textDocument/completion", &Dispatcher::completion},
  };
  return Table;
}

llvm::ArrayRef<Dispatcher::Notification> Dispatcher::notifications() {
  static constexpr Notification Table[] = {
      {"initialized", &Dispatcher::initialized},
      {"exit", &Dispatcher::exit},
      {"$/cancelRequest", &Dispatcher::cancel},
      {"textDocument/didOpen", &Dispatcher::didOpen},
      {"textDocument/didChange", &Dispatcher::didChange},
      {"textDocument/didSave", &Dispatcher::didSave},
      {"textDocument/didClose", &Dispatcher::didClose},
      {"notebookDocument/didOpen", &Dispatcher::didOpenNotebook},
      {"notebookDocument/didChange", &Dispatcher::didChangeNotebook},
      {"notebookDocument/didSave", &Dispatcher::didSaveNotebook},
      {"notebookDocument/didClose", &Dispatcher::didCloseNotebook},
      {"workspace/didChangeWatchedFiles", &Dispatcher::didChangeWatchedFiles},
  };
  return Table;
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

int Dispatcher::run() {
  while (!exitCode) {
    Event event = events.pop();
    if (auto *message = std::get_if<Message>(&event))
      handle(std::move(*message));
    else if (auto *outcome = std::get_if<CheckOutcome>(&event))
      handle(std::move(*outcome));
    else
      exitCode = 1;
  }
  return *exitCode;
}

void Dispatcher::handle(Message message) {
  static const Object Nothing;
  if (!message.value)
    return transport.reply(nullptr,
                           makeError(ErrorCode::ParseError, message.problem));
  const Object *object = message.value->getAsObject();
  const Value *id = object ? object->get("id") : nullptr;
  std::optional<StringRef> name =
      object ? object->getString("method") : std::nullopt;
  // The answers to requests of the server tell nothing.
  if (object && !name && (object->get("result") || object->get("error")))
    return;
  bool isUsable = name && (!id || id->kind() == Value::String ||
                           id->kind() == Value::Number);
  if (!isUsable)
    return transport.reply(nullptr, makeError(ErrorCode::InvalidRequest,
                                              "neither a request nor a "
                                              "notification"));
  const Object *given = object->getObject("params");
  const Object &params = given ? *given : Nothing;
  if (!id)
    return handleNotification(*name, params);
  // Without its beginning and its end there is no session.
  bool isLifecycle = *name == "initialize" || *name == "shutdown";
  if (message.cancelled && !isLifecycle)
    return transport.reply(*id, makeError(ErrorCode::RequestCancelled,
                                          "taken back by the client"));
  handleRequest(*id, *name, params);
}

void Dispatcher::handleNotification(StringRef name, const Object &params) {
  // Before the beginning and after the end there is nothing to tell but that.
  if (state != State::Running && name != "exit")
    return;
  for (const Notification &notification : notifications()) {
    if (notification.name == name)
      return (this->*notification.run)(params);
  }
}

void Dispatcher::handleRequest(Value id, StringRef name, const Object &params) {
  if (state == State::New && name != "initialize")
    return transport.reply(id, makeError(ErrorCode::ServerNotInitialized,
                                         "`initialize` has to come first"));
  if (state == State::ShutDown)
    return transport.reply(
        id, makeError(ErrorCode::InvalidRequest, "the server is shut down"));
  const Method *method = llvm::find_if(
      methods(), [&](const Method &known) { return known.name == name; });
  if (method == methods().end())
    return transport.reply(
        id, makeError(ErrorCode::MethodNotFound, "no method `" + name + "`"));
  OpenDocument *open = method->needsFindings ? documentOf(params) : nullptr;
  if (!open || open->isCurrent())
    return answer(std::move(id), *method, params);
  waiting.push_back(
      {std::move(id), method, params, open->document.uri().str()});
}

void Dispatcher::answer(Value id, const Method &method, const Object &params) {
  const OpenDocument *open = documentOf(params);
  if (!open || !open->notebook)
    return transport.reply(std::move(id), (this->*method.run)(params));
  std::string cell = uriIn(params).str();
  CellPlaces places = Session::placesIn(*open, open->document.text());
  Result result = (this->*method.run)(places.toNotebook(params, cell));
  if (result)
    places.toCell(*result, cell);
  transport.reply(std::move(id), std::move(result));
}

/// Answers what waits for the findings of a document, or for it to be there.
void Dispatcher::answerWaiting(StringRef uri) {
  auto others = std::stable_partition(
      waiting.begin(), waiting.end(),
      [&](const Waiting &request) { return request.uri != uri; });
  std::vector<Waiting> ready(std::make_move_iterator(others),
                             std::make_move_iterator(waiting.end()));
  waiting.erase(others, waiting.end());
  for (Waiting &request : ready)
    answer(std::move(request.id), *request.method, request.params);
}

void Dispatcher::handle(CheckOutcome outcome) {
  if (!session || state != State::Running)
    return;
  const OpenDocument *open = session->accept(std::move(outcome));
  showProblems();
  if (!open)
    return;
  for (const std::string &failure : open->checked->result.failures)
    transport.notify("window/logMessage",
                     Object{{"type", 1}, {"message", printable(failure)}});
  publishChanged(open);
  answerWaiting(open->document.uri());
}

//===----------------------------------------------------------------------===//
// What the server says by itself
//===----------------------------------------------------------------------===//

/// Shows what is new. A client that asks does so by itself after each change of
/// a document, which was then checked.
void Dispatcher::publishChanged(const OpenDocument *checked) {
  bool mayRefresh = client.pullsDiagnostics && client.refreshesDiagnostics;
  bool hasUnexpected = false;
  for (const std::string &uri : session->takeChanged()) {
    const OpenDocument *open = session->find(uri);
    // For cells of notebooks no client asks.
    if (client.pullsDiagnostics && open && !open->notebook)
      hasUnexpected |= open != checked || open->isUnexpected;
    else
      publish(uri);
  }
  if (mayRefresh && hasUnexpected)
    request("workspace/diagnostic/refresh", nullptr);
}

void Dispatcher::publish(StringRef uri) {
  const OpenDocument *open = session->find(uri);
  Array diagnostics = session->diagnosticsOf(uri);
  // Nothing is known to be wrong where nothing was sent.
  if (client.pullsDiagnostics && diagnostics.empty() && !sent.erase(uri.str()))
    return;
  if (client.pullsDiagnostics && !diagnostics.empty())
    sent.insert(uri.str());
  Object params{{"uri", uri}, {"diagnostics", std::move(diagnostics)}};
  if (open)
    params["version"] =
        (open->notebook ? *open->notebook->find(uri) : open->document)
            .version();
  transport.notify("textDocument/publishDiagnostics", std::move(params));
}

/// Some editors make links out of `[text](address)`, even in a message.
static std::string withoutLinks(StringRef text) {
  std::string out;
  for (char c : printable(text)) {
    if (c == '(' && StringRef(out).ends_with("]"))
      out += ' ';
    out += c;
  }
  return out;
}

void Dispatcher::showProblems() {
  for (std::string &problem : session->workspace()->takeProblems())
    transport.notify("window/showMessage",
                     Object{{"type", 2}, {"message", withoutLinks(problem)}});
}

void Dispatcher::request(StringRef method, Value params) {
  transport.call(method, std::move(params),
                 "trainlint-" + std::to_string(++requestsSent));
}

StringRef Dispatcher::uriIn(const Object &params) {
  const Object *document = params.getObject("textDocument");
  return document ? document->getString("uri").value_or("") : "";
}

OpenDocument *Dispatcher::documentOf(const Object &params) {
  return session ? session->find(uriIn(params)) : nullptr;
}

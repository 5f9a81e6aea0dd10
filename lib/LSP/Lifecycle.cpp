//===- Lifecycle.cpp - The start and the end of a session -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/CodeActions.h"
#include "LSP/Dispatcher.h"

using namespace trainlint;
using namespace trainlint::lsp;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

/// The notebooks and the cells that the server wants to know.
static Object notebookSync() {
  Array selectors;
  for (llvm::StringRef type : {"jupyter-notebook", "interactive"})
    selectors.push_back(
        Object{{"notebook", type},
               {"cells", Array{Object{{"language", "python"}},
                               Object{{"language", "shellscript"}}}}});
  return Object{{"notebookSelector", std::move(selectors)}, {"save", true}};
}

/// What the server can do for a client.
static Object capabilitiesFor(const Client &client) {
  return Object{
      {"positionEncoding", spellingOf(client.encoding)},
      {"textDocumentSync",
       Object{{"openClose", true}, {"change", 2}, {"save", Object{}}}},
      {"notebookDocumentSync", notebookSync()},
      {"diagnosticProvider", Object{{"identifier", "trainlint"},
                                    {"interFileDependencies", true},
                                    {"workspaceDiagnostics", false}}},
      {"completionProvider",
       Object{{"triggerCharacters",
               Array{":", " ", "-", "=", ",", "[", "\"", "'"}}}},
      {"hoverProvider", true},
      {"documentSymbolProvider", true},
      {"inlayHintProvider", true},
      {"foldingRangeProvider", true},
      {"definitionProvider", true},
      {"documentLinkProvider", Object{}},
      {"codeActionProvider",
       Object{{"codeActionKinds", Array{"quickfix", FixAllKind}}}},
      {"executeCommandProvider",
       Object{{"commands", Array{ExplainCommand, ApplyEditCommand}}}},
  };
}

Dispatcher::Result Dispatcher::initialize(const Object &params) {
  if (state != State::New)
    return makeError(llvm::lsp::ErrorCode::InvalidRequest,
                     "`initialize` comes only once");
  state = State::Running;
  client = clientOf(params);
  session = std::make_unique<Session>(client, [this](CheckOutcome outcome) {
    events.push(std::move(outcome));
  });
  return Object{{"capabilities", capabilitiesFor(client)},
                {"serverInfo", Object{{"name", "trainlint"},
                                      {"version", TRAINLINT_VERSION}}}};
}

/// Asks to be told of changes of configurations, of files that commands and
/// programs may name, and of graphs.
void Dispatcher::initialized(const Object &) {
  if (!client.watchesFiles)
    return;
  Array watchers;
  for (llvm::StringRef pattern :
       {"**/.trainlint.{yaml,yml}", "**/*.{yaml,yml,json,py}",
        "**/{requirements*.txt,pyproject.toml,setup.cfg}",
        "**/*.{keras,meta,mlir,onnx,pb,pbtxt}"})
    watchers.push_back(Object{{"globPattern", pattern}});
  request("client/registerCapability",
          Object{{"registrations",
                  Array{Object{{"id", "trainlint-files"},
                               {"method", "workspace/didChangeWatchedFiles"},
                               {"registerOptions",
                                Object{{"watchers", std::move(watchers)}}}}}}});
}

Dispatcher::Result Dispatcher::shutdown(const Object &) {
  state = State::ShutDown;
  for (Waiting &request : waiting)
    transport.reply(std::move(request.id),
                    makeError(llvm::lsp::ErrorCode::RequestCancelled,
                              "the server shuts down"));
  waiting.clear();
  return Value(nullptr);
}

void Dispatcher::exit(const Object &) {
  exitCode = state == State::ShutDown ? 0 : 1;
}

/// Takes back a request that waits for a check; others are answered already.
void Dispatcher::cancel(const Object &params) {
  const Value *id = params.get("id");
  if (!id)
    return;
  auto found = llvm::find_if(
      waiting, [&](const Waiting &request) { return request.id == *id; });
  if (found == waiting.end())
    return;
  transport.reply(*id, makeError(llvm::lsp::ErrorCode::RequestCancelled,
                                 "taken back by the client"));
  waiting.erase(found);
}

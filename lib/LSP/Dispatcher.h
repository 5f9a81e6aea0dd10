//===- Dispatcher.h - Requests and who answers them -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_DISPATCHER_H
#define TRAINLINT_LSP_DISPATCHER_H

#include "LSP/EventQueue.h"
#include "LSP/Features.h"
#include "LSP/Session.h"
#include "llvm/Support/LSP/Transport.h"

namespace trainlint::lsp {

/// Answers the events of one client, one after the other.
class Dispatcher {
public:
  Dispatcher(std::FILE *in, llvm::raw_ostream &out, EventQueue &events)
      : transport(in, out), events(events) {}

  /// Serves until the client is gone; the exit code of the protocol.
  int run();

private:
  using Object = llvm::json::Object;
  using Value = llvm::json::Value;
  using Result = llvm::Expected<Value>;

  /// A request that is answered.
  struct Method {
    llvm::StringLiteral name;
    Result (Dispatcher::*run)(const Object &params);
    /// True if the answer rests on the findings of the text as it is.
    bool needsFindings = false;
  };
  struct Notification {
    llvm::StringLiteral name;
    void (Dispatcher::*run)(const Object &params);
  };
  /// A request that waits for a check.
  struct Waiting {
    Value id;
    const Method *method;
    Object params;
    std::string uri;
  };

  // Dispatcher.cpp
  static llvm::ArrayRef<Method> methods();
  static llvm::ArrayRef<Notification> notifications();
  void handle(Message message);
  void handle(CheckOutcome outcome);
  void handleRequest(Value id, llvm::StringRef name, const Object &params);
  void handleNotification(llvm::StringRef name, const Object &params);
  void answer(Value id, const Method &method, const Object &params);
  void answerWaiting(llvm::StringRef uri);
  void publishChanged(const OpenDocument *checked = nullptr);
  void publish(llvm::StringRef uri);
  void showProblems();
  void request(llvm::StringRef method, Value params);
  /// Answers from the last text that can be read, and puts the answer where its
  /// places are by now; null if there is none.
  Value
  ask(const Object &params,
      llvm::function_ref<Value(const FeatureContext &, SourceRange)> feature);
  Value askAboutSyntax(
      const Object &params,
      llvm::function_ref<llvm::json::Array(const FeatureContext &)> feature);
  /// The document that the parameters name; empty if they name none.
  static llvm::StringRef uriIn(const Object &params);
  /// That document, or the notebook of that cell; null if it is not open.
  OpenDocument *documentOf(const Object &params);

  // Lifecycle.cpp
  Result initialize(const Object &params);
  Result shutdown(const Object &params);
  void initialized(const Object &params);
  void exit(const Object &params);
  void cancel(const Object &params);
  void ignore(const Object &) {}

  // TextSync.cpp
  void didOpen(const Object &params);
  void didChange(const Object &params);
  std::optional<std::vector<ContentChange>>
  contentChanges(const llvm::json::Array &list, llvm::StringRef uri);
  void didSave(const Object &params);
  void didClose(const Object &params);
  void didChangeWatchedFiles(const Object &params);

  // NotebookSync.cpp
  void didOpenNotebook(const Object &params);
  void didChangeNotebook(const Object &params);
  void didSaveNotebook(const Object &params);
  void didCloseNotebook(const Object &params);
  OpenDocument *notebookOf(const Object &params);
  void spliceNotebook(OpenDocument &open, const Object &structure);
  void changeCell(OpenDocument &open, const Object &change);

  // Requests.cpp
  Result diagnostic(const Object &params);
  Result codeAction(const Object &params);
  Result executeCommand(const Object &params);
  void explain(const RuleInfo &rule);
  Result hover(const Object &params);
  Result documentSymbol(const Object &params);
  Result inlayHint(const Object &params);
  Result foldingRange(const Object &params);
  Result definition(const Object &params);
  Result documentLink(const Object &params);
  Result completion(const Object &params);

  enum class State : uint8_t { New, Running, ShutDown };

  llvm::lsp::JSONTransport transport;
  EventQueue &events;
  State state = State::New;
  Client client;
  /// From `initialize` on.
  std::unique_ptr<Session> session;
  std::vector<Waiting> waiting;
  /// Checks what is only thought of, such as a text after its fixes.
  Checker checker{GraphContext::create};
  /// Of a client that asks for diagnostics, the files that are not open and had
  /// some sent.
  std::set<std::string, std::less<>> sent;
  unsigned requestsSent = 0;
  std::optional<int> exitCode;
};

/// An answer that says what is wrong.
llvm::Error makeError(llvm::lsp::ErrorCode code, const llvm::Twine &message);

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_DISPATCHER_H

//===- LanguageServer.cpp - Conversations with the language server --------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz/Targets/Targets.h"
#include "LSP/Dispatcher.h"
#include "LSP/MessageReader.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::lsp;
using llvm::StringRef;

/// What every client says first.
static const StringRef hello =
    R"({"id":0,"method":"initialize","params":{"capabilities":{"textDocument":)"
    R"({"hover":{"contentFormat":["markdown"]},"publishDiagnostics":)"
    R"({"relatedInformation":true},"codeAction":{"codeActionLiteralSupport":{}},)"
    R"("completion":{"completionItem":{"snippetSupport":true}}}}}})";

static void push(EventQueue &events, StringRef text) {
  Message message;
  llvm::Expected<llvm::json::Value> value = parseMessage(text);
  if (value)
    message.value = std::move(*value);
  else
    message.problem = llvm::toString(value.takeError());
  events.push(std::move(message));
}

/// Takes messages out of the bytes of a connection.
static void pushFramed(EventQueue &events, StringRef input) {
  std::FILE *in = fmemopen(const_cast<char *>(input.data()), input.size(), "r");
  if (!in)
    return;
  auto close = llvm::make_scope_exit([&] { std::fclose(in); });
  MessageReader reader(in);
  while (std::optional<std::string> text = reader.next())
    push(events, *text);
}

void test::fuzzLanguageServer(StringRef input) {
  EventQueue events;
  if (input.starts_with("Content-")) {
    pushFramed(events, input);
  } else {
    push(events, hello);
    for (StringRef line : llvm::split(input, '\n'))
      push(events, line);
  }
  events.push(EndOfInput{});
  llvm::raw_null_ostream out;
  Dispatcher(stdin, out, events).run();
}

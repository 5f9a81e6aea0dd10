//===- Server.cpp - The language server -----------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Server.h"
#include "LSP/Dispatcher.h"
#include "LSP/MessageReader.h"
#include <csignal>
#include <thread>

using namespace trainlint::lsp;

/// Reads until the client has nothing more to say.
static void readMessages(std::FILE *in, EventQueue &events) {
  MessageReader reader(in);
  while (std::optional<std::string> text = reader.next()) {
    Message message;
    auto value = parseMessage(*text);
    if (value)
      message.value = std::move(*value);
    else
      message.problem = llvm::toString(value.takeError());
    const llvm::json::Object *object =
        message.value ? message.value->getAsObject() : nullptr;
    bool isLast = object && object->getString("method") == "exit";
    events.push(std::move(message));
    if (isLast)
      break;
  }
  events.push(EndOfInput{});
}

int trainlint::lsp::serve(std::FILE *in, llvm::raw_fd_ostream &out) {
  // A client that is gone is told by the end of the input.
  std::signal(SIGPIPE, SIG_IGN);
  EventQueue events;
  std::thread reader([&] { readMessages(in, events); });
  int code = Dispatcher(in, out, events).run();
  reader.join();
  out.clear_error();
  return code;
}

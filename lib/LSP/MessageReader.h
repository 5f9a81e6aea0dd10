//===- MessageReader.h - Messages of a client -------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_MESSAGEREADER_H
#define TRAINLINT_LSP_MESSAGEREADER_H

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <cstdio>
#include <optional>
#include <string>

namespace trainlint::lsp {

/// Reads the messages of the base protocol: headers, an empty line, and as many
/// bytes as `Content-Length` says.
///
/// LLVM's own reader takes the length at its word and reserves as much, up to a
/// gigabyte, before a byte of it has arrived.
class MessageReader {
public:
  explicit MessageReader(std::FILE *in) : in(in) {}

  /// The text of the next message; nothing at the end of the input. Headers
  /// without a usable length are passed over.
  std::optional<std::string> next();

private:
  bool readLine(std::string &line);
  bool readBytes(size_t length, std::string &text);

  std::FILE *in;
};

/// Parses a message. Unlike LLVM's parser, which recurses without a limit, it
/// refuses what is nested too deep.
llvm::Expected<llvm::json::Value> parseMessage(llvm::StringRef text);

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_MESSAGEREADER_H

//===- ClientMessages.h - The messages of Vertex AI's clients ---*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_JOBS_CLIENTMESSAGES_H
#define TRAINLINT_FRONTEND_PYTHON_JOBS_CLIENTMESSAGES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace trainlint::python {

struct ClientMessage;

/// A field of a message, in the spelling of Python.
struct ClientField {
  enum class Kind : uint8_t {
    Text,
    Texts,
    Number,
    Numbers,
    Integer,
    /// One of 64 bits, which is also taken as a text.
    LargeInteger,
    Flag,
    Duration,
    /// The name of an accelerator.
    Accelerator,
    Enum,
    Labels,
    Message,
    Messages,
    /// What nobody looks into.
    Other,
  };
  llvm::StringLiteral name;
  Kind kind;
  /// Of a message and of a list of them.
  const ClientMessage *message = nullptr;
  /// Of an enumeration, with spaces between them.
  llvm::StringLiteral words = "";

  /// As files spell it: `machineSpec`.
  std::string nameInFiles() const;
};

struct ClientMessage {
  /// As the class is called: `WorkerPoolSpec`.
  llvm::StringLiteral name;
  llvm::ArrayRef<ClientField> fields;

  /// The field of a name in the spelling of Python; null if there is none.
  const ClientField *find(llvm::StringRef field) const;
  /// The field of a name in that of files.
  const ClientField *findInFiles(llvm::StringRef field) const;
};

namespace messages {
#define CLIENT_MESSAGE(Name) extern const ClientMessage Name;
#define CLIENT_FIELD(name, kind)
#define CLIENT_PART(name, Name)
#define CLIENT_PARTS(name, Name)
#define CLIENT_ENUM(name, words)
#define CLIENT_END(Name)
#include "Frontend/Python/Jobs/ClientMessages.def"
} // namespace messages

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_JOBS_CLIENTMESSAGES_H

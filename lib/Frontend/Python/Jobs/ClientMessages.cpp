//===- ClientMessages.cpp - The messages of Vertex AI's clients -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Jobs/ClientMessages.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::python;

#define CLIENT_MESSAGE(Name) static constexpr ClientField Name##Fields[] = {
#define CLIENT_FIELD(name, kind) {name, ClientField::Kind::kind},
#define CLIENT_PART(name, Name)                                                \
  {name, ClientField::Kind::Message, &messages::Name},
#define CLIENT_PARTS(name, Name)                                               \
  {name, ClientField::Kind::Messages, &messages::Name},
#define CLIENT_ENUM(name, words)                                               \
  {name, ClientField::Kind::Enum, nullptr, words},
#define CLIENT_END(Name)                                                       \
  }                                                                            \
  ;                                                                            \
  const ClientMessage messages::Name = {#Name, Name##Fields};
#include "Frontend/Python/Jobs/ClientMessages.def"

std::string ClientField::nameInFiles() const {
  std::string camel;
  bool upper = false;
  for (char c : name) {
    if (c != '_')
      camel += upper ? llvm::toUpper(c) : c;
    upper = c == '_';
  }
  return camel;
}

const ClientField *ClientMessage::find(StringRef field) const {
  const auto *found = llvm::find_if(
      fields, [&](const ClientField &entry) { return entry.name == field; });
  return found == fields.end() ? nullptr : found;
}

const ClientField *ClientMessage::findInFiles(StringRef field) const {
  const auto *found = llvm::find_if(fields, [&](const ClientField &entry) {
    return entry.nameInFiles() == field;
  });
  return found == fields.end() ? nullptr : found;
}

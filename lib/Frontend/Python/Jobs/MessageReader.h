//===- MessageReader.h - Messages written as dictionaries -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The clients take messages as dictionaries and as objects of their classes.
// A dictionary is checked as they check it when it flows into a job, and laid
// out as the document of the job that it is.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_JOBS_MESSAGEREADER_H
#define TRAINLINT_FRONTEND_PYTHON_JOBS_MESSAGEREADER_H

#include "Frontend/Python/Context/JobDocument.h"
#include "Frontend/Python/Jobs/ClientMessages.h"

namespace trainlint::python {

/// Reads the values of one call, in which there are no choices, as proto-plus
/// does: fields in the spelling of Python, of their types.
class MessageReader {
public:
  explicit MessageReader(const Context &context)
      : context(context), document(context) {}

  /// The mapping of a message, with fields as files spell them. `name` is what
  /// messages call it. Null for `None`.
  yaml::Node *readMessage(const Value &value, const ClientMessage &message,
                          Place use, llvm::StringRef name);
  /// The list of the messages of a field.
  yaml::Node *readMessages(const Value &value, const ClientMessage &message,
                           Place use, llvm::StringRef field);
  /// The node of a field's value; null for what counts as absent.
  yaml::Node *readField(const Value &value, const ClientField &field,
                        Place use);
  /// The list of texts of a field.
  yaml::Node *readTexts(const Value &value, Place use, llvm::StringRef field);

private:
  /// A field that is given.
  struct Given {
    const ClientField *field;
    const Value *value;
    /// Where its name is written.
    Place key;
    yaml::Node *node;
  };
  /// What a message holds.
  struct Fields {
    llvm::SmallVector<Given> given;
    /// True if there may be more than is known.
    bool isOpen = false;

    Given *find(llvm::StringRef name);
  };

  /// `around` is what holds the value, if it stands with its key.
  void readKey(llvm::StringRef key, const Value &written, const Value &value,
               Place use, Place around, const ClientMessage &message,
               llvm::StringRef name, Fields &fields);
  const ClientField *fieldOf(llvm::StringRef key, const Value &written,
                             Place use, const ClientMessage &message,
                             llvm::StringRef name, Fields &fields);
  yaml::Node *readEnum(const Value &value, const ClientField &field, Place use);
  yaml::Node *readInteger(const Value &value, const ClientField &field,
                          Place use);
  yaml::Node *readDuration(const Value &value, const ClientField &field,
                           Place use);
  void readLabels(const Value &value, Place use, llvm::StringRef field);
  void checkMachine(Fields &fields);
  void checkTask(Fields &fields);
  yaml::Node *mistyped(const Value &value, llvm::StringRef field,
                       llvm::StringRef expected, Place use);

  const Context &context;
  JobDocument document;
};

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_JOBS_MESSAGEREADER_H

//===- ArgumentDocument.h - The job in an argument --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_JOBS_ARGUMENTDOCUMENT_H
#define TRAINLINT_FRONTEND_PYTHON_JOBS_ARGUMENTDOCUMENT_H

#include "Frontend/GCloud/MergedJob.h"
#include "Frontend/Python/Context/Context.h"

namespace trainlint::python {

/// The document of a job from the arguments of a call, laid over a dict that
/// one of them may be.
class ArgumentDocument {
public:
  /// Both live longer.
  ArgumentDocument(const Call &call, const Context &context)
      : call(call), context(context), job(context.stream, context.buffer()) {}

  /// Gives the field at a path such as "trainingInput.region" the value of an
  /// argument. Libraries leave out what is None, empty or 0, and so does this.
  void set(llvm::StringRef field, const Argument *argument);
  void set(llvm::StringRef field, llvm::StringRef name, int position = -1) {
    set(field, call.find(name, position));
  }
  /// The same for a value that an argument brings in another form.
  void set(llvm::StringRef field, const Argument &argument, yaml::Node *value);
  /// Says that a field is there, and that nobody knows its value.
  void setUnknown(llvm::StringRef field);
  /// What the library fills in where no argument gives it.
  void setWord(llvm::StringRef field, llvm::StringRef word);
  yaml::Node *makeList(llvm::ArrayRef<yaml::Node *> items) {
    return job.makeList(call.calleePlace.range, items);
  }

  /// The document. `section` is there even if nothing gives a field of it. Of a
  /// call with arguments that are not known, fields may come from those.
  yaml::Node *build(llvm::StringRef section, const yaml::Node *below = nullptr);

private:
  yaml::Node *makeWord(llvm::StringRef text);

  const Call &call;
  const Context &context;
  gcloud::MergedJob job;
};

/// Checks and imports the JSON of an AI Platform job.
void importAiPlatformJob(yaml::Node *document, const Context &context);

/// Checks and imports the JSON of a CustomJobSpec of Vertex AI that the API
/// itself reads, with fields in either spelling. `region` is null if nothing
/// gives it.
void importVertexJobSpec(yaml::Node *document, job::ValueAttr region,
                         const Context &context);

/// A text as the region of a job: unknown if it is not known. Null if there is
/// no value, or None.
job::ValueAttr regionOf(const Argument *argument, const Context &context);

/// A dict without some of its keys.
const Value *without(const Value &dict, llvm::ArrayRef<llvm::StringRef> keys,
                     const Context &context);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_JOBS_ARGUMENTDOCUMENT_H

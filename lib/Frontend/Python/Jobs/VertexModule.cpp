//===- VertexModule.cpp - What the calls of a module say together ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Jobs/VertexModule.h"
#include "Diagnostics/Messages/VertexSdk.h"
#include "Frontend/Python/Jobs/CallArguments.h"
#include "Frontend/Python/Jobs/SdkNames.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::python;

const Signature *python::signatureOf(const Call &call) {
  SdkName name = sdkNameOf(call.callee);
  if (name.library != SdkLibrary::Sdk)
    return nullptr;
  for (StringRef method : {"run", "submit"}) {
    if (name.name == ("CustomJob.from_local_script." + method).str())
      return sdkSignature(("CustomJob." + method).str());
  }
  return sdkSignature(name.name);
}

bool python::isTrainingJob(StringRef className) {
  return className == "CustomTrainingJob" ||
         className == "CustomContainerTrainingJob" ||
         className == "CustomPythonPackageTrainingJob";
}

/// True if an argument gives something, or may.
static bool mayBeGiven(const Call &call, const Signature &signature,
                       StringRef name) {
  const Argument *found = argumentOf(call, signature, name);
  return found ? !found->value->isNone() : call.isOpen;
}

void python::checkStagingBuckets(const Context &context) {
  constexpr llvm::StringLiteral Bucket = "staging_bucket";
  bool hasInit = false;
  for (const Call *call : context.program.calls()) {
    const Signature *signature = signatureOf(*call);
    if (!signature || signature->function != "init")
      continue;
    hasInit = true;
    if (mayBeGiven(*call, *signature, Bucket))
      return;
  }
  // Another module may say it, or a part of this one that was not followed.
  bool mayBeUnread =
      llvm::any_of(context.program.module().cells, [&](const auto &cell) {
        return cell->tree && cell->tree->hasErrors() &&
               cell->text.contains(Bucket);
      });
  if (!hasInit || mayBeUnread || context.program.isPartial())
    return;
  for (const Call *call : context.program.calls()) {
    const Signature *signature = signatureOf(*call);
    if (!signature || signature->function == "init" ||
        !signature->takes(Bucket) || mayBeGiven(*call, *signature, Bucket))
      continue;
    diag::NoStagingBucket::none(context.at(call->calleePlace),
                                shownFunction(signature->function))
        .help("add `staging_bucket=\"gs://BUCKET\"` to init()");
  }
}

/// True if whoever comes to the second call has come to the first.
static bool isInStraightLine(const Call &first, const Call &second) {
  return !first.isInLoop && !second.isInLoop &&
         first.function == second.function && leadsTo(first.path, second.path);
}

void python::checkRepeatedRuns(const Context &context) {
  llvm::DenseMap<const Call *, const Call *> runs;
  for (const Call *call : context.program.calls()) {
    const Signature *signature = signatureOf(*call);
    if (!signature || !call->receiver || !call->receiver->call)
      continue;
    auto [owner, method] = signature->function.split('.');
    if (!isTrainingJob(owner) || (method != "run" && method != "submit"))
      continue;
    auto [first, isNew] = runs.try_emplace(call->receiver->call, call);
    if (isNew || first->second->node == call->node ||
        !isInStraightLine(*first->second, *call))
      continue;
    diag::RunTwice::twice(context.at(call->calleePlace))
        .label("raises RuntimeError")
        .help("make a new object for each job")
        .note(context.at(first->second->calleePlace), "the first time");
  }
}

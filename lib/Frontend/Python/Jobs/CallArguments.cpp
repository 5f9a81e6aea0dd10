//===- CallArguments.cpp - The arguments that calls have and lack ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Jobs/CallArguments.h"
#include "Diagnostics/Messages/VertexSdk.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::python;

static StringRef classOf(StringRef function) {
  return function.split('.').first;
}

/// `run` of `CustomJob.run`; empty for a constructor.
static StringRef methodOf(StringRef function) {
  return function.split('.').second;
}

std::string python::shownFunction(StringRef function) {
  StringRef method = methodOf(function);
  bool isClear = method == "run" || method == "submit";
  return ((isClear ? method : function) + "()").str();
}

/// How well another function suits an argument that this one does not have:
/// one of the same class, or the same one of another class.
static unsigned kinship(StringRef function, StringRef other) {
  bool isSameClass = classOf(function) == classOf(other);
  return 2 * isSameClass + (methodOf(function) == methodOf(other));
}

/// True for the parameters of a study, which share names and nothing else.
static bool isParameter(StringRef function) {
  return function.ends_with("ParameterSpec");
}

/// The function that an argument belongs to; null if there is none.
static const Signature *ownerOf(StringRef argument, const Signature &asked) {
  const Signature *best = nullptr;
  if (isParameter(asked.function))
    return nullptr;
  for (const Signature &other : sdkSignatures()) {
    if (&other == &asked || !other.takes(argument) ||
        isParameter(other.function))
      continue;
    if (!best || kinship(asked.function, other.function) >
                     kinship(asked.function, best->function))
      best = &other;
  }
  return best;
}

/// True for what a job whose pools are written out has in them.
static bool isInPools(StringRef argument, const Signature &asked) {
  StringRef owner = classOf(asked.function);
  bool hasPools = asked.function != "CustomJob.from_local_script" &&
                  (owner == "CustomJob" || owner == "HyperparameterTuningJob");
  static constexpr llvm::StringLiteral PoolArguments[] = {
      "machine_type",          "accelerator_type", "accelerator_count",
      "replica_count",         "boot_disk_type",   "boot_disk_size_gb",
      "container_uri",         "image_uri",        "args",
      "environment_variables", "tpu_topology"};
  return hasPools && llvm::is_contained(PoolArguments, argument);
}

static void reportUnknown(const Argument &argument, const Signature &signature,
                          const Context &context) {
  mlir::Location location = context.at(argument.namePlace);
  std::string callee = shownFunction(signature.function);
  if (isInPools(argument.name, signature)) {
    diag::UnknownArgument::inPools(location, argument.name, callee)
        .help("give each pool its own");
    return;
  }
  if (const Signature *owner = ownerOf(argument.name, signature)) {
    // Of another class a method needs the name of the class.
    bool isSameClass = classOf(owner->function) == classOf(signature.function);
    std::string shown = isSameClass ? shownFunction(owner->function)
                                    : (owner->function + "()").str();
    diag::UnknownArgument::elsewhere(location, argument.name, shown, callee);
    return;
  }
  Report report =
      diag::UnknownArgument::unknown(location, callee, argument.name);
  if (argument.name == "region" && signature.takes("location")) {
    report.help("did you mean `location`?")
        .fix(/*safe=*/true, "write `location`", location, "location");
    return;
  }
  llvm::SmallVector<StringRef> names(signature.positional);
  names.append(signature.keywords.begin(), signature.keywords.end());
  if (std::optional<NearMatch> near = findNearMatch(argument.name, names)) {
    report.help("did you mean `" + near->word + "`?")
        .fix(near->kind == MatchKind::Spelling, "write `" + near->word + "`",
             location, near->word);
  }
}

/// True if a call says that something is still to be filled in.
static bool hasBlanks(const Call &call) {
  const Tree *tree = call.node.owner();
  if (!tree)
    return false;
  SourceRange around = call.node.place();
  return llvm::any_of(tree->comments(), [&](SourceRange comment) {
    return around.begin <= comment.begin && comment.end <= around.end &&
           call.buffer->text(comment).contains_insensitive("todo");
  });
}

/// Reports what is missing, and returns whether anything is.
static bool checkMissing(const Call &call, const Signature &signature,
                         llvm::ArrayRef<const Argument *> unknown,
                         const Context &context) {
  llvm::SmallVector<StringRef> names;
  llvm::SmallVector<std::string> missing;
  for (size_t i = 0; i < signature.required; ++i) {
    StringRef name = signature.positional[i];
    if (argumentOf(call, signature, name))
      continue;
    names.push_back(name);
    missing.push_back(("`" + name + "`").str());
  }
  // What is misspelled is not missing.
  bool isMisspelled = llvm::any_of(unknown, [&](const Argument *argument) {
    return findNearMatch(argument->name, names).has_value();
  });
  if (missing.empty() || isMisspelled)
    return false;
  Report report = diag::MissingArgument::missing(
      context.at(call.calleePlace), shownFunction(signature.function),
      formatList(missing, "and"));
  report.label("raises TypeError");
  for (const Argument *argument : unknown)
    report.note(context.at(argument->namePlace), "is not one of its arguments");
  return true;
}

void python::checkArguments(const Call &call, const Signature &signature,
                            const Context &context) {
  llvm::SmallVector<const Argument *> unknown;
  size_t position = 0;
  for (const Argument &argument : call.arguments) {
    bool isPositional = argument.name.empty();
    if (!isPositional && !signature.takes(argument.name))
      unknown.push_back(&argument);
    if (isPositional && position++ == signature.positional.size() &&
        !call.isOpen)
      diag::UnknownArgument::positional(context.at(argument.place),
                                        shownFunction(signature.function),
                                        signature.positional.size(), position);
  }
  if (!call.isOpen && !hasBlanks(call) &&
      checkMissing(call, signature, unknown, context))
    return;
  for (const Argument *argument : unknown)
    reportUnknown(*argument, signature, context);
}

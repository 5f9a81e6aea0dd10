//===- Environment.cpp - Commands that prepare a submission ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GCloud/Environment.h"
#include "Diagnostics/Report.h"
#include "Frontend/Yaml/Template.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::gcloud;
using llvm::StringRef;

static bool isCommand(llvm::ArrayRef<shell::Word> words,
                      llvm::ArrayRef<StringRef> name) {
  return words.size() >= name.size() &&
         llvm::all_of(llvm::zip(name, words), [](auto pair) {
           return std::get<0>(pair) == std::get<1>(pair).value;
         });
}

std::optional<Setting> gcloud::settingOf(const shell::Command &command) {
  llvm::ArrayRef<shell::Word> words = command.words;
  if (words.size() < 5 || !isCommand(words, {"gcloud", "config", "set"}))
    return std::nullopt;
  return Setting{words[3].value, &words[4]};
}

/// The value of `--name=value` or `--name value`; nothing if it is absent.
static std::optional<shell::Value>
flagValue(llvm::ArrayRef<shell::Word> words, StringRef name,
          const shell::Variables &variables) {
  for (size_t i = 0; i < words.size(); ++i) {
    StringRef text = words[i].value;
    if (text == name && i + 1 < words.size())
      return variables.valueOf(words[i + 1], 0);
    if (text.consume_front(name) && text.starts_with("="))
      return variables.valueOf(words[i], name.size() + 1);
  }
  return std::nullopt;
}

/// Roles that the service account needs for what jobs read and write, and those
/// of other services.
static bool isRoleOfItsOwn(StringRef role) {
  return !role.starts_with("roles/ml.") && role != "roles/editor" &&
         role != "roles/owner" && role != "roles/viewer";
}

bool gcloud::checkPolicyBinding(
    const shell::Command &command, const shell::Variables &variables,
    llvm::function_ref<mlir::Location(const shell::Value &)> at) {
  constexpr StringRef Agent = "roles/ml.serviceAgent";
  llvm::ArrayRef<shell::Word> words = command.words;
  if (!isCommand(words, {"gcloud", "projects", "add-iam-policy-binding"}))
    return false;
  std::optional<shell::Value> member = flagValue(words, "--member", variables);
  std::optional<shell::Value> role = flagValue(words, "--role", variables);
  if (!member || !role || yaml::hasPlaceholder(member->text) ||
      yaml::hasPlaceholder(role->text))
    return true;
  StringRef account = member->text;
  bool isTpuAccount = account.starts_with("serviceAccount:") &&
                      account.contains("tpu") &&
                      account.ends_with(".iam.gserviceaccount.com");
  if (!isTpuAccount || role->text == Agent || isRoleOfItsOwn(role->text))
    return true;
  diag::TpuServiceAgentRole::otherRole(at(*role), role->text)
      .also(at(*member), "the service account of the TPUs")
      .fix(/*safe=*/false, "write `" + Agent + "`", at(*role), Agent)
      .help("jobs on TPUs need `" + Agent + "`");
  return true;
}

//===- Environment.cpp - Commands that prepare a submission ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GCloud/Environment.h"
#include "Diagnostics/Messages/Commands.h"
#include "Support/LLVM.h"
#include "Support/Placeholder.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::gcloud;

static bool isCommand(llvm::ArrayRef<shell::Word> words,
                      llvm::ArrayRef<StringRef> name) {
  return words.size() >= name.size() &&
         llvm::all_of(llvm::zip(name, words), [](auto pair) {
           return std::get<0>(pair) == std::get<1>(pair).value;
         });
}

std::optional<Setting> gcloud::settingOf(const shell::Command &command) {
  llvm::ArrayRef<shell::Word> words = shell::programWords(command);
  if (words.size() == 3 && (isCommand(words, {"conda", "activate"}) ||
                            isCommand(words, {"source", "activate"})))
    return Setting{CondaEnvironment, &words[2]};
  if (words.size() < 5 || !isCommand(words, {"gcloud", "config", "set"}))
    return std::nullopt;
  return Setting{words[3].value, &words[4]};
}

/// Roles that the service account needs for what jobs read and write, and those
/// of other services.
static bool isRoleOfItsOwn(StringRef role) {
  return !role.starts_with("roles/ml.") && role != "roles/editor" &&
         role != "roles/owner" && role != "roles/viewer";
}

bool gcloud::checkPolicyBinding(const Command &command,
                                const ScriptContext &script) {
  constexpr StringRef Agent = "roles/ml.serviceAgent";
  if (command.row->name != "gcloud projects add-iam-policy-binding")
    return false;
  job::ValueAttr member = script.text(command, "member");
  job::ValueAttr role = script.text(command, "role");
  std::optional<StringRef> granted = job::knownString(role);
  if (!member || !granted || isFilledByProgram(member.getText()))
    return true;
  // An account of a guide, such as `your-tpu-sa-123@...`, tells its service.
  std::string written = member.getText();
  StringRef account = written;
  // A role without its prefix is refused whatever it is.
  if (!granted->contains('/'))
    return true;
  bool isTpuAccount = account.starts_with("serviceAccount:") &&
                      account.contains("tpu") &&
                      account.ends_with(".iam.gserviceaccount.com");
  if (!isTpuAccount || *granted == Agent || isRoleOfItsOwn(*granted))
    return true;
  diag::TpuServiceAgentRole::otherRole(role.getLoc(), *granted)
      .note(member.getLoc(), "the service account of the TPUs")
      .fix(/*safe=*/false, "write `" + Agent + "`", role.getLocation(), Agent)
      .help("jobs on TPUs need `" + Agent + "`");
  return true;
}

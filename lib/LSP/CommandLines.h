//===- CommandLines.h - Commands of a text, with their flags ----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_COMMANDLINES_H
#define TRAINLINT_LSP_COMMANDLINES_H

#include "Frontend/GCloud/Command.h"
#include "Frontend/GCloud/CommandScript.h"
#include "Schema/Schema.h"
#include "Tables/Tables.h"

namespace trainlint::lsp {

/// A file that a command names.
struct NamedFile {
  SourceRange range;
  std::string path;
};

/// The commands of a script, of Markdown, a Makefile or a workflow that submit
/// jobs or make what they run on.
class CommandLines {
public:
  /// The scripts live as long as this.
  CommandLines(const gcloud::CommandScripts &scripts, const Tables &tables);

  llvm::ArrayRef<gcloud::Command> all() const { return found; }
  /// The command around an offset; null if there is none.
  const gcloud::Command *at(uint32_t offset) const;
  /// The flag whose name or value holds an offset.
  const gcloud::Flag *flagAt(uint32_t offset) const;
  /// The files that commands read their configuration from.
  std::vector<NamedFile> namedFiles() const;

private:
  std::vector<gcloud::Command> found;
  /// The script of each command.
  std::vector<const gcloud::CommandScript *> scripts;
};

/// Where a flag is written, name and value.
SourceRange rangeOf(const gcloud::Flag &flag);

/// The schema of the field that a flag or a key of its dictionary sets; null if
/// it sets none. `row` is one of the table of flags.
const schema::Schema *schemaOf(const CommandFlags::Row &row,
                               const Tables &tables);

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_COMMANDLINES_H

//===- MappedFiles.h - Files that change while they are read ----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_MAPPEDFILES_H
#define TRAINLINT_SUPPORT_MAPPEDFILES_H

namespace trainlint {

/// A file that is mapped and then cut short by somebody else has no bytes where
/// they are read: the system sends a signal. From then on the program ends with
/// an exit code and a message that says what happened. `program` is its name,
/// and lives as long as the program.
///
/// For programs whose end harms nobody else. A server has to read its files
/// instead of mapping them.
void endOnLostFile(const char *program, int exitCode);

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_MAPPEDFILES_H

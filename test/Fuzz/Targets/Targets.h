//===- Targets.h - What a coverage-guided fuzzer gives bytes to -*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FUZZ_TARGETS_TARGETS_H
#define TRAINLINT_FUZZ_TARGETS_TARGETS_H

#include "llvm/ADT/StringRef.h"

namespace trainlint::test {

// Each takes any bytes and ends the program if a promise is broken. What it
// does follows from the bytes alone, so that they show a failure again. The
// folder of seeds for `fuzzYaml` is called `yaml`, and so on.

/// Both readers of YAML.
void fuzzYaml(llvm::StringRef input);
/// The whole check of a job file.
void fuzzJobs(llvm::StringRef input);
/// The same for a script, a Makefile, Markdown or a workflow. The first line is
/// the name of the file.
void fuzzCommands(llvm::StringRef input);
/// A configuration file.
void fuzzConfig(llvm::StringRef input);
/// A baseline.
void fuzzBaseline(llvm::StringRef input);
/// A table that is laid over a built-in one, whose name is the first line.
void fuzzTables(llvm::StringRef input);

/// The reader of Python, as a file and as a cell of a notebook.
void fuzzPython(llvm::StringRef input);
/// The whole check of a module, and of a notebook.
void fuzzModules(llvm::StringRef input);
void fuzzNotebooks(llvm::StringRef input);

/// Graphs, read to the last value and checked.
void fuzzTensorFlow(llvm::StringRef input);
void fuzzOnnx(llvm::StringRef input);
void fuzzKeras(llvm::StringRef input);
/// HDF5, and the weights of a Keras model in it.
void fuzzHdf5(llvm::StringRef input);
void fuzzStableHlo(llvm::StringRef input);

/// Files that trainlint-run reads: checkpoints, and data in all formats.
void fuzzCheckpoints(llvm::StringRef input);
void fuzzData(llvm::StringRef input);

/// What the processes of a job tell their coordinator, and what launchers tell
/// them.
void fuzzCoordination(llvm::StringRef input);
/// What the processes of a training send each other, and compiled programs that
/// are kept in files.
void fuzzPeers(llvm::StringRef input);
void fuzzPrograms(llvm::StringRef input);

/// What a client says to the language server: a message in each line, or the
/// bytes of a connection if they begin with a header.
void fuzzLanguageServer(llvm::StringRef input);

} // namespace trainlint::test

#endif // TRAINLINT_FUZZ_TARGETS_TARGETS_H

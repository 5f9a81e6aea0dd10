//===- Executable.h - Compiled StableHLO programs ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// StableHLO text is compiled to machine code of this computer. A program owns
// no memory that a run writes: it may be run by many threads at once, each with
// outputs and an arena of its own.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_INTERFACE_EXECUTABLE_H
#define TRAINLINT_BACKEND_CPU_INTERFACE_EXECUTABLE_H

#include "Backend/CPU/Interface/BufferType.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace trainlint::cpu {

class Collectives;

/// How a program is compiled.
struct CompileOptions {
  /// The function that is run.
  std::string entry = "main";
  /// Name of the text in messages.
  std::string fileName = "<program>";
  /// Processes that run the program together. A program without collectives
  /// does not depend on them.
  int64_t replicas = 1;
  int64_t partitions = 1;
  /// The program is a whole one, which is divided by its shardings if it has
  /// some: inputs and outputs are those of one partition.
  bool dividesByShardings = false;
  /// Products and convolutions of f32 go to oneDNN, if the build has it.
  bool useOneDnn = true;
  /// Level of LLVM's optimization, 0 to 3.
  unsigned optimization = 2;
  /// Threads that compile, with the one that calls.
  int64_t threads = 1;
  /// A folder in which compiled programs are kept for other processes; none if
  /// it is empty.
  std::string cacheFolder;
  /// What is kept in text form, for Executable::dump.
  bool keepStableHLO = false;
  bool keepLinalg = false;
  bool keepLLVM = false;
  /// The program tells how long its operations take; such programs are not
  /// kept in the folder.
  bool timesOperations = false;
  /// Operations of different types are told apart.
  bool timesTypes = false;
  /// Each operation is told by itself, in the order of the program.
  bool timesEach = false;
};

/// How long all operations of a kind took, in all runs together.
struct OperationTime {
  std::string kind;
  int64_t nanoseconds, calls;
};

/// An input whose buffer may be given as an output, too. What the buffer held
/// is lost after the run.
struct Donation {
  int64_t input;
  int64_t output;
  /// The program demands it (`tf.aliasing_output`), rather than allowing it.
  bool required;
};

/// What one run depends on beside its inputs.
struct ExecutionContext {
  int64_t replica = 0;
  int64_t partition = 0;
  /// Needed by programs with collectives, and used by those only. Processes
  /// that run together share an implementation or know of each other otherwise.
  Collectives *collectives = nullptr;
  /// Threads that large loops, and products and convolutions of oneDNN may
  /// use, with the one that calls.
  int64_t threads = 1;
  /// Numbers of the processors on which they stay, one for each; anywhere if
  /// there are none.
  llvm::ArrayRef<int> processors = {};
};

/// Which text Executable::dump returns.
enum class Form { StableHLO, Linalg, LLVM };

/// A program as machine code.
class Executable {
public:
  virtual ~Executable();

  /// Compiles StableHLO text. An error has one line for each diagnostic, as
  /// `file:line:column: error: what is wrong`: the text cannot be parsed,
  /// violates a constraint, holds operations that this device does not run, or
  /// shapes that are not known. May be called by several threads at once.
  static llvm::Expected<std::unique_ptr<Executable>>
  compile(llvm::StringRef text, const CompileOptions &options = {});

  /// Arguments and results of the entry function, tuples taken apart, without
  /// tokens.
  virtual llvm::ArrayRef<BufferType> inputs() const = 0;
  virtual llvm::ArrayRef<BufferType> outputs() const = 0;

  /// At most one for each input and each output; both have the same type.
  virtual llvm::ArrayRef<Donation> donations() const = 0;

  /// Bytes of working memory that a run needs, and of the machine code.
  virtual int64_t arenaBytes() const = 0;
  virtual int64_t codeBytes() const = 0;

  /// Bytes of constants, which all runs share.
  virtual int64_t constantBytes() const = 0;

  /// The program has collective ops.
  virtual bool hasCollectives() const = 0;

  /// Runs the program. Buffers and the arena are aligned to 64 bytes, and
  /// buffers have the bytes of their types. An output may be the buffer of the
  /// input that is donated to it; apart from that outputs overlap nothing.
  /// Inputs that are not such outputs are not written. An error comes from the
  /// collectives.
  virtual llvm::Error run(llvm::ArrayRef<const void *> inputs,
                          llvm::ArrayRef<void *> outputs, void *arena,
                          const ExecutionContext &context = {}) const = 0;

  /// The program in a form that was asked for when it was compiled, or nothing.
  virtual llvm::StringRef dump(Form form) const = 0;

  /// The times of a program that was compiled to tell them.
  virtual std::vector<OperationTime> operationTimes() const { return {}; }

  /// Identifies the text and the options, for caches: 64 hexadecimal digits.
  virtual llvm::StringRef fingerprint() const = 0;
};

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_INTERFACE_EXECUTABLE_H

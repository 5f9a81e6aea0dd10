//===- ScriptInterface.h - What a script takes and reports ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_SCRIPTS_SCRIPTINTERFACE_H
#define TRAINLINT_FRONTEND_PYTHON_SCRIPTS_SCRIPTINTERFACE_H

#include "Frontend/Python/Values/Program.h"
#include "llvm/ADT/StringMap.h"

namespace trainlint::python {

/// An option or argument that a script adds to its parser.
struct ScriptOption {
  /// `--epochs`, `-e`; of a positional argument its name.
  llvm::SmallVector<llvm::StringRef, 2> names;
  /// True if the script ends where it is not given.
  bool isRequired = false;
  bool takesValue = true;
  Place place;
};

/// A metric that a script reports to the tuning service.
struct ReportedMetric {
  llvm::StringRef tag;
  Place place;
};

/// What a script takes on its command line, and what it reports. Whatever is
/// not known for certain is not known at all: nothing is said of it.
struct ScriptInterface {
  enum class Parsing : uint8_t {
    /// Nobody knows what options there are: those of absl and of frameworks,
    /// sub-commands, parsers that others fill.
    Unknown,
    /// `parse_args()`: ends the script at an option that it does not know.
    Strict,
    /// `parse_known_args()`, where nobody looks at the others.
    Lenient,
  };
  Parsing parsing = Parsing::Unknown;
  std::vector<ScriptOption> options;
  /// The option of each name; the first one if several have it.
  llvm::StringMap<unsigned> byName;
  /// False if options have to be written in full.
  bool allowsPrefixes = true;
  /// Where the command line is read.
  Place parsePlace;

  std::vector<ReportedMetric> metrics;
  /// True if hypertune reports the metrics, and all of them are known.
  bool knowsMetrics = false;
  /// True if summaries of TensorFlow may be metrics, as on AI Platform.
  bool writesSummaries = false;
};

ScriptInterface readInterface(const Program &program);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_SCRIPTS_SCRIPTINTERFACE_H

//===- Forms.h - The forms that a call may have -----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that depends on branches is judged once for each way that they may
// go. What fails on all of them is an error; what fails on some is a warning
// that names the branch, and so is what rests on defaults.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_VALUES_FORMS_H
#define TRAINLINT_FRONTEND_PYTHON_VALUES_FORMS_H

#include "Diagnostics/FindingCollector.h"
#include "Frontend/Python/Values/Program.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>

namespace trainlint::python {

/// What was found in forms of calls.
struct FormFindings {
  std::vector<Finding> findings;
  /// What went wrong inside; empty unless there is a defect in trainlint.
  std::vector<std::string> failures;
};

/// Counts in how many of several forms findings come up.
class FormCounter {
public:
  /// Adds what was found in one form.
  void add(std::vector<Finding> findings);
  /// Adds the findings to a result. What did not come up in all forms becomes a
  /// warning, which names the branch if there is one; errors of a rule that
  /// each form has stay errors, wherever the forms have them.
  void finish(unsigned forms, Place branch, FormFindings &result);
  /// Adds what was found with defaults in the place of what nobody knows, and
  /// that `known` does not have without them, as warnings that say where the
  /// defaults are used, if `useOf` knows that.
  void finishDefaults(const FormCounter &known,
                      llvm::function_ref<Place(const Finding &)> useOf,
                      FormFindings &result) const;

  /// A finding, and in how many forms it came up.
  struct Counted {
    Finding finding;
    unsigned forms;
  };
  llvm::ArrayRef<Counted> all() const { return counted; }

private:
  bool has(const Finding &finding) const;

  std::vector<Counted> counted;
  /// In how many forms a rule has errors.
  std::map<RuleId, unsigned> formsWithErrors;
};

/// Which form of a call is looked at.
struct FormOfCall {
  unsigned number;
  /// How many there are.
  unsigned count;
  /// True for one with defaults in the place of what nobody knows; these have
  /// numbers of their own.
  bool restsOnDefaults;
};

/// Calls `look` with each form that a call may have, as `forEachForm` does: at
/// first with what rests on defaults unknown, then with the defaults, if there
/// are any. Of more than `most` forms there is one, in which what depends on
/// branches is not known. The forms live as long as the call of `look`. Returns
/// the branch that they depend on, if it is one.
Place lookAtForms(const Call &call, const Program &program, unsigned most,
                  llvm::function_ref<void(const Call &, FormOfCall)> look);

/// Calls `judge` with each form that a call may have: none of its values, and
/// of those of its receiver and contexts, is a choice, and the same branches go
/// the same way in all of them. What it reports is found once: what comes up in
/// some forms only as a warning. If there are values with a fallback, it is
/// called once more with those in their place, and what is found only then is a
/// warning at most.
///
/// `judge` must not depend on anything but the call that it is given. Calls
/// with too many forms are judged with what depends on branches unknown.
void forEachForm(const Call &call, const Program &program,
                 mlir::MLIRContext *context, const SourceSet &sources,
                 FormFindings &result,
                 llvm::function_ref<void(const Call &)> judge);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_VALUES_FORMS_H

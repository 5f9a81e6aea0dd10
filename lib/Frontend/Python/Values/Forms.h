//===- Forms.h - The forms that a call may have -------------------*- C++
//-*-===//
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

namespace trainlint::python {

/// Calls `judge` with each form that a call may have: none of its values, and
/// of those of its receiver and contexts, is a choice, and the same branches go
/// the same way in all of them. The findings that it reports are reported once:
/// those of some forms only as warnings. If there are values with a fallback,
/// it is called once more with those in their place, and what is found only
/// then is a warning at most.
///
/// `judge` must not depend on anything but the call that it is given. Calls
/// with too many forms are judged with what depends on branches unknown.
void forEachForm(const Call &call, const Program &program,
                 mlir::MLIRContext *context, SourceSet &sources,
                 llvm::function_ref<void(const Call &)> judge);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_VALUES_FORMS_H

//===- LossCurve.h - The loss curve as an image -----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_TRAINER_LOSSCURVE_H
#define TRAINLINT_RUNTIME_TRAINER_LOSSCURVE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <utility>

namespace trainlint::trainer {

/// A step, counted from 1, and what was measured in it.
using CurvePoint = std::pair<int64_t, double>;

/// Draws a curve as SVG, with axes, ticks and labels. Values that are no
/// numbers leave a gap. If there are many points, neighbors are drawn as one:
/// a light band shows their range, and the line their mean. What was measured
/// on examples that are held out is a curve of its own; a legend tells them
/// apart.
std::string drawCurve(llvm::ArrayRef<CurvePoint> points, llvm::StringRef title,
                      llvm::StringRef label,
                      llvm::ArrayRef<CurvePoint> heldOut = {});

} // namespace trainlint::trainer

#endif // TRAINLINT_RUNTIME_TRAINER_LOSSCURVE_H

//===- WorkCounter.cpp - How often something was done ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/WorkCounter.h"

using namespace trainlint;

WorkCounter work::FileReads;
WorkCounter work::YamlReads;
WorkCounter work::YamlCppReads;
WorkCounter work::PythonParses;
WorkCounter work::JobImports;
WorkCounter work::GraphImports;
WorkCounter work::FormatDetections;
WorkCounter work::NodeReads;
WorkCounter work::ShapeInferences;

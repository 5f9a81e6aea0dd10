//===- JobRegions.cpp - The regions of jobs -------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Placement.h"
#include "Diagnostics/Report.h"
#include "Frontend/Python/Context/JobDocument.h"
#include "Frontend/Python/Jobs/SdkNames.h"
#include "Frontend/Python/Jobs/Signatures.h"
#include "Frontend/Python/Jobs/VertexJobs.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/Text.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::job;
using namespace trainlint::python;

/// True for a location that the SDK may take: a region of any service, or what
/// stands for several of them.
static bool isLocation(StringRef name, const Tables &tables) {
  return tables.vertexRegions.find(name) || tables.regions.find(name) ||
         !name.contains('-');
}

ValueAttr JobRegions::regionOf(const Value *location, Place use) const {
  if (!location || location->isNone())
    return {};
  mlir::MLIRContext *mlir = context.mlirContext();
  mlir::Location at = context.at(*location, useOf(*location, use));
  bool isKnown = location->isText() && !isBlank(location->text) &&
                 isLocation(location->text.lower(), context.tables);
  std::string name = isKnown ? location->text.lower() : "";
  return ValueAttr::get(mlir, mlir::StringAttr::get(mlir, name), isKnown, at);
}

void JobRegions::add(const Call &init) {
  const Argument *location =
      argumentOf(init, *sdkSignature("init"), "location");
  if (init.isOpen || (location && !location->value->isNone()))
    inits.push_back(&init);
}

ValueAttr JobRegions::defaultAt(const Call &call) const {
  if (inits.empty())
    return {};
  const Call &last = *inits.back();
  const Argument *location =
      argumentOf(last, *sdkSignature("init"), "location");
  return location && leadsTo(last.path, call.path)
             ? regionOf(location->value, location->place)
             : unknown(context.at(last.place()));
}

ValueAttr JobRegions::unknown(mlir::Location location) const {
  mlir::MLIRContext *mlir = context.mlirContext();
  return ValueAttr::get(mlir, mlir::StringAttr::get(mlir, ""), false, location);
}

void JobRegions::check(const Value *location, Place use) const {
  if (!location || !location->isText() || isBlank(location->text))
    return;
  std::string name = location->text.lower();
  if (isLocation(name, context.tables))
    return;
  mlir::Location at = context.at(*location, useOf(*location, use));
  auto [region, letter] = StringRef(name).rsplit('-');
  bool isZone = letter.size() == 1 && llvm::isAlpha(letter[0]) &&
                context.tables.regions.find(region);
  const auto &regions = context.tables.vertexRegions;
  Report report =
      isZone ? diag::UnknownRegion::zone(at, location->text)
             : diag::UnknownRegion::unknown(at, location->text, "Vertex AI");
  report.table(regions.info.name, regions.info.asOf);
  report.label("the client raises ValueError");
  if (isZone) {
    fixText(report, /*safe=*/false, *location, region, context);
    return;
  }
  llvm::SmallVector<StringRef> names;
  for (const auto &row : regions.rows)
    names.push_back(row.region);
  std::optional<NearMatch> near = findNearMatch(name, names);
  if (near)
    fixText(report, /*safe=*/false, *location, near->word, context);
  report.help((near ? "did you mean `" + near->word.str() + "`? " : "") +
              "the regions are " + formatList(names, "and", names.size()));
}

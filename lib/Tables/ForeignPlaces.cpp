//===- ForeignPlaces.cpp - Regions of other clouds ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tables/ForeignPlaces.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;

// Google Cloud writes `us-east1`, so that many names differ in a dash alone.
// `us-central-1` is none of these, but a misspelled one of Google Cloud.
static constexpr StringRef AwsRegions[] = {
    "af-south-1",     "ap-east-1",      "ap-east-2",      "ap-northeast-1",
    "ap-northeast-2", "ap-northeast-3", "ap-south-1",     "ap-south-2",
    "ap-southeast-1", "ap-southeast-2", "ap-southeast-3", "ap-southeast-4",
    "ap-southeast-5", "ap-southeast-6", "ap-southeast-7", "ca-central-1",
    "ca-west-1",      "cn-north-1",     "cn-northwest-1", "eu-central-1",
    "eu-central-2",   "eu-north-1",     "eu-south-1",     "eu-south-2",
    "eu-west-1",      "eu-west-2",      "eu-west-3",      "il-central-1",
    "me-central-1",   "me-south-1",     "mx-central-1",   "sa-east-1",
    "us-east-1",      "us-east-2",      "us-gov-east-1",  "us-gov-west-1",
    "us-west-1",      "us-west-2"};

bool trainlint::isAwsRegion(StringRef name) {
  return llvm::is_contained(AwsRegions, name);
}

bool trainlint::isAwsZone(StringRef name) {
  return !name.empty() && llvm::isLower(name.back()) &&
         isAwsRegion(name.drop_back());
}

bool trainlint::isSovereign(StringRef name) {
  if (!name.consume_front("u-"))
    return false;
  auto [country, rest] = name.split('-');
  return !country.empty() && !rest.empty() &&
         llvm::all_of(country, llvm::isLower);
}

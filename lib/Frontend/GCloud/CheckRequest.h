//===- CheckRequest.h - Flags that gcloud judges together -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GCLOUD_CHECKREQUEST_H
#define TRAINLINT_FRONTEND_GCLOUD_CHECKREQUEST_H

#include "Frontend/GCloud/ScriptContext.h"

namespace trainlint::gcloud {

/// Reports flags that gcloud takes one by one, but refuses together before it
/// sends a request.
void checkRequest(const Command &command, const ScriptContext &script);

} // namespace trainlint::gcloud

#endif // TRAINLINT_FRONTEND_GCLOUD_CHECKREQUEST_H

//===- VertexCalls.cpp - Calls that Vertex AI's SDK refuses ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/VertexSdk.h"
#include "Frontend/Python/Jobs/CallArguments.h"
#include "Frontend/Python/Jobs/SdkNames.h"
#include "Frontend/Python/Jobs/VertexJobs.h"
#include "Frontend/Python/Jobs/VertexModule.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::python;

/// A model that is uploaded needs an image that serves it.
static void checkServing(const Call &run, const Context &context) {
  const Call *made = run.receiver ? run.receiver->call : nullptr;
  const Signature *constructor =
      made ? sdkSignature(sdkNameOf(made->callee).name) : nullptr;
  if (!constructor || made->isOpen)
    return;
  constexpr llvm::StringLiteral Image = "model_serving_container_image_uri";
  const Argument *model = run.find("model_display_name", 2);
  if (!constructor->takes(Image) || !model ||
      model->value->kind != ValueKind::Text)
    return;
  const Argument *image = argumentOf(*made, *constructor, Image);
  if (image && !image->value->isNone())
    return;
  diag::ModelWithoutServing::none(context.at(model->place))
      .label("raises RuntimeError")
      .note(context.at(made->calleePlace), "the constructor");
}

static void checkCall(const Call &call, const Signature &signature,
                      const Context &context) {
  checkArguments(call, signature, context);
  checkArgumentValues(call, signature, context);
  if (signature.takes("location")) {
    const Argument *location = argumentOf(call, signature, "location");
    if (location)
      JobRegions(context).check(location->value, location->place);
  }
  if (signature.takes("model_display_name"))
    checkServing(call, context);
}

void python::checkVertexCalls(const Context &context) {
  for (const Call *call : context.program.calls()) {
    const Signature *signature = signatureOf(*call);
    if (!signature)
      continue;
    context.forEachForm(
        *call, [&](const Call &form) { checkCall(form, *signature, context); });
  }
  checkStagingBuckets(context);
  checkRepeatedRuns(context);
}

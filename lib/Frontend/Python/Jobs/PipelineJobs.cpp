//===- PipelineJobs.cpp - Jobs in pipelines of Vertex AI ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Jobs/PipelineJobs.h"
#include "Diagnostics/Messages/AiPlatformClients.h"
#include "Frontend/Python/Jobs/ArgumentDocument.h"
#include "Support/Decimal.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::python;

namespace {

/// The job of one call. Arguments are parameters of the pipeline, or what other
/// steps return, more often than elsewhere; these are not known.
class PipelineJob {
public:
  PipelineJob(const Call &call, const Context &context)
      : call(call), context(context), document(call, context) {}

  /// `CustomTrainingJobOp`.
  void importJobOp();
  /// `create_custom_training_job_from_component`.
  void importComponent();
  /// `CustomContainerTrainingJobRunOp`, `CustomPythonPackageTrainingJobRunOp`.
  void importRunOp();

private:
  void setSpec();
  void setDuration(StringRef field, const Argument *duration);
  void setPools(bool needsCount);
  yaml::Node *makePool(int64_t replicas, bool needsCount);
  void setMachine(ArgumentDocument &pool, bool needsCount);
  void setTask(ArgumentDocument &pool);
  yaml::Node *makeAccelerator(const Argument &type);
  void import(const Argument *location);

  const Call &call;
  const Context &context;
  ArgumentDocument document;
};

struct SpecField {
  StringRef argument;
  StringRef field;
};

} // namespace

//===----------------------------------------------------------------------===//
// The job
//===----------------------------------------------------------------------===//

/// `3600s`, `3.5s`, as the API's JSON writes durations.
static bool isDuration(StringRef text) {
  double seconds;
  return text.consume_back("s") && !readDecimal(text, seconds) &&
         llvm::isDigit(text.empty() ? ' ' : text.front());
}

/// Durations of another form have been reported, and are not looked at again.
void PipelineJob::setDuration(StringRef field, const Argument *duration) {
  if (!duration)
    return;
  const Value &value = *duration->value;
  bool isNumber = value.isInteger() || value.kind == ValueKind::Float;
  bool isText = value.isText() && !value.text.empty();
  if ((isText && isDuration(value.text)) || (!isNumber && !isText))
    return document.set(field, duration);
  uint64_t seconds;
  bool isPlain = isText && !value.text.getAsInteger(10, seconds);
  // What was meant by other texts, such as "1h", is the reader's to say.
  Report report = diag::PipelineDuration::noUnit(
      context.at(*duration), duration->name, printed(value));
  if (isPlain)
    fixText(report, /*safe=*/true, value, (value.text + "s").str(), context);
  document.setUnknown(field);
}

void PipelineJob::setSpec() {
  static constexpr SpecField Fields[] = {
      {"restart_job_on_worker_restart", "scheduling.restartJobOnWorkerRestart"},
      {"strategy", "scheduling.strategy"},
      {"service_account", "serviceAccount"},
      {"tensorboard", "tensorboard"},
      {"enable_web_access", "enableWebAccess"},
      {"network", "network"},
      {"reserved_ip_ranges", "reservedIpRanges"},
      {"persistent_resource_id", "persistentResourceId"}};
  for (const SpecField &row : Fields)
    document.set(row.field, row.argument);
  const Argument *output = call.find("base_output_directory");
  document.set("baseOutputDirectory.outputUriPrefix",
               output ? output : call.find("base_output_dir"));
}

/// The components have a region where nobody gives one.
void PipelineJob::import(const Argument *location) {
  job::ValueAttr region = regionOf(location, context);
  if (!region)
    region = job::ValueAttr::get(context.mlirContext(),
                                 context.builder.getStringAttr(UnknownText),
                                 /*known=*/false, context.at(call.calleePlace));
  importVertexJobSpec(document.build(""), region, context);
}

//===----------------------------------------------------------------------===//
// Pools
//===----------------------------------------------------------------------===//

/// The word of a member of an enumeration, or a text.
yaml::Node *PipelineJob::makeAccelerator(const Argument &type) {
  const Value &value = *type.value;
  StringRef name = value.kind == ValueKind::Name ? value.text : StringRef();
  (void)name.consume_back(".name");
  StringRef member = name.rsplit('.').second;
  if (!name.contains("AcceleratorType.") || member.empty())
    return makeNode(value, type.place, context);
  Value *word = context.program.makeValue(ValueKind::Text, value.place);
  word->text = context.program.keep(member);
  return makeNode(*word, type.place, context);
}

/// Accelerators count only with their type, and with `needsCount` only with a
/// number as well.
void PipelineJob::setMachine(ArgumentDocument &pool, bool needsCount) {
  const Argument *machine = call.find("machine_type");
  const Argument *type = call.find("accelerator_type");
  const Argument *count = call.find("accelerator_count");
  if (machine)
    pool.set("machineSpec.machineType", machine);
  else if (!call.isOpen)
    pool.setWord("machineSpec.machineType", "n1-standard-4");
  bool hasType = type && type->value->truth() != false &&
                 !(type->value->isText() &&
                   type->value->text == "ACCELERATOR_TYPE_UNSPECIFIED");
  bool hasCount = count && count->value->truth() != false;
  if (hasType && (hasCount || !needsCount)) {
    pool.set("machineSpec.acceleratorType", *type, makeAccelerator(*type));
    if (hasCount)
      pool.set("machineSpec.acceleratorCount", count);
    else
      pool.setWord("machineSpec.acceleratorCount", "1");
  }
  pool.set("diskSpec.bootDiskType", "boot_disk_type");
  pool.set("diskSpec.bootDiskSizeGb", "boot_disk_size_gb");
}

void PipelineJob::setTask(ArgumentDocument &pool) {
  const Argument *image = call.find("container_uri");
  const Argument *package = call.find("python_package_gcs_uri");
  if (!package) {
    if (image)
      pool.set("containerSpec.imageUri", image);
    else
      pool.setUnknown("containerSpec.imageUri");
    return;
  }
  pool.set("pythonPackageSpec.executorImageUri", image);
  pool.set("pythonPackageSpec.pythonModule", "python_module_name");
  yaml::Node *uri = makeNode(*package->value, package->place, context);
  pool.set("pythonPackageSpec.packageUris", *package,
           package->value->isSequence() ? uri : document.makeList({uri}));
}

yaml::Node *PipelineJob::makePool(int64_t replicas, bool needsCount) {
  ArgumentDocument pool(call, context);
  setMachine(pool, needsCount);
  setTask(pool);
  pool.setWord("replicaCount", std::to_string(replicas));
  return pool.build("");
}

/// Of several replicas one is in the first pool, and the others in the second.
void PipelineJob::setPools(bool needsCount) {
  const Argument *count = call.find("replica_count");
  const Argument *place = count ? count : call.find("machine_type");
  if (!place && !call.arguments.empty())
    place = &call.arguments.front();
  if (!place)
    return;
  llvm::SmallVector<yaml::Node *, 2> pools = {makePool(1, needsCount)};
  if (count && count->value->isInteger() && count->value->integer > 1)
    pools.push_back(makePool(count->value->integer - 1, needsCount));
  document.set("workerPoolSpecs", *place, document.makeList(pools));
}

void PipelineJob::importJobOp() {
  document.set("workerPoolSpecs", "worker_pool_specs");
  setDuration("scheduling.timeout", call.find("timeout"));
  setDuration("scheduling.maxWaitDuration", call.find("max_wait_duration"));
  setSpec();
  import(call.find("location"));
}

void PipelineJob::importComponent() {
  // In versions that take the pools as such.
  if (call.find("worker_pool_specs"))
    document.set("workerPoolSpecs", "worker_pool_specs");
  else
    setPools(/*needsCount=*/false);
  setDuration("scheduling.timeout", call.find("timeout"));
  setDuration("scheduling.maxWaitDuration", call.find("max_wait_duration"));
  setSpec();
  import(nullptr);
}

void PipelineJob::importRunOp() {
  setPools(/*needsCount=*/true);
  setSpec();
  import(call.find("location"));
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

using Import = void (PipelineJob::*)();

/// How a call is imported; null for one that is none of our business.
static Import importOf(StringRef callee) {
  if (!callee.starts_with("google_cloud_pipeline_components."))
    return nullptr;
  StringRef name = callee.rsplit('.').second;
  if (name == "CustomTrainingJobOp")
    return &PipelineJob::importJobOp;
  if (name == "create_custom_training_job_from_component" ||
      name == "create_custom_training_job_op_from_component")
    return &PipelineJob::importComponent;
  if (name == "CustomContainerTrainingJobRunOp" ||
      name == "CustomPythonPackageTrainingJobRunOp")
    return &PipelineJob::importRunOp;
  return nullptr;
}

void python::checkPipelineJobs(const Context &context) {
  for (const Call *call : context.program.calls()) {
    Import import = importOf(call->callee);
    if (import)
      context.forEachForm(*call, [&](const Call &form) {
        (PipelineJob(form, context).*import)();
      });
  }
}

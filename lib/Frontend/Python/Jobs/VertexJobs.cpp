//===- VertexJobs.cpp - Jobs that Python sends to Vertex AI ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Jobs/VertexJobs.h"
#include "Diagnostics/Messages/VertexSdk.h"
#include "Frontend/Python/Jobs/MessageReader.h"
#include "Frontend/Python/Jobs/PoolArguments.h"
#include "Frontend/Python/Jobs/SdkNames.h"
#include "Frontend/Python/Jobs/TuningJobs.h"
#include "Frontend/Python/Jobs/VertexModule.h"
#include "Frontend/VertexAI/Import.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::job;
using namespace trainlint::python;
using Fields = llvm::SmallVector<DocumentField>;

namespace {

/// The cell of a call and its place there.
using CallKey = std::pair<const Tree *, uint32_t>;

/// Makes the jobs of a module.
class VertexJobs {
public:
  explicit VertexJobs(const Context &context)
      : context(context), document(context), regions(context) {}

  void import();

private:
  void findOwners();
  void addMade(const Value &value, const Call &user, unsigned nesting = 0);
  /// True if another call than the one given runs what a constructor made.
  bool isRunByAnother(const Call &made, const Call &call) const;

  void importCall(const Call &call, const Signature &signature);
  void importClientCall(const Call &call, const ClientMessage &message,
                        StringRef argument);
  void importForms(const Call &call,
                   llvm::function_ref<TrainingOp(const Call &)> import);

  TrainingOp importTrainingJob(const Call &run, const Signature &signature);
  TrainingOp importCustomJob(const Call &call, const Signature &signature);
  TrainingOp importTuningJob(const Call &call);
  std::optional<Fields> readCustomJob(const Call &made);
  void addSchedule(const Call &run, const Signature &signature, Fields &fields);
  DocumentField taskOf(const Call &made, const Signature &constructor,
                       const Argument *args, bool runsPackage);
  ValueAttr regionOf(const Call &made, const Signature &constructor);

  const Context &context;
  JobDocument document;
  JobRegions regions;
  /// What holds where the call stands that is being imported.
  ValueAttr defaultRegion;
  /// The constructors of jobs that something else runs, with the first call
  /// that does.
  llvm::DenseMap<CallKey, const Call *> users;
};

} // namespace

//===----------------------------------------------------------------------===//
// Who runs what
//===----------------------------------------------------------------------===//

static CallKey keyOf(const Call &call) {
  return {call.node.owner(), call.node.order()};
}

void VertexJobs::addMade(const Value &value, const Call &user,
                         unsigned nesting) {
  constexpr unsigned DeepestChoice = 4;
  if (nesting > DeepestChoice)
    return;
  for (const Value *arm : value.arms)
    addMade(*arm, user, nesting + 1);
  if (value.kind == ValueKind::Object && value.call)
    users.try_emplace(keyOf(*value.call), &user);
}

/// A job that another call runs is imported there, where more is known of it.
void VertexJobs::findOwners() {
  for (const Call *call : context.program.calls()) {
    const Signature *signature = signatureOf(*call);
    if (!signature)
      continue;
    bool isRun = signature->function == "CustomJob.run" ||
                 signature->function == "CustomJob.submit";
    if (isRun && call->receiver)
      addMade(*call->receiver, *call);
    if (signature->function != "HyperparameterTuningJob")
      continue;
    if (const Argument *job = argumentOf(*call, *signature, "custom_job"))
      addMade(*job->value, *call);
  }
}

bool VertexJobs::isRunByAnother(const Call &made, const Call &call) const {
  auto user = users.find(keyOf(made));
  return user != users.end() && user->second->node != call.node;
}

//===----------------------------------------------------------------------===//
// Parts of jobs
//===----------------------------------------------------------------------===//

ValueAttr VertexJobs::regionOf(const Call &made, const Signature &constructor) {
  const Argument *location = argumentOf(made, constructor, "location");
  if (location)
    if (ValueAttr given = regions.regionOf(location->value, location->place))
      return given;
  return defaultRegion;
}

/// "3600s" of a number of seconds.
static yaml::Node *durationOf(const Argument &argument,
                              const JobDocument &document) {
  const Value &value = *argument.value;
  Place place = placeOf(value, argument.place);
  yaml::Node *node =
      value.isInteger()
          ? document.text(place, std::to_string(value.integer) + "s")
          : document.unknown(place);
  return document.usedAt(node, place, useOf(value, argument.place));
}

/// What run() says of a job beside its pools.
void VertexJobs::addSchedule(const Call &run, const Signature &signature,
                             Fields &fields) {
  Fields scheduling;
  auto given = [&](StringRef name) -> const Argument * {
    const Argument *found = argumentOf(run, signature, name);
    return found && !found->value->isNone() ? found : nullptr;
  };
  auto keyPlace = [](const Argument &argument) {
    return argument.namePlace ? argument.namePlace : argument.place;
  };
  if (const Argument *timeout = given("timeout"))
    scheduling.push_back(
        {"timeout", keyPlace(*timeout), durationOf(*timeout, document)});
  if (const Argument *wait = given("max_wait_duration"))
    scheduling.push_back(
        {"maxWaitDuration", keyPlace(*wait), durationOf(*wait, document)});
  if (const Argument *strategy = given("scheduling_strategy")) {
    StringRef word = enumWord(*strategy->value);
    Place place =
        enumPlace(*strategy->value, placeOf(*strategy->value, strategy->place));
    scheduling.push_back(
        {"strategy", keyPlace(*strategy),
         word.empty() ? document.unknown(place) : document.text(place, word)});
  }
  if (!scheduling.empty() || run.isOpen)
    fields.push_back(
        {"scheduling", run.calleePlace,
         document.mapping(run.calleePlace, scheduling, run.isOpen)});
  auto isAdded = [&](StringRef name) {
    return llvm::any_of(
        fields, [&](const DocumentField &field) { return field.name == name; });
  };
  if (const Argument *output = given("base_output_dir"))
    fields.push_back({"baseOutputDirectory", keyPlace(*output),
                      document.mapping(output->place,
                                       {{"outputUriPrefix", keyPlace(*output),
                                         makeNode(*output->value, output->place,
                                                  context)}})});
  const Argument *resource = given("persistent_resource_id");
  if (resource && !isAdded("persistentResourceId"))
    fields.push_back({"persistentResourceId", keyPlace(*resource),
                      makeNode(*resource->value, resource->place, context)});
}

/// The container or the package that the replicas run.
DocumentField VertexJobs::taskOf(const Call &made, const Signature &constructor,
                                 const Argument *args, bool runsPackage) {
  Place place = made.calleePlace;
  Fields fields;
  auto add = [&](const Argument *given, StringRef field) {
    if (given && !given->value->isNone())
      fields.push_back({field, given->namePlace ? given->namePlace : place,
                        makeNode(*given->value, given->place, context)});
  };
  const Argument *image = argumentOf(made, constructor, "container_uri");
  add(image, runsPackage ? "executorImageUri" : "imageUri");
  if (!runsPackage)
    add(argumentOf(made, constructor, "command"), "command");
  bool isList = args && args->value->isSequence();
  add(isList ? args : nullptr, "args");
  return {runsPackage ? "pythonPackageSpec" : "containerSpec", place,
          document.mapping(place, fields, /*isOpen=*/true)};
}

//===----------------------------------------------------------------------===//
// Jobs
//===----------------------------------------------------------------------===//

TrainingOp VertexJobs::importTrainingJob(const Call &run,
                                         const Signature &signature) {
  const Call *made = run.receiver ? run.receiver->call : nullptr;
  if (!made)
    return {};
  const Signature *constructor = signatureOf(*made);
  if (!constructor)
    return {};
  bool runsPackage = constructor->function != "CustomContainerTrainingJob";
  DocumentField task = taskOf(*made, *constructor,
                              argumentOf(run, signature, "args"), runsPackage);
  yaml::Node *pools = readPoolArguments(run, signature, task, context);
  if (!pools)
    return {};
  Fields fields = {{"workerPoolSpecs", run.calleePlace, pools}};
  addSchedule(run, signature, fields);
  return importVertexDocument(document.mapping(run.place(), fields, run.isOpen),
                              regionOf(*made, *constructor), context);
}

/// The specification of a CustomJob; nothing if it has no pools.
std::optional<Fields> VertexJobs::readCustomJob(const Call &made) {
  const Signature *constructor = signatureOf(made);
  if (!constructor)
    return std::nullopt;
  Fields fields;
  if (constructor->function == "CustomJob.from_local_script") {
    const Argument *image = argumentOf(made, *constructor, "container_uri");
    bool isPrebuilt =
        image && image->value->kind == ValueKind::Text &&
        (image->value->text.contains("docker.pkg.dev/vertex-ai/") ||
         image->value->text.contains("gcr.io/cloud-aiplatform/"));
    DocumentField task = taskOf(
        made, *constructor, argumentOf(made, *constructor, "args"), isPrebuilt);
    yaml::Node *pools = readPoolArguments(made, *constructor, task, context);
    if (!pools)
      return std::nullopt;
    fields.push_back({"workerPoolSpecs", made.calleePlace, pools});
  } else if (const Argument *pools =
                 argumentOf(made, *constructor, "worker_pool_specs")) {
    MessageReader reader(context);
    yaml::Node *list =
        reader.readMessages(*pools->value, messages::WorkerPoolSpec,
                            pools->place, "worker_pool_specs");
    if (!list)
      return std::nullopt;
    fields.push_back({"workerPoolSpecs",
                      pools->namePlace ? pools->namePlace : pools->place,
                      list});
  } else {
    return std::nullopt;
  }
  addSchedule(made, *constructor, fields);
  return fields;
}

/// A job that run() starts, or one that is only built.
TrainingOp VertexJobs::importCustomJob(const Call &call,
                                       const Signature &signature) {
  bool isRun = signature.function == "CustomJob.run" ||
               signature.function == "CustomJob.submit";
  const Call *made = !isRun          ? &call
                     : call.receiver ? call.receiver->call
                                     : nullptr;
  const Signature *constructor = made ? signatureOf(*made) : nullptr;
  if (!constructor)
    return {};
  std::optional<Fields> fields = readCustomJob(*made);
  if (!fields)
    return {};
  if (isRun)
    addSchedule(call, signature, *fields);
  return importVertexDocument(
      document.mapping(made->place(), *fields, made->isOpen),
      regionOf(*made, *constructor), context);
}

TrainingOp VertexJobs::importTuningJob(const Call &call) {
  const Signature &signature = *sdkSignature("HyperparameterTuningJob");
  Fields fields = readTuningArguments(call, context);
  const Argument *job = argumentOf(call, signature, "custom_job");
  const Call *made = job ? job->value->call : nullptr;
  std::optional<Fields> spec;
  if (made)
    spec = readCustomJob(*made);
  Place place = job ? job->place : call.calleePlace;
  fields.push_back({"trialJobSpec", place,
                    spec ? document.mapping(made->place(), *spec, made->isOpen)
                         : document.mapping(place, {}, /*isOpen=*/true)});
  return importVertexDocument(
      document.mapping(call.place(), fields, call.isOpen),
      regionOf(call, signature), context);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void VertexJobs::importForms(
    const Call &call, llvm::function_ref<TrainingOp(const Call &)> import) {
  defaultRegion = regions.defaultAt(call);
  context.forEachForm(call, [&](const Call &form) { (void)import(form); });
}

void VertexJobs::importCall(const Call &call, const Signature &signature) {
  auto [owner, method] = signature.function.split('.');
  bool isRun = method == "run" || method == "submit";
  if (isTrainingJob(owner) && isRun)
    return importForms(call, [&](const Call &form) {
      return importTrainingJob(form, signature);
    });
  if (signature.function == "HyperparameterTuningJob")
    return importForms(call,
                       [&](const Call &form) { return importTuningJob(form); });
  if (owner != "CustomJob")
    return;
  // Of several calls that run one job, the first makes it.
  const Call *made = &call;
  if (isRun)
    made = call.receiver ? call.receiver->call : nullptr;
  if (made && isRunByAnother(*made, call))
    return;
  importForms(
      call, [&](const Call &form) { return importCustomJob(form, signature); });
}

/// `client.create_custom_job(parent=..., custom_job=...)`, or a request with
/// the two.
void VertexJobs::importClientCall(const Call &call,
                                  const ClientMessage &message,
                                  StringRef argument) {
  importForms(call, [&](const Call &form) -> TrainingOp {
    const Value *job = form.value(argument), *parent = form.value("parent");
    Place use = form.calleePlace;
    if (const Argument *found = form.find(argument))
      use = found->place;
    const Argument *request = form.find("request", 0);
    if (!job && request && request->value->isDict()) {
      job = request->value->find(argument);
      parent = request->value->find("parent");
      use = request->place;
    }
    if (!job)
      return {};
    MessageReader reader(context);
    yaml::Node *root = reader.readMessage(
        *job, message, use, context.program.keep(("`" + argument + "`").str()));
    if (!root)
      return {};
    // The region is the last part of `projects/mine/locations/us-central1`.
    ValueAttr region;
    if (parent && parent->kind == ValueKind::Text) {
      Value last = *parent;
      last.text = parent->text.rsplit("/locations/").second;
      last.isTemplate = last.text.empty() || last.text.contains("${");
      if (last.isVerbatim)
        last.place.range.begin = last.place.range.end - last.text.size();
      region = regions.regionOf(&last, use);
    }
    return importVertexDocument(root, region, context);
  });
}

void VertexJobs::import() {
  findOwners();
  for (const Call *call : context.program.calls()) {
    if (const Signature *signature = signatureOf(*call)) {
      if (signature->function == "init")
        regions.add(*call);
      else
        importCall(*call, *signature);
      continue;
    }
    SdkName name = sdkNameOf(call->callee);
    if (name.library != SdkLibrary::Gapic)
      continue;
    StringRef method = name.name.rsplit('.').second;
    if (method == "create_custom_job")
      importClientCall(*call, messages::CustomJob, "custom_job");
    else if (method == "create_hyperparameter_tuning_job")
      importClientCall(*call, messages::HyperparameterTuningJob,
                       "hyperparameter_tuning_job");
  }
}

void python::importVertexJobs(const Context &context) {
  VertexJobs(context).import();
}

/// Images for training are made for CPUs or for GPUs.
static void checkImages(TrainingOp training, const Context &context) {
  const Tables &tables = context.tables;
  for (PoolOp pool : training.getPools()) {
    ValueAttr image = pool.getImageAttr();
    std::optional<StringRef> name = knownString(image);
    if (!name || !(name->contains("docker.pkg.dev/vertex-ai/training/") ||
                   name->contains("gcr.io/cloud-aiplatform/training/")))
      continue;
    // One that is put together depends on more than is seen here.
    Place place = context.sources.resolve(image.getLocation());
    if (!place || place.buffer->text(place.range) != *name)
      continue;
    ValueAttr type = pool.getAcceleratorTypeAttr();
    const Accelerators::Row *accelerator =
        tables.accelerators.find(knownString(type).value_or(""));
    bool isGpu = accelerator && accelerator->kind == Accelerators::Kind::Gpu;
    int64_t count = knownInteger(pool.getAcceleratorCountAttr()).value_or(0);
    if (name->contains("-cpu.") && isGpu && count > 0)
      diag::ImageAccelerator::cpuImage(image.getLoc(), accelerator->name)
          .note(type.getLoc(), "the GPU");
    else if (name->contains("-gpu.") && !type && pool.getMachineTypeAttr() &&
             pool.getMachineTypeAttr().getKnown())
      diag::ImageAccelerator::gpuImage(image.getLoc())
          .note(pool.getMachineTypeAttr().getLoc(), "the machine");
  }
}

TrainingOp python::importVertexDocument(yaml::Node *root, ValueAttr region,
                                        const Context &context) {
  TrainingOp training = vertexai::importJob(yaml::View{root}, context.tree,
                                            context.overrides, context.builder);
  training.setFromPythonAttr(ValueAttr::get(context.mlirContext(),
                                            context.builder.getBoolAttr(true),
                                            true, training.getLoc()));
  bool isOverridden =
      llvm::any_of(context.overrides, [](const frontend::Override &value) {
        return value.field == "region";
      });
  // Without one the environment decides.
  if (!isOverridden)
    training.setRegionAttr(
        region ? region : JobRegions(context).unknown(training.getLoc()));
  checkImages(training, context);
  context.checkJob(training);
  return training;
}

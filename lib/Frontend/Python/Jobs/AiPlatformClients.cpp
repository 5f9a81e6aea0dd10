//===- AiPlatformClients.cpp - AI Platform jobs from Python ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Jobs/AiPlatformClients.h"
#include "Diagnostics/Messages/AiPlatformClients.h"
#include "Diagnostics/Messages/Structure.h"
#include "Frontend/Python/Context/JobDocument.h"
#include "Frontend/Python/Jobs/ArgumentDocument.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::python;

namespace {

/// An argument and the field of the job that it gives.
struct JobField {
  StringRef argument;
  StringRef field;
};

} // namespace

static void setAll(ArgumentDocument &document, const Call &call,
                   llvm::ArrayRef<JobField> fields) {
  for (const JobField &row : fields)
    document.set(row.field, row.argument);
}

//===----------------------------------------------------------------------===//
// The client of Google's APIs
//===----------------------------------------------------------------------===//

/// `discovery.build("ml", "v1").projects().jobs().create`.
static bool isJobsCreate(StringRef callee) {
  return callee.consume_back(".projects.jobs.create") &&
         (callee == "googleapiclient.discovery.build" ||
          callee == "apiclient.discovery.build" ||
          callee == "googleapiclient.discovery.build_from_document" ||
          callee == "apiclient.discovery.build_from_document");
}

/// False where the client was made for another service.
static bool isMachineLearningClient(const Call &call) {
  for (const Value *client = call.receiver; client && client->call;
       client = client->call->receiver) {
    const Value *service = client->call->value("serviceName", 0);
    if (StringRef(client->text).ends_with(".build") && service)
      return !service->isText() || service->text == "ml";
  }
  return true;
}

/// What the name of a project is made of.
static bool isProjectName(StringRef text) {
  return !text.empty() && llvm::all_of(text, [](char c) {
    return llvm::isLower(c) || llvm::isDigit(c) || c == '-' || c == ':' ||
           c == '.';
  });
}

/// The known characters in front of what is not known, or all of them.
static StringRef knownPrefix(const Value &text) {
  return text.isTemplate ? text.text.take_front(text.text.find("${}"))
                         : text.text;
}

static void checkParent(const Argument &parent, const Context &context) {
  const Value &value = *parent.value;
  if (value.kind != ValueKind::Text)
    return;
  StringRef prefix = knownPrefix(value), rest = prefix;
  // A part of "projects/" may still become it.
  bool isOpen = value.isTemplate && StringRef("projects/").starts_with(prefix);
  bool isProject = rest.consume_front("projects/") && !rest.contains('/') &&
                   (value.isTemplate || !rest.empty());
  // Words in capitals and brackets are left for the reader to fill in.
  bool isBlank = llvm::any_of(prefix, [](char c) {
    return llvm::isUpper(c) || StringRef("[]<>{} ").contains(c);
  });
  if (isOpen || isProject || prefix.empty() || isBlank)
    return;
  Report report = diag::JobParent::form(context.at(parent), printed(value));
  if (value.isText() && isProjectName(value.text))
    fixText(report, /*safe=*/true, value, ("projects/" + value.text).str(),
            context);
  else
    report.help("the client raises TypeError for any other form");
}

/// The characters of a name that is made of parts, some of them not known. The
/// schema speaks of those that are known as a whole.
static void checkJobName(const Value &body, const Argument &use,
                         const Context &context) {
  const Value *name = body.find("jobId");
  if (!name || name->kind != ValueKind::Text || !name->isTemplate)
    return;
  StringRef prefix = knownPrefix(*name);
  bool isWrong = !prefix.empty() && !llvm::isAlpha(prefix.front());
  for (StringRef rest = name->text; !rest.empty() && !isWrong;) {
    if (rest.consume_front("${}"))
      continue;
    char c = rest.front();
    // A placeholder of the reader's may still become anything.
    if (StringRef("{}<>[]$").contains(c))
      return;
    isWrong = !llvm::isAlnum(c) && c != '_';
    rest = rest.drop_front();
  }
  if (isWrong)
    diag::InvalidFormat::formWarning(context.at(*name, use.place),
                                     printed(*name), "jobId")
        .help("a job is named with letters, digits and `_`, a letter first");
}

static void checkCreate(const Call &call, const Context &context) {
  if (const Argument *parent = call.find("parent"))
    checkParent(*parent, context);
  const Argument *body = call.find("body");
  if (!body || !body->value->isDict())
    return;
  const Value &job = *body->value;
  bool isPrediction =
      job.find("predictionInput") || job.find("prediction_input");
  bool isTraining = job.find("trainingInput") || job.find("training_input");
  // Of what is built elsewhere nothing is known.
  if (isPrediction || (!isTraining && (job.isOpen || !job.find("jobId"))))
    return;
  checkJobName(job, *body, context);
  importAiPlatformJob(makeNode(job, body->place, context), context);
}

//===----------------------------------------------------------------------===//
// Airflow
//===----------------------------------------------------------------------===//

static bool isAirflowOperator(StringRef callee) {
  StringRef name = callee.rsplit('.').second;
  return callee.starts_with("airflow.") &&
         (name == "MLEngineTrainingOperator" ||
          name == "MLEngineStartTrainingJobOperator");
}

/// Airflow itself replaces the characters that a job's name must not have.
static void checkAirflow(const Call &call, const Context &context) {
  static constexpr JobField Fields[] = {
      {"package_uris", "trainingInput.packageUris"},
      {"training_python_module", "trainingInput.pythonModule"},
      {"training_args", "trainingInput.args"},
      {"region", "trainingInput.region"},
      {"scale_tier", "trainingInput.scaleTier"},
      {"master_type", "trainingInput.masterType"},
      {"master_config", "trainingInput.masterConfig"},
      {"runtime_version", "trainingInput.runtimeVersion"},
      {"python_version", "trainingInput.pythonVersion"},
      {"job_dir", "trainingInput.jobDir"},
      {"service_account", "trainingInput.serviceAccount"},
      {"hyperparameters", "trainingInput.hyperparameters"},
      {"labels", "labels"}};
  ArgumentDocument document(call, context);
  setAll(document, call, Fields);
  // Arguments of the DAG stand for those that are left out.
  if (!call.find("region"))
    document.setUnknown("trainingInput.region");
  importAiPlatformJob(document.build("trainingInput"), context);
}

//===----------------------------------------------------------------------===//
// Kubeflow
//===----------------------------------------------------------------------===//

/// The component that trains, as the store of components or a URL gives it.
static bool isTrainComponent(const Call &call) {
  StringRef callee = call.callee;
  if (callee.ends_with(".mlengine_train_op"))
    return true;
  (void)callee.consume_back(".__call__");
  if (!callee.starts_with("kfp.") ||
      !callee.rsplit('.').second.starts_with("load_component"))
    return false;
  const Value *loaded = call.receiver;
  if (!loaded || !loaded->call || loaded->call == &call)
    return false;
  return llvm::any_of(loaded->call->arguments, [](const Argument &argument) {
    return argument.value->isText() &&
           argument.value->text.contains("ml_engine/train");
  });
}

static void checkTrainComponent(const Call &call, const Context &context) {
  static constexpr JobField Fields[] = {
      {"python_module", "trainingInput.pythonModule"},
      {"package_uris", "trainingInput.packageUris"},
      {"region", "trainingInput.region"},
      {"args", "trainingInput.args"},
      {"job_dir", "trainingInput.jobDir"},
      {"python_version", "trainingInput.pythonVersion"},
      {"runtime_version", "trainingInput.runtimeVersion"},
      {"master_image_uri", "trainingInput.masterConfig.imageUri"},
      {"worker_image_uri", "trainingInput.workerConfig.imageUri"}};
  ArgumentDocument document(call, context);
  const Argument *input = call.find("training_input");
  bool isDict = input && input->value->isDict();
  // The text of a dict, or one that another step makes.
  if (input && !isDict && !input->value->isNone())
    return;
  setAll(document, call, Fields);
  yaml::Node *below = nullptr;
  if (isDict) {
    Place key = input->name.empty() ? input->place : input->namePlace;
    below = JobDocument(context).mapping(
        input->place, {{"trainingInput", key,
                        makeNode(*input->value, input->place, context)}});
  }
  importAiPlatformJob(document.build("trainingInput", below), context);
}

//===----------------------------------------------------------------------===//
// Fairing
//===----------------------------------------------------------------------===//

static bool isFairingJob(const Call &call) {
  StringRef callee = call.callee;
  (void)callee.consume_front("kubeflow.");
  if (!callee.starts_with("fairing."))
    return false;
  if (callee.ends_with(".GCPJob"))
    return true;
  const Value *name = call.value("name", 0);
  return callee == "fairing.config.set_deployer" && name && name->isText() &&
         (name->text == "gcp" || name->text == "gcpjob");
}

static void checkFairing(const Call &call, const Context &context) {
  bool isClass = call.callee.ends_with(".GCPJob");
  ArgumentDocument document(call, context);
  const Argument *config = call.find("job_config", isClass ? 3 : -1);
  if (config && !config->value->isDict() && !config->value->isNone())
    return;
  if (const Argument *region = call.find("region", isClass ? 1 : -1))
    document.set("trainingInput.region", region);
  else if (!config)
    document.setUnknown("trainingInput.region");
  document.set("trainingInput.scaleTier", "scale_tier", isClass ? 2 : -1);
  // What it builds and pushes.
  document.setUnknown("trainingInput.masterConfig.imageUri");
  yaml::Node *below = config && config->value->isDict()
                          ? makeNode(*config->value, config->place, context)
                          : nullptr;
  importAiPlatformJob(document.build("trainingInput", below), context);
}

//===----------------------------------------------------------------------===//
// TFX
//===----------------------------------------------------------------------===//

/// The value of a key that is a word, or a constant of TFX whose name is
/// `constant`.
static const DictEntry *findKey(const Value &dict, StringRef word,
                                StringRef constant) {
  for (const DictEntry &entry : dict.entries) {
    if ((entry.key->isText() && entry.key->text == word) ||
        (entry.key->kind == ValueKind::Name &&
         entry.key->text.rsplit('.').second == constant))
      return &entry;
  }
  return nullptr;
}

/// The region that a job of Vertex AI has in TFX.
static job::ValueAttr vertexRegionOf(const Value &config,
                                     const Argument &argument,
                                     const Context &context) {
  const DictEntry *found =
      findKey(config, "ai_platform_vertex_region", "VERTEX_REGION_KEY");
  if (!found)
    found = findKey(config, "ai_platform_ucaip_region", "UCAIP_REGION_KEY");
  if (!found)
    return {};
  Argument region = argument;
  region.value = found->value;
  return regionOf(&region, context);
}

/// True for a component that runs where the pipeline does: what it says of jobs
/// is sent nowhere.
static bool runsInPipeline(const Call &call) {
  return !call.isOpen && !call.callee.contains("google_cloud_ai_platform") &&
         !call.find("custom_executor_spec") && !call.find("executor_class");
}

static void checkTrainer(const Call &call, const Context &context) {
  const Argument *argument = call.find("custom_config");
  if (!argument || !argument->value->isDict() || runsInPipeline(call))
    return;
  const Value &config = *argument->value;
  const DictEntry *entry =
      findKey(config, "ai_platform_training_args", "TRAINING_ARGS_KEY");
  if (!entry || !entry->value->isDict() || entry->value->isOpen)
    return;
  const Value &input = *without(*entry->value, {"project", "job_id"}, context);
  bool isVertex = input.find("worker_pool_specs") ||
                  input.find("workerPoolSpecs") || input.find("job_spec");
  ArgumentDocument document(call, context);
  if (isVertex) {
    if (!input.find("job_spec"))
      importVertexJobSpec(makeNode(input, argument->place, context),
                          vertexRegionOf(config, *argument, context), context);
    return;
  }
  // TFX brings an image of its own, and the arguments.
  if (!input.find("masterConfig") && !input.find("packageUris"))
    document.setUnknown("trainingInput.masterConfig.imageUri");
  Argument whole = *argument;
  whole.value = &input;
  yaml::Node *node = makeNode(input, argument->place, context);
  ArgumentDocument job(call, context);
  job.set("trainingInput", whole, node);
  importAiPlatformJob(document.build("trainingInput", job.build("")), context);
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

using ClientCheck = void (*)(const Call &, const Context &);

/// What a call is checked by; null for one that is none of our business.
static ClientCheck clientCheckOf(const Call &call) {
  StringRef callee = call.callee;
  if (isJobsCreate(callee))
    return isMachineLearningClient(call) ? checkCreate : nullptr;
  if (isAirflowOperator(callee))
    return checkAirflow;
  if (isTrainComponent(call))
    return checkTrainComponent;
  if (isFairingJob(call))
    return checkFairing;
  if (callee.starts_with("tfx."))
    return checkTrainer;
  return nullptr;
}

void python::checkAiPlatformClients(const Context &context) {
  for (const Call *call : context.program.calls()) {
    ClientCheck check = clientCheckOf(*call);
    if (check)
      context.forEachForm(*call,
                          [&](const Call &form) { check(form, context); });
  }
}

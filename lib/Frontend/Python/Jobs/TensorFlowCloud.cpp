//===- TensorFlowCloud.cpp - Jobs of tensorflow_cloud ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Jobs/TensorFlowCloud.h"
#include "Diagnostics/Messages/AiPlatformClients.h"
#include "Frontend/Python/Context/Context.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::python;

/// The part of a name of the library that says what it is; empty for a name of
/// another library.
static StringRef nameInTfc(StringRef name) {
  return name.starts_with("tensorflow_cloud.") ? name.rsplit('.').second
                                               : StringRef();
}

//===----------------------------------------------------------------------===//
// Machines
//===----------------------------------------------------------------------===//

namespace {

struct TfcMachine {
  double cores;
  double memoryGb;
  llvm::StringLiteral machineType;
};

/// What `MachineConfig` says, where all of it is known.
struct TfcConfig {
  std::optional<double> cores;
  std::optional<double> memoryGb;
  /// A member of `AcceleratorType`.
  StringRef accelerator;
  std::optional<int64_t> count;

  bool isTpu() const { return accelerator.starts_with("TPU_"); }
};

} // namespace

static constexpr TfcMachine Machines[] = {
    {4, 15, "n1-standard-4"},    {8, 30, "n1-standard-8"},
    {16, 60, "n1-standard-16"},  {32, 120, "n1-standard-32"},
    {64, 240, "n1-standard-64"}, {96, 360, "n1-standard-96"},
    {2, 13, "n1-highmem-2"},     {4, 26, "n1-highmem-4"},
    {8, 52, "n1-highmem-8"},     {16, 104, "n1-highmem-16"},
    {32, 208, "n1-highmem-32"},  {64, 416, "n1-highmem-64"},
    {96, 624, "n1-highmem-96"},  {16, 14.4, "n1-highcpu-16"},
    {32, 28.8, "n1-highcpu-32"}, {64, 57.6, "n1-highcpu-64"},
    {96, 86.4, "n1-highcpu-96"}};

static constexpr llvm::StringLiteral AcceleratorTypes[] = {"NO_ACCELERATOR",
                                                           "NVIDIA_TESLA_K80",
                                                           "NVIDIA_TESLA_P100",
                                                           "NVIDIA_TESLA_V100",
                                                           "NVIDIA_TESLA_P4",
                                                           "NVIDIA_TESLA_T4",
                                                           "TPU_V2",
                                                           "TPU_V3"};

static std::optional<double> machineNumber(const Value *value, double usual) {
  if (!value)
    return usual;
  if (value->kind == ValueKind::Float)
    return value->real;
  if (value->isInteger())
    return static_cast<double>(value->integer);
  return std::nullopt;
}

/// The member of the enumeration that an accelerator is; empty if it is not
/// known, or none.
static StringRef acceleratorOf(const Value *value) {
  // What `auto` stands for.
  if (!value || (value->isText() && value->text == "auto"))
    return "NVIDIA_TESLA_P100";
  if (value->kind != ValueKind::Name || nameInTfc(value->text).empty() ||
      !value->text.contains("AcceleratorType."))
    return {};
  return nameInTfc(value->text);
}

static TfcConfig configOf(const Call &call) {
  TfcConfig config;
  config.cores = machineNumber(call.value("cpu_cores", 0), 8);
  config.memoryGb = machineNumber(call.value("memory", 1), 30);
  config.accelerator = acceleratorOf(call.value("accelerator_type", 2));
  const Value *count = call.value("accelerator_count", 3);
  if (!count)
    config.count = 1;
  else if (count->isInteger())
    config.count = count->integer;
  return config;
}

/// Where a finding on an argument of a call stands.
static mlir::Location argumentPlace(const Call &call, const Argument *argument,
                                    const Context &context) {
  return argument ? context.at(*argument) : context.at(call.calleePlace);
}

static void checkAcceleratorType(const Argument &argument,
                                 const Context &context) {
  const Value &value = *argument.value;
  if (!value.isText() || value.text == "auto")
    return;
  Report report =
      diag::TensorFlowCloudMachine::type(context.at(argument), printed(value));
  llvm::SmallVector<StringRef> names(std::begin(AcceleratorTypes),
                                     std::end(AcceleratorTypes));
  if (std::optional<NearMatch> near = findNearMatch(value.text, names))
    report.help("write `AcceleratorType." + near->word + "`");
  else
    report.help("the members are " + formatList(names, "and", names.size()));
}

static void checkCount(const Call &call, const TfcConfig &config,
                       const TfcMachine &machine, const Context &context) {
  const auto &table = context.tables.aiPlatformAcceleratorCounts;
  llvm::SmallVector<int64_t> offered;
  if (config.accelerator == "NO_ACCELERATOR")
    offered.push_back(0);
  else if (const auto *row =
               table.find(machine.machineType, config.accelerator))
    offered.append(row->counts.begin(), row->counts.end());
  if (llvm::is_contained(offered, *config.count))
    return;
  Report report = diag::TensorFlowCloudMachine::count(
      argumentPlace(call, call.find("accelerator_count", 3), context),
      *config.count, config.accelerator, formatNumber(machine.cores),
      formatNumber(machine.memoryGb));
  report.table(table.info.name, table.info.asOf);
  if (offered.empty())
    report.help("this machine takes no " + config.accelerator);
  else
    report.help("it is offered with " + formatNumbers(offered, "or"));
}

static void checkMachineConfig(const Call &call, const Context &context) {
  if (const Argument *accelerator = call.find("accelerator_type", 2))
    checkAcceleratorType(*accelerator, context);
  TfcConfig config = configOf(call);
  // A member that trainlint does not know may be a new one.
  if (call.isOpen || !config.count ||
      !llvm::is_contained(AcceleratorTypes, config.accelerator))
    return;
  if (config.isTpu()) {
    if (*config.count != 8)
      diag::TensorFlowCloudMachine::tpuCount(
          argumentPlace(call, call.find("accelerator_count", 3), context),
          *config.count)
          .help("write `accelerator_count=8`");
    return;
  }
  if (!config.cores || !config.memoryGb)
    return;
  const TfcMachine *machine =
      llvm::find_if(Machines, [&](const TfcMachine &row) {
        return row.cores == *config.cores && row.memoryGb == *config.memoryGb;
      });
  if (machine != std::end(Machines))
    return checkCount(call, config, *machine, context);
  const Argument *memory = call.find("memory", 1);
  Report report = diag::TensorFlowCloudMachine::size(
      argumentPlace(call, memory ? memory : call.find("cpu_cores", 0), context),
      formatNumber(*config.cores), formatNumber(*config.memoryGb));
  llvm::SmallVector<std::string> sizes;
  for (const TfcMachine &row : Machines)
    if (row.cores == *config.cores)
      sizes.push_back(formatNumber(row.memoryGb) + " GB");
  if (!sizes.empty())
    report.help(
        "machines with " + formatNumber(*config.cores) + " cores have " +
        formatList(llvm::ArrayRef<std::string>(sizes), "or", sizes.size()));
}

//===----------------------------------------------------------------------===//
// TPUs
//===----------------------------------------------------------------------===//

/// The key of `COMMON_MACHINE_CONFIGS`; empty for anything else.
static StringRef commonName(const Value &value) {
  if (value.kind != ValueKind::Name || nameInTfc(value.text).empty())
    return {};
  auto [path, name] = value.text.rsplit('.');
  return path.ends_with(".COMMON_MACHINE_CONFIGS") ? name : StringRef();
}

static bool isTpu(const Value &value) {
  if (commonName(value) == "TPU")
    return true;
  return value.kind == ValueKind::Object && value.call &&
         nameInTfc(value.text) == "MachineConfig" &&
         configOf(*value.call).isTpu();
}

static void checkCommonName(const Argument &argument, const Context &context) {
  static constexpr llvm::StringLiteral Known[] = {
      "CPU",   "K80_1X", "K80_4X", "K80_8X",  "P100_1X", "P100_4X", "P4_1X",
      "P4_4X", "T4_1X",  "T4_4X",  "V100_1X", "V100_4X", "TPU"};
  StringRef name = commonName(*argument.value);
  // Methods of dicts.
  if (name.empty() || name == "get" || llvm::is_contained(Known, name))
    return;
  llvm::SmallVector<StringRef> names(std::begin(Known), std::end(Known));
  Report report =
      diag::TensorFlowCloudMachine::name(context.at(argument), name);
  if (std::optional<NearMatch> near = findNearMatch(name, names))
    report.help("did you mean `" + near->word + "`?");
  else
    report.help("the names are " + formatList(names, "and", names.size()));
}

static void checkTpus(const Call &call, const Argument *chief,
                      const Argument *worker, const Argument *count,
                      const Context &context) {
  if (chief && isTpu(*chief->value))
    diag::TensorFlowCloudTpu::chief(context.at(*chief))
        .help("give the TPU as `worker_config`, with `worker_count=1`");
  if (!worker || !isTpu(*worker->value))
    return;
  if (!count && !call.isOpen)
    diag::TensorFlowCloudTpu::noCount(context.at(*worker))
        .help("add `worker_count=1`");
  else if (count && count->value->isInteger() && count->value->integer != 1)
    diag::TensorFlowCloudTpu::count(context.at(*count), count->value->integer);
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// In the order of their positions; the first is of `run_cloudtuner` alone.
static constexpr llvm::StringLiteral RunArguments[] = {
    "num_jobs",
    "entry_point",
    "requirements_txt",
    "docker_config",
    "distribution_strategy",
    "chief_config",
    "worker_config",
    "worker_count",
    "entry_point_args",
    "stream_logs",
    "job_labels",
    "service_account",
    "docker_base_image",
    "docker_image_bucket_name",
    "region"};

namespace {
/// A call of `run` or `run_cloudtuner`.
class RunCall {
public:
  RunCall(const Call &call, const Context &context)
      : call(call), context(context),
        isTuner(call.callee.ends_with(".run_cloudtuner")) {}

  void check() const;

private:
  const Argument *find(StringRef name) const;
  void checkNames() const;
  void checkForms() const;
  void checkNotebook() const;

  const Call &call;
  const Context &context;
  bool isTuner;
};
} // namespace

const Argument *RunCall::find(StringRef name) const {
  const auto *place = llvm::find(RunArguments, name);
  int position = static_cast<int>(place - std::begin(RunArguments));
  return call.find(name, isTuner ? position : position - 1);
}

void RunCall::checkNames() const {
  llvm::SmallVector<StringRef> known(std::begin(RunArguments) + !isTuner,
                                     std::end(RunArguments));
  for (const Argument &argument : call.arguments) {
    if (argument.name.empty() || llvm::is_contained(known, argument.name))
      continue;
    Report report = diag::TensorFlowCloudArgument::unknown(
        context.at(argument.namePlace), isTuner ? "run_cloudtuner()" : "run()",
        argument.name);
    std::optional<NearMatch> near = findNearMatch(argument.name, known);
    if (near)
      report.help("did you mean `" + near->word + "`?")
          .fix(/*safe=*/false, "write `" + near->word + "`",
               context.at(argument.namePlace), near->word);
  }
}

/// True for a value that has a type that is known.
static bool hasKnownType(const Value &value) {
  return value.kind != ValueKind::Unknown && value.kind != ValueKind::Choice &&
         value.kind != ValueKind::Name && value.kind != ValueKind::Object;
}

void RunCall::checkForms() const {
  if (const Argument *strategy = find("distribution_strategy")) {
    const Value &value = *strategy->value;
    bool isMeant =
        value.isNone() || (value.kind == ValueKind::Text &&
                           (value.isTemplate || value.text == "auto"));
    // Objects of TensorFlow are refused as well.
    bool isStrategy = value.kind == ValueKind::Object &&
                      StringRef(value.text).starts_with("tensorflow.");
    if (!isMeant && (hasKnownType(value) || isStrategy))
      diag::TensorFlowCloudArgument::strategy(
          context.at(*strategy),
          isStrategy ? "a strategy" : StringRef(printed(value)))
          .help("with None the program makes its strategy itself");
  }
  if (const Argument *entry = find("entry_point");
      entry && entry->value->kind == ValueKind::Text) {
    const Value &value = *entry->value;
    bool isOpen = value.text.ends_with("${}") || value.text.empty();
    if (!isOpen && !value.text.ends_with("py") &&
        !value.text.ends_with("ipynb"))
      diag::TensorFlowCloudArgument::entryPoint(context.at(*entry),
                                                printed(value));
  }
  if (const Argument *arguments = find("entry_point_args")) {
    const Value &value = *arguments->value;
    if (hasKnownType(value) && !value.isNone() && value.kind != ValueKind::List)
      diag::TensorFlowCloudArgument::entryPointArgs(context.at(*arguments),
                                                    printed(value));
  }
  if (const Argument *stream = find("stream_logs")) {
    const Value &value = *stream->value;
    if (hasKnownType(value) && value.kind != ValueKind::Bool)
      diag::TensorFlowCloudArgument::streamLogs(context.at(*stream),
                                                printed(value));
  }
  if (const Argument *count = find("worker_count");
      count && count->value->isInteger() && count->value->integer < 0)
    diag::TensorFlowCloudArgument::workerCount(context.at(*count),
                                               count->value->integer)
        .help("the chief is not among the workers: 0 trains on it alone");
}

/// In a notebook the image is built by Cloud Build, and the notebook itself is
/// what trains unless another file is named.
void RunCall::checkNotebook() const {
  const Module &module = context.program.module();
  if (!module.isNotebook || call.isOpen)
    return;
  const Argument *docker = find("docker_config");
  bool hasBucket = find("docker_image_bucket_name") != nullptr;
  if (docker) {
    // What an object of another class brings is not known.
    const Value &value = *docker->value;
    bool isPlain = value.kind == ValueKind::Object && value.call &&
                   nameInTfc(value.text) == "DockerConfig" &&
                   !value.call->isOpen &&
                   !value.call->find("image_build_bucket", 3);
    hasBucket |= !isPlain && !(value.isText() && value.text == "auto");
  }
  if (!hasBucket)
    diag::TensorFlowCloudArgument::noBucket(
        context.at(call.calleePlace), isTuner ? "run_cloudtuner()" : "run()")
        .help("give `docker_config=tfc.DockerConfig(image_build_bucket=...)`");
  const Argument *entry = find("entry_point");
  if (entry && !entry->value->isNone())
    return;
  for (const auto &cell : module.cells) {
    for (const Magic &magic : cell->magics) {
      if (magic.kind == Magic::Kind::Line && !magic.name.empty())
        return (void)diag::TensorFlowCloudArgument::magic(
            context.at(Place{&context.buffer(), cell->placeOf(magic.range)}),
            magic.name);
    }
  }
}

void RunCall::check() const {
  const Argument *chief = find("chief_config"), *worker = find("worker_config");
  checkNames();
  checkForms();
  if (chief)
    checkCommonName(*chief, context);
  if (worker)
    checkCommonName(*worker, context);
  checkTpus(call, chief, worker, find("worker_count"), context);
  checkNotebook();
}

void python::checkTensorFlowCloud(const Context &context) {
  for (const Call *call : context.program.calls()) {
    StringRef name = nameInTfc(call->callee);
    if (name == "MachineConfig")
      context.forEachForm(
          *call, [&](const Call &form) { checkMachineConfig(form, context); });
    else if (name == "run" || name == "run_cloudtuner")
      context.forEachForm(
          *call, [&](const Call &form) { RunCall(form, context).check(); });
  }
}

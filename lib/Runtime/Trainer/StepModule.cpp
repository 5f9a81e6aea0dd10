//===- StepModule.cpp - What the trainer asks of a step -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step module has two functions, `@init` and `@main`, whose arguments and
// results have roles and names as attributes. The analysis matches them: each
// state has an initial value, an argument and a result of one type. The module
// is split in two programs then, with one of the functions as `main` each, and
// without the attributes that devices need not know.
//
//===----------------------------------------------------------------------===//

#include "Runtime/Trainer/StepModule.h"
#include "Dialect/DevRT/IR/DevRT.h"
#include "Dialect/StableHLO/Builders/Roles.h"
#include "Dialect/StableHLO/IR/ProgramText.h"
#include "Dialect/StableHLO/IR/RegisterDialects.h"
#include "Support/LLVM.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/SourceMgr.h"

using namespace trainlint;
using namespace trainlint::trainer;
namespace role = trainlint::stablehlo::role;
using mlir::func::FuncOp;
using pjrt::abi::Buffer_Type;

static constexpr StringRef OurPrefix = "trainlint.";
static constexpr StringRef DonorAttribute = "jax.buffer_donor";

/// The shape for a device; nothing if a device cannot hold the type.
static std::optional<pjrt::BufferShape> shapeOf(mlir::Type type) {
  auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return std::nullopt;
  std::string name;
  llvm::raw_string_ostream(name) << tensor.getElementType();
  auto element = pjrt::elementNamed(name);
  if (!element)
    return std::nullopt;
  pjrt::BufferShape shape{*element,
                          {tensor.getShape().begin(), tensor.getShape().end()}};
  if (!shape.checkedByteSize())
    return std::nullopt;
  return shape;
}

//===----------------------------------------------------------------------===//
// The form
//===----------------------------------------------------------------------===//

namespace {
/// Reads the two functions and reports what breaks the form.
class Analysis {
public:
  explicit Analysis(mlir::ModuleOp module) : module(module) {}

  bool run(StepModule &step);

private:
  FuncOp find(StringRef name);
  void readMain(FuncOp main);
  void readArgument(FuncOp main, unsigned index);
  void readState(FuncOp main, unsigned index, pjrt::BufferShape shape);
  void readInput(FuncOp main, unsigned index, pjrt::BufferShape shape);
  void readResults(FuncOp main);
  void readMetric(FuncOp main, unsigned index);
  void checkInit(FuncOp init);
  void readCounts();

  mlir::InFlightDiagnostic error(mlir::Location location) {
    isRight = false;
    return mlir::emitError(location);
  }
  /// The name of an argument or result; empty with an error if it has none.
  std::string nameOf(mlir::Location location, mlir::Attribute name,
                     const llvm::Twine &what);

  mlir::ModuleOp module;
  StepModule *step = nullptr;
  llvm::StringSet<> stateNames, inputNames;
  bool hasSeed = false;
  bool isRight = true;
};
} // namespace

FuncOp Analysis::find(StringRef name) {
  auto function = module.lookupSymbol<FuncOp>(name);
  if (function && function.isPublic() && !function.isDeclaration())
    return function;
  error(module.getLoc()) << "a step module has a public function `" << name
                         << "`, and this one has none";
  return {};
}

std::string Analysis::nameOf(mlir::Location location, mlir::Attribute name,
                             const llvm::Twine &what) {
  auto text = mlir::dyn_cast_or_null<mlir::StringAttr>(name);
  if (text && !text.getValue().empty() && llvm::json::isUTF8(text.getValue()))
    return text.str();
  error(location) << what << " has no `" << role::NameAttribute << "`";
  return {};
}

void Analysis::readState(FuncOp main, unsigned index, pjrt::BufferShape shape) {
  mlir::Location location = main.getArgument(index).getLoc();
  std::string name =
      nameOf(location, main.getArgAttr(index, role::NameAttribute),
             "argument " + llvm::Twine(index) + " of `main`");
  size_t number = step->state.size();
  auto alias =
      main.getArgAttrOfType<mlir::IntegerAttr>(index, role::AliasAttribute);
  bool isDonated = alias ? alias.getInt() == static_cast<int64_t>(number)
                         : bool(main.getArgAttr(index, DonorAttribute));
  if (!isDonated)
    error(location) << "the state `" << name << "` is not donated to result "
                    << number << " with `" << role::AliasAttribute << "`";
  if (!name.empty() && !stateNames.insert(name).second)
    error(location) << "there are two states `" << name << "`";
  step->state.push_back({std::move(name), std::move(shape)});
  step->arguments.push_back({Role::State, number});
}

void Analysis::readInput(FuncOp main, unsigned index, pjrt::BufferShape shape) {
  mlir::Location location = main.getArgument(index).getLoc();
  data::InputSpec input;
  input.name = nameOf(location, main.getArgAttr(index, role::NameAttribute),
                      "argument " + llvm::Twine(index) + " of `main`");
  if (!input.name.empty() && !inputNames.insert(input.name).second)
    error(location) << "there are two inputs `" << input.name << "`";
  if (auto classes = main.getArgAttrOfType<mlir::IntegerAttr>(
          index, role::ClassesAttribute);
      classes && classes.getInt() > 0)
    input.classes = classes.getInt();
  input.shape = std::move(shape);
  if (input.shape.dims.empty() || input.shape.dims.front() == 0) {
    error(location) << "the input `" << input.name << "` is "
                    << input.shape.text() << ", whose dimension 0 is no batch";
    input.shape.dims.assign(1, 1);
  }
  if (!step->inputs.empty() && input.batch() != step->batch())
    error(location) << "the input `" << input.name << "` has a batch of "
                    << input.batch() << ", and `" << step->inputs.front().name
                    << "` has " << step->batch();
  step->arguments.push_back({Role::Input, step->inputs.size()});
  step->inputs.push_back(std::move(input));
}

void Analysis::readArgument(FuncOp main, unsigned index) {
  mlir::Location location = main.getArgument(index).getLoc();
  auto shape = shapeOf(main.getArgumentTypes()[index]);
  if (!shape) {
    error(location) << "argument " << index << " of `main` is "
                    << main.getArgumentTypes()[index]
                    << ", which cannot be given to a device";
    return;
  }
  auto said =
      main.getArgAttrOfType<mlir::StringAttr>(index, role::RoleAttribute);
  StringRef word = said ? said.getValue() : StringRef();
  if (word == role::State)
    return readState(main, index, std::move(*shape));
  if (word == role::Input)
    return readInput(main, index, std::move(*shape));
  if (word != role::Seed) {
    error(location) << "argument " << index << " of `main` has no `"
                    << role::RoleAttribute << "` of `state`, `input` or `seed`";
    return;
  }
  if (hasSeed)
    error(location) << "there are two seeds";
  if (*shape != pjrt::BufferShape{Buffer_Type::U64, {2}})
    error(location) << "the seed is " << shape->text()
                    << " instead of tensor<2xui64>";
  hasSeed = true;
  step->arguments.push_back({Role::Seed, 0});
}

void Analysis::readMetric(FuncOp main, unsigned index) {
  auto shape = shapeOf(main.getResultTypes()[index]);
  std::string name =
      nameOf(main.getLoc(), main.getResultAttr(index, role::NameAttribute),
             "result " + llvm::Twine(index) + " of `main`");
  bool isNumber =
      shape && shape->dims.empty() &&
      (data::isFloating(shape->type) || data::isInteger(shape->type));
  if (!isNumber) {
    error(main.getLoc()) << "the metric `" << name << "` is "
                         << main.getResultTypes()[index]
                         << " instead of one number";
    return;
  }
  step->metrics.push_back({std::move(name), std::move(*shape)});
}

void Analysis::readResults(FuncOp main) {
  unsigned count = main.getNumResults(), states = step->state.size();
  for (unsigned index = 0; index < count; ++index) {
    auto said =
        main.getResultAttrOfType<mlir::StringAttr>(index, role::RoleAttribute);
    StringRef wanted = index < states ? role::State : role::Metric;
    if (said && said.getValue() != wanted)
      error(main.getLoc()) << "result " << index << " of `main` is a " << wanted
                           << " by its place and says `" << said.getValue()
                           << "`";
    if (index >= states) {
      readMetric(main, index);
      continue;
    }
    auto shape = shapeOf(main.getResultTypes()[index]);
    if (!shape || *shape != step->state[index].shape)
      error(main.getLoc()) << "result " << index << " of `main` is "
                           << main.getResultTypes()[index]
                           << ", and the state `" << step->state[index].name
                           << "` is " << step->state[index].shape.text();
  }
  if (count < states)
    error(main.getLoc()) << "`main` gives " << count << " results for "
                         << states << " states";
}

void Analysis::readMain(FuncOp main) {
  for (unsigned index = 0; index < main.getNumArguments(); ++index)
    readArgument(main, index);
  if (isRight)
    readResults(main);
}

void Analysis::checkInit(FuncOp init) {
  step->initTakesSeed = init.getNumArguments() == 1;
  auto isSeed = [&] {
    auto shape = shapeOf(init.getArgumentTypes()[0]);
    return shape && *shape == pjrt::BufferShape{Buffer_Type::S64, {}};
  };
  if (init.getNumArguments() > 1 || (step->initTakesSeed && !isSeed()))
    error(init.getLoc())
        << "`init` takes nothing, or the seed of the run as a tensor<i64>";
  if (init.getNumResults() != step->state.size()) {
    error(init.getLoc()) << "`init` gives " << init.getNumResults()
                         << " results, and `main` has " << step->state.size()
                         << " states";
    return;
  }
  for (const auto &[index, state] : llvm::enumerate(step->state)) {
    auto shape = shapeOf(init.getResultTypes()[index]);
    auto name =
        init.getResultAttrOfType<mlir::StringAttr>(index, role::NameAttribute);
    if (!shape || *shape != state.shape ||
        (name && name.getValue() != state.name))
      error(init.getLoc()) << "result " << index << " of `init` is "
                           << init.getResultTypes()[index]
                           << (name ? " `" + name.str() + "`" : "")
                           << ", and that state of `main` is "
                           << state.shape.text() << " `" << state.name << "`";
  }
}

void Analysis::readCounts() {
  auto count = [&](StringRef name) -> std::optional<int64_t> {
    auto value = module->getAttrOfType<mlir::IntegerAttr>(name);
    if (!value)
      return std::nullopt;
    return value.getInt();
  };
  // More than there are devices anywhere; numbers of examples are multiples.
  constexpr int64_t MostReplicas = 1 << 20;
  step->replicas = count(role::ReplicasAttribute);
  if (step->replicas && (*step->replicas < 1 || *step->replicas > MostReplicas))
    error(module.getLoc()) << "`mhlo.num_replicas` is " << *step->replicas;
  if (int64_t partitions = count(role::PartitionsAttribute).value_or(1);
      partitions != 1)
    error(module.getLoc()) << "the step is split into " << partitions
                           << " partitions, and each device of the trainer "
                              "has a whole replica";
}

bool Analysis::run(StepModule &out) {
  step = &out;
  readCounts();
  FuncOp main = find(role::StepFunction), init = find(role::InitFunction);
  if (main)
    readMain(main);
  if (isRight)
    checkInit(init);
  return isRight;
}

//===----------------------------------------------------------------------===//
// The two programs
//===----------------------------------------------------------------------===//

/// Takes out what devices need not know.
static void dropOurAttributes(FuncOp function) {
  auto namesOf = [](mlir::DictionaryAttr dictionary) {
    llvm::SmallVector<mlir::StringAttr> names;
    for (mlir::NamedAttribute attribute :
         dictionary ? dictionary.getValue() : mlir::DictionaryAttr::ValueType())
      if (attribute.getName().strref().starts_with(OurPrefix))
        names.push_back(attribute.getName());
    return names;
  };
  for (unsigned index = 0; index < function.getNumArguments(); ++index)
    for (mlir::StringAttr name : namesOf(function.getArgAttrDict(index)))
      function.removeArgAttr(index, name);
  for (unsigned index = 0; index < function.getNumResults(); ++index)
    for (mlir::StringAttr name : namesOf(function.getResultAttrDict(index)))
      function.removeResultAttr(index, name);
}

static std::string print(mlir::ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream);
  stream << "\n";
  return text;
}

/// The module with one of its two functions as `main`.
static std::string programOf(mlir::ModuleOp module, StringRef kept,
                             StringRef dropped) {
  mlir::OwningOpRef<mlir::ModuleOp> copy = module.clone();
  copy->lookupSymbol<FuncOp>(dropped).erase();
  // The state is made once, on one device.
  if (kept == role::InitFunction)
    copy.get()->removeAttr(role::ReplicasAttribute);
  auto function = copy->lookupSymbol<FuncOp>(kept);
  function.setName("main");
  dropOurAttributes(function);
  return print(*copy);
}

std::optional<StepModule> trainer::analyzeStepModule(mlir::ModuleOp module) {
  StepModule step;
  if (!Analysis(module).run(step))
    return std::nullopt;
  step.name = module.getName().value_or("step").str();
  step.stepText = programOf(module, role::StepFunction, role::InitFunction);
  step.initText = programOf(module, role::InitFunction, role::StepFunction);
  std::string text = print(module);
  auto digest = llvm::SHA256::hash(llvm::arrayRefFromStringRef(text));
  step.hash = llvm::toHex(digest, /*LowerCase=*/true);
  return step;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::unique_ptr<mlir::MLIRContext> trainer::makeStepContext() {
  mlir::DialectRegistry registry;
  stablehlo::registerProgramDialects(registry);
  registry.insert<devrt::DevRTDialect>();
  auto context = std::make_unique<mlir::MLIRContext>(
      registry, mlir::MLIRContext::Threading::DISABLED);
  context->loadDialect<devrt::DevRTDialect>();
  context->printOpOnDiagnostic(false);
  return context;
}

llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
trainer::readStepModule(StringRef text, StringRef fileName,
                        mlir::MLIRContext &context, StepModule &step) {
  llvm::SourceMgr manager;
  std::string diagnostics;
  llvm::raw_string_ostream stream(diagnostics);
  mlir::SourceMgrDiagnosticHandler handler(manager, &context, stream);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      stablehlo::readModule(text, fileName, manager, &context);
  std::optional<StepModule> read;
  if (module)
    read = analyzeStepModule(*module);
  if (!read)
    return llvm::createStringError(StringRef(diagnostics).rtrim());
  step = std::move(*read);
  return module;
}

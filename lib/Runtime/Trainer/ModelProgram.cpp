//===- ModelProgram.cpp - Programs of a model and its state ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module of a model has functions whose arguments and results have roles and
// names as attributes. It is split in programs with one of the functions as
// `main` each, and without the attributes.
//
//===----------------------------------------------------------------------===//

#include "Runtime/Trainer/ModelProgram.h"
#include "Dialect/StableHLO/Builders/Roles.h"
#include "Dialect/StableHLO/IR/ShardingReader.h"
#include "Support/LLVM.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/JSON.h"

using namespace trainlint;
using namespace trainlint::trainer;
namespace role = trainlint::stablehlo::role;
using mlir::func::FuncOp;
using pjrt::abi::Buffer_Type;

static constexpr StringRef OurPrefix = "trainlint.";

bool ModelProgram::takes(Role role) const {
  return llvm::any_of(arguments, [&](const Argument &argument) {
    return argument.role == role;
  });
}

bool ModelProgram::isSharedByReplicas(size_t state) const {
  auto part = parts.find(state);
  return part != parts.end() && !part->second.tiles;
}

const pjrt::BufferShape &ModelProgram::writtenShape(size_t number) const {
  return isSharedByReplicas(number) ? parts.at(number).shape
                                    : state[number].shape;
}

std::optional<pjrt::BufferShape> trainer::shapeOf(mlir::Type type) {
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

FuncOp RoleReader::find(StringRef name) {
  auto function = module.lookupSymbol<FuncOp>(name);
  if (function && function.isPublic() && !function.isDeclaration())
    return function;
  error(module.getLoc()) << (kind.starts_with("e") ? "an " : "a ") << kind
                         << " module has a public function `" << name
                         << "`, and this one has none";
  return {};
}

std::string RoleReader::nameOf(mlir::Location location, mlir::Attribute name,
                               const llvm::Twine &what) {
  auto text = mlir::dyn_cast_or_null<mlir::StringAttr>(name);
  if (text && !text.getValue().empty() && llvm::json::isUTF8(text.getValue()))
    return text.str();
  error(location) << what << " has no `" << role::NameAttribute << "`";
  return {};
}

std::string RoleReader::resultName(FuncOp function, unsigned index) {
  return nameOf(
      function.getLoc(), function.getResultAttr(index, role::NameAttribute),
      "result " + llvm::Twine(index) + " of `" + function.getName() + "`");
}

StringRef RoleReader::resultRole(FuncOp function, unsigned index) {
  auto said = function.getResultAttrOfType<mlir::StringAttr>(
      index, role::RoleAttribute);
  return said ? said.getValue() : StringRef();
}

void RoleReader::readState(FuncOp main, unsigned index, pjrt::BufferShape shape,
                           ModelProgram &program, bool isStep) {
  mlir::Location location = main.getArgument(index).getLoc();
  std::string name =
      nameOf(location, main.getArgAttr(index, role::NameAttribute),
             "argument " + llvm::Twine(index) + " of `main`");
  size_t number = program.state.size();
  // Everybody but the step knows all of it.
  if (auto whole =
          main.getArgAttrOfType<mlir::TypeAttr>(index, role::WholeAttribute);
      whole && isStep)
    if (auto all = shapeOf(whole.getValue()))
      shape = std::move(*all);
  auto alias =
      main.getArgAttrOfType<mlir::IntegerAttr>(index, role::AliasAttribute);
  bool isDonated = alias ? alias.getInt() == static_cast<int64_t>(number)
                         : bool(main.getArgAttr(index, role::DonorAttribute));
  if (isStep && !isDonated)
    error(location) << "the state `" << name << "` is not donated to result "
                    << number << " with `" << role::AliasAttribute << "`";
  if (!isStep && (alias || isDonated))
    error(location) << "the state `" << name
                    << "` is donated, and it is needed again";
  if (!name.empty() && !stateNames.insert(name).second)
    error(location) << "there are two states `" << name << "`";
  program.state.push_back({std::move(name), std::move(shape)});
  program.arguments.push_back({Role::State, number});
}

void RoleReader::readInput(FuncOp main, unsigned index, pjrt::BufferShape shape,
                           ModelProgram &program) {
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
  if (!program.inputs.empty() && input.batch() != program.batch())
    error(location) << "the input `" << input.name << "` has a batch of "
                    << input.batch() << ", and `" << program.inputs.front().name
                    << "` has " << program.batch();
  program.arguments.push_back({Role::Input, program.inputs.size()});
  program.inputs.push_back(std::move(input));
}

/// Weights stand behind the inputs, whose batch they have.
void RoleReader::readWeights(mlir::Location location,
                             const pjrt::BufferShape &shape,
                             ModelProgram &program) {
  if (program.takes(Role::Weights))
    error(location) << "there are two arguments of weights";
  bool isRight =
      (shape.type == Buffer_Type::F32 || shape.type == Buffer_Type::F64) &&
      shape == pjrt::BufferShape{shape.type, {program.batch()}};
  if (!isRight)
    error(location) << "the weights are " << shape.text()
                    << " instead of one number of f32 or f64 for each of "
                    << program.batch() << " examples";
  program.weightsType = shape.type;
  program.arguments.push_back({Role::Weights, 0});
}

void RoleReader::readArgument(FuncOp main, unsigned index,
                              ModelProgram &program, bool isStep) {
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
    return readState(main, index, std::move(*shape), program, isStep);
  if (word == role::Input)
    return readInput(main, index, std::move(*shape), program);
  if (word == role::Weights && !isStep)
    return readWeights(location, *shape, program);
  if (word != role::Seed) {
    error(location) << "argument " << index << " of `main` has no `"
                    << role::RoleAttribute << "` of `state`, `input`"
                    << (isStep ? "" : ", `weights`") << " or `seed`";
    return;
  }
  if (program.takes(Role::Seed))
    error(location) << "there are two seeds";
  if (*shape != pjrt::BufferShape{Buffer_Type::U64, {2}})
    error(location) << "the seed is " << shape->text()
                    << " instead of tensor<2xui64>";
  program.arguments.push_back({Role::Seed, 0});
}

void RoleReader::readArguments(FuncOp main, ModelProgram &program,
                               bool isStep) {
  for (unsigned index = 0; index < main.getNumArguments(); ++index)
    readArgument(main, index, program, isStep);
}

std::optional<NamedShape> RoleReader::readMetric(FuncOp function,
                                                 unsigned index) {
  auto shape = shapeOf(function.getResultTypes()[index]);
  std::string name = resultName(function, index);
  bool isNumber =
      shape && shape->dims.empty() &&
      (data::isFloating(shape->type) || data::isInteger(shape->type));
  if (isNumber)
    return NamedShape{std::move(name), std::move(*shape)};
  error(function.getLoc()) << "the metric `" << name << "` is "
                           << function.getResultTypes()[index]
                           << " instead of one number";
  return std::nullopt;
}

void RoleReader::checkInit(FuncOp init, ModelProgram &program) {
  program.initTakesSeed = init.getNumArguments() == 1;
  auto isSeed = [&] {
    auto shape = shapeOf(init.getArgumentTypes()[0]);
    return shape && *shape == pjrt::BufferShape{Buffer_Type::S64, {}};
  };
  if (init.getNumArguments() > 1 || (program.initTakesSeed && !isSeed()))
    error(init.getLoc())
        << "`init` takes nothing, or the seed of the run as a tensor<i64>";
  if (init.getNumResults() != program.state.size()) {
    error(init.getLoc()) << "`init` gives " << init.getNumResults()
                         << " results, and `main` has " << program.state.size()
                         << " states";
    return;
  }
  for (const auto &[index, state] : llvm::enumerate(program.state)) {
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

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// Takes out what devices need not know.
static void dropOurAttributes(FuncOp function) {
  auto namesOf = [](mlir::DictionaryAttr dictionary) {
    SmallVector<mlir::StringAttr> names;
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

std::string trainer::printModule(mlir::ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream);
  stream << "\n";
  return text;
}

/// The bytes of a constant as a device takes them; none of one that is short as
/// text, or whose elements are not whole bytes.
static std::optional<ArrayRef<char>> bytesOf(mlir::Value value) {
  mlir::DenseElementsAttr elements;
  if (!mlir::matchPattern(value, mlir::m_Constant(&elements)) ||
      elements.isSplat())
    return std::nullopt;
  mlir::Type element = elements.getElementType();
  bool isWhole =
      element.isIntOrFloat() && element.getIntOrFloatBitWidth() % 8 == 0;
  auto shape = shapeOf(elements.getType());
  ArrayRef<char> bytes = elements.getRawData();
  if (!isWhole || !shape ||
      bytes.size() != static_cast<size_t>(shape->byteSize()))
    return std::nullopt;
  return bytes;
}

std::vector<ConstantState> trainer::takeConstants(mlir::ModuleOp module) {
  auto init = module.lookupSymbol<FuncOp>(role::InitFunction);
  mlir::Operation *end = init.getBody().back().getTerminator();
  std::vector<ConstantState> taken;
  llvm::BitVector places(end->getNumOperands());
  SmallVector<mlir::Operation *> makers;
  for (auto [index, value] : llvm::enumerate(end->getOperands())) {
    auto bytes = bytesOf(value);
    if (!bytes)
      continue;
    taken.push_back({index, *bytes});
    places.set(index);
    makers.push_back(value.getDefiningOp());
  }
  end->eraseOperands(places);
  (void)init.eraseResults(places);
  for (mlir::Operation *op :
       llvm::SmallSetVector<mlir::Operation *, 8>(makers.begin(), makers.end()))
    if (op->use_empty())
      op->erase();
  return taken;
}

void trainer::dropShardings(mlir::ModuleOp module) {
  module.walk([](mlir::Operation *op) {
    op->removeDiscardableAttr(stablehlo::HloShardingAttribute);
    op->removeDiscardableAttr(stablehlo::SdyShardingAttribute);
    auto function = llvm::dyn_cast<FuncOp>(op);
    if (!function)
      return;
    for (StringRef name : {StringRef(stablehlo::HloShardingAttribute),
                           StringRef(stablehlo::SdyShardingAttribute)}) {
      auto attribute = mlir::StringAttr::get(op->getContext(), name);
      for (unsigned index = 0; index < function.getNumArguments(); ++index)
        function.removeArgAttr(index, attribute);
      for (unsigned index = 0; index < function.getNumResults(); ++index)
        function.removeResultAttr(index, attribute);
    }
  });
}

std::string trainer::programOf(mlir::ModuleOp module, StringRef kept,
                               ArrayRef<StringRef> dropped) {
  mlir::OwningOpRef<mlir::ModuleOp> copy = module.clone();
  for (StringRef name : dropped)
    copy->lookupSymbol<FuncOp>(name).erase();
  // Only `main` runs on all devices.
  if (kept != role::StepFunction) {
    copy.get()->removeAttr(role::ReplicasAttribute);
    copy.get()->removeAttr(role::PartitionsAttribute);
    dropShardings(*copy);
  }
  auto function = copy->lookupSymbol<FuncOp>(kept);
  function.setName("main");
  dropOurAttributes(function);
  // What gradients were told is of no use to a device.
  copy->walk([](mlir::Operation *op) {
    for (mlir::NamedAttribute attribute :
         llvm::to_vector(op->getDiscardableAttrs()))
      if (attribute.getName().strref().starts_with(OurPrefix))
        op->removeDiscardableAttr(attribute.getName());
  });
  return printModule(*copy);
}

std::string trainer::initProgramOf(mlir::ModuleOp module,
                                   ArrayRef<StringRef> dropped) {
  auto init = module.lookupSymbol<FuncOp>(role::InitFunction);
  return init.getNumResults() == 0
             ? std::string()
             : programOf(module, role::InitFunction, dropped);
}

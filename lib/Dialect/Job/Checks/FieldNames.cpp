//===- FieldNames.cpp - What users call the parts of a job ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/Checks/FieldNames.h"
#include "Dialect/Job/IR/PoolFields.h"
#include "Support/LLVM.h"
#include "Tables/Tables.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::job;

//===----------------------------------------------------------------------===//
// Flags
//===----------------------------------------------------------------------===//

/// True if a path is that of a field, or its end.
static bool endsWithField(StringRef path, StringRef field) {
  return path.consume_back(field) && (path.empty() || path.ends_with("."));
}

/// The flags of commands that set fields.
static std::vector<const CommandFlags::Row *>
flagsOf(llvm::ArrayRef<StringRef> commands) {
  std::vector<const CommandFlags::Row *> flags;
  for (StringRef command : commands)
    for (const CommandFlags::Row &row : Tables::builtIn().commandFlags.rows)
      if (row.command == command && !row.field.empty())
        flags.push_back(&row);
  return flags;
}

/// The flag that sets a field of a job; the field if there is none.
static std::string flagOf(Platform platform, StringRef field) {
  static const auto vertex = flagsOf(
      {"gcloud ai custom-jobs create", "gcloud ai hp-tuning-jobs create"});
  static const auto aiPlatform =
      flagsOf({"gcloud ai-platform jobs submit training"});
  for (const CommandFlags::Row *row :
       platform == Platform::VertexAI ? vertex : aiPlatform) {
    if (!endsWithField(row->field, field))
      continue;
    auto [flag, key] = row->flag.split('.');
    return key.empty() ? ("--" + flag).str() : key.str();
  }
  return field.str();
}

/// The file in which a text stands; null if it stands nowhere.
static mlir::StringAttr fileOf(mlir::LocationAttr location) {
  mlir::StringAttr file;
  if (location)
    location.walk([&](mlir::Location part) {
      auto range = llvm::dyn_cast<mlir::FileLineColRange>(part);
      if (!range)
        return mlir::WalkResult::advance();
      file = range.getFilename();
      return mlir::WalkResult::interrupt();
    });
  return file;
}

/// True if a value stands in another file than the command whose flags give the
/// other ones.
static bool isFromNamedFile(TrainingOp training, ValueAttr value) {
  ValueAttr command = training.getFromFlagsAttr();
  return command && value &&
         fileOf(command.getLocation()) != fileOf(value.getLocation());
}

bool trainlint::job::isFromFlag(TrainingOp training, ValueAttr value) {
  return training.getFromFlagsAttr() && !isFromNamedFile(training, value);
}

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

/// A text that lives as long as the context of a job.
static StringRef keep(TrainingOp training, const llvm::Twine &text) {
  return mlir::StringAttr::get(training.getContext(), text).getValue();
}

StringRef trainlint::job::nameOfField(TrainingOp training, StringRef field) {
  if (!training.getFromPythonAttr() ||
      training.getPlatform() != Platform::VertexAI)
    return keep(training, field);
  // The one argument that is not called after its field.
  if (field == "baseOutputDirectory.outputUriPrefix")
    return "base_output_dir";
  return keep(training, llvm::convertToSnakeFromCamelCase(field));
}

StringRef trainlint::job::nameOrFlagOf(TrainingOp training, StringRef field) {
  return training.getFromFlagsAttr()
             ? keep(training, flagOf(training.getPlatform(), field))
             : nameOfField(training, field);
}

StringRef trainlint::job::nameOrFlagOf(TrainingOp training, ValueAttr value,
                                       StringRef field) {
  return isFromNamedFile(training, value) ? keep(training, field)
                                          : nameOrFlagOf(training, field);
}

StringRef trainlint::job::settingOf(TrainingOp training, ValueAttr value,
                                    StringRef field, StringRef wanted) {
  StringRef name = nameOrFlagOf(training, value, field);
  return isFromFlag(training, value)
             ? keep(training, name + " " + wanted.lower())
             : keep(training, name + ": " + wanted);
}

std::string trainlint::job::useTpuWorker(PoolOp pool) {
  auto training = pool->getParentOfType<TrainingOp>();
  return ("use `" +
          settingOf(training, /*value=*/{}, "workerType", "cloud_tpu") + "`")
      .str();
}

//===----------------------------------------------------------------------===//
// Pools
//===----------------------------------------------------------------------===//

namespace {
/// The names of all roles, spelled in one way, by the number of the role.
using AllRoles = std::vector<RoleNames>;
} // namespace

/// The names in files of AI Platform.
static AllRoles namesOfAIPlatform() {
  static constexpr llvm::StringLiteral nouns[] = {
      "the master", "the workers", "the parameter servers", "the evaluators"};
  AllRoles all;
  for (auto [fields, noun] : llvm::zip_equal(poolFields(), nouns))
    all.push_back({noun.str(), fields.machineType, fields.replicas,
                   fields.config, fields.config + ".acceleratorConfig",
                   fields.config + ".imageUri"});
  return all;
}

/// Those of the flags. There is none for evaluators, who come from a file.
static AllRoles flagsOfAIPlatform() {
  AllRoles all = namesOfAIPlatform();
  for (RoleNames &names : all) {
    for (std::string RoleNames::*name :
         {&RoleNames::machineType, &RoleNames::replicas,
          &RoleNames::accelerator, &RoleNames::image})
      if (!(names.*name).empty())
        names.*name = flagOf(Platform::AIPlatform, names.*name);
  }
  return all;
}

/// The names of the worker pools of Vertex AI, by position.
static AllRoles namesOfVertex() {
  AllRoles all;
  for (StringRef position : {"first", "second", "third", "fourth"}) {
    std::string pool =
        ("workerPoolSpecs[" + llvm::Twine(all.size()) + "]").str();
    all.push_back({("the " + position + " worker pool").str(),
                   pool + ".machineSpec.machineType", pool + ".replicaCount",
                   pool, pool + ".machineSpec.acceleratorType",
                   pool + ".containerSpec.imageUri"});
  }
  return all;
}

/// Those of the clients for Python.
static AllRoles pythonOfVertex() {
  AllRoles all = namesOfVertex();
  for (RoleNames &names : all) {
    for (std::string RoleNames::*name :
         {&RoleNames::machineType, &RoleNames::replicas, &RoleNames::config,
          &RoleNames::accelerator, &RoleNames::image})
      names.*name = llvm::convertToSnakeFromCamelCase(names.*name);
  }
  return all;
}

/// The keys in the dictionaries of `--worker-pool-spec`.
static AllRoles flagsOfVertex() {
  AllRoles all;
  for (StringRef position : {"first", "second", "third", "fourth"})
    all.push_back({("the " + position + " worker pool").str(),
                   flagOf(Platform::VertexAI, "machineType"),
                   flagOf(Platform::VertexAI, "replicaCount"),
                   ("the " + position + " --worker-pool-spec").str(),
                   flagOf(Platform::VertexAI, "acceleratorType"),
                   flagOf(Platform::VertexAI, "containerSpec.imageUri")});
  return all;
}

/// The names of all roles as the user of a job writes them.
static const AllRoles &rolesOf(TrainingOp training, bool isFromFlag) {
  bool isVertex = training && training.getPlatform() == Platform::VertexAI;
  if (isVertex && isFromFlag) {
    static const AllRoles names = flagsOfVertex();
    return names;
  }
  if (isVertex && training.getFromPythonAttr()) {
    static const AllRoles names = pythonOfVertex();
    return names;
  }
  if (isVertex) {
    static const AllRoles names = namesOfVertex();
    return names;
  }
  if (isFromFlag) {
    static const AllRoles names = flagsOfAIPlatform();
    return names;
  }
  static const AllRoles names = namesOfAIPlatform();
  return names;
}

const RoleNames &trainlint::job::namesOf(PoolOp pool) {
  auto training = pool->getParentOfType<TrainingOp>();
  bool isFromFlag = training && training.getFromFlagsAttr();
  return rolesOf(training, isFromFlag)[static_cast<unsigned>(pool.getRole())];
}

const RoleNames &trainlint::job::namesOf(PoolOp pool, ValueAttr value) {
  auto training = pool->getParentOfType<TrainingOp>();
  bool isField = training && training.getPlatform() == Platform::AIPlatform &&
                 isFromNamedFile(training, value);
  return isField
             ? rolesOf(
                   training,
                   /*isFromFlag=*/false)[static_cast<unsigned>(pool.getRole())]
             : namesOf(pool);
}

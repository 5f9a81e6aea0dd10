//===- CheckPackage.cpp - Packages that are sent with jobs ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Scripts/CheckPackage.h"
#include "Diagnostics/Messages/TrainerScripts.h"
#include "Diagnostics/Report.h"
#include "Diagnostics/SourceSet.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::job;
using namespace trainlint::python;

static std::string inFolder(StringRef folder, StringRef name) {
  return folder.empty() ? name.str() : (folder + "/" + name).str();
}

void python::checkModuleExists(StringRef module, StringRef folder,
                               StringRef file, ValueAttr name, uint32_t place,
                               TrainerScripts &scripts) {
  // Only where the package itself is there for certain.
  bool hasPackage =
      scripts.find(inFolder(folder, "__init__.py"), place) != nullptr;
  if (!hasPackage || scripts.mayExist((file + ".py").str(), place) ||
      scripts.mayExist((file + "/__init__.py").str(), place) ||
      scripts.mayExist((file + "/__main__.py").str(), place))
    return;
  diag::ScriptMissing::module(name.getLoc(), module, quoted(folder));
}

//===----------------------------------------------------------------------===//
// Imports
//===----------------------------------------------------------------------===//

namespace {

/// A module that a statement imports.
struct ImportedName {
  /// `model`, `trainer.model`; of `from . import model` empty.
  StringRef module;
  /// How many dots are in front.
  unsigned level = 0;
  Node statement;
  /// Where the module is named.
  Node name;
  /// What `from` imports.
  llvm::SmallVector<StringRef, 4> members;
  /// True for `import model` without `as`.
  bool isPlain = false;
};

/// The modules of a package, as far as the one that the job runs imports them.
class PackageReader {
public:
  PackageReader(StringRef folder, uint32_t place, TrainerScripts &scripts)
      : folder(folder), place(place), scripts(scripts) {}

  /// Reads a module and all that it imports of the package. False if others may
  /// take part that are not read.
  bool read(const TrainerScript &script);
  llvm::ArrayRef<const TrainerScript *> modules() const { return found; }

private:
  const TrainerScript *moduleOf(StringRef name);
  bool follow(const ImportedName &name);

  StringRef folder;
  uint32_t place;
  TrainerScripts &scripts;
  llvm::SmallVector<const TrainerScript *> found;
};

} // namespace

/// True within `try`, a function or a condition, where an import may fail or
/// never happen.
static bool isGuarded(Node statement) {
  for (Node node = statement.parent(); node; node = node.parent()) {
    if (node.is(NodeKind::TryStatement) || node.is(NodeKind::IfStatement) ||
        node.is(NodeKind::FunctionDefinition))
      return true;
  }
  return false;
}

static void addImport(Node statement, std::vector<ImportedName> &imports) {
  for (Node part : statement.children()) {
    Node name =
        part.is(NodeKind::AliasedImport) ? part.child(Field::Name) : part;
    if (!name.is(NodeKind::DottedName))
      continue;
    ImportedName &made = imports.emplace_back();
    made.module = name.text();
    made.statement = statement;
    made.name = name;
    made.isPlain = name == part;
  }
}

static void addImportFrom(Node statement, std::vector<ImportedName> &imports) {
  Node module = statement.child(Field::ModuleName);
  if (!module)
    return;
  ImportedName &made = imports.emplace_back();
  made.statement = statement;
  made.name = module;
  StringRef text = module.text();
  made.level = static_cast<unsigned>(
      text.take_while([](char c) { return c == '.'; }).size());
  made.module = text.drop_front(made.level).trim();
  for (Node part : statement.children()) {
    if (part.field() != Field::Name)
      continue;
    Node name =
        part.is(NodeKind::AliasedImport) ? part.child(Field::Name) : part;
    made.members.push_back(name.text());
  }
}

static std::vector<ImportedName> importsOf(const TrainerScript &script) {
  std::vector<ImportedName> imports;
  for (Node statement : script.imports) {
    if (statement.is(NodeKind::ImportStatement))
      addImport(statement, imports);
    else
      addImportFrom(statement, imports);
  }
  return imports;
}

const TrainerScript *PackageReader::moduleOf(StringRef name) {
  std::string path = name.str();
  std::replace(path.begin(), path.end(), '.', '/');
  return scripts.find(inFolder(folder, path + ".py"), place);
}

/// Libraries that connect to no TPU by themselves.
static bool isOrdinaryLibrary(StringRef module) {
  static const llvm::StringSet<> Names = {"__future__",
                                          "abc",
                                          "argparse",
                                          "ast",
                                          "base64",
                                          "calendar",
                                          "collections",
                                          "contextlib",
                                          "copy",
                                          "csv",
                                          "dataclasses",
                                          "datetime",
                                          "distutils",
                                          "enum",
                                          "errno",
                                          "functools",
                                          "gc",
                                          "glob",
                                          "gzip",
                                          "hashlib",
                                          "heapq",
                                          "importlib",
                                          "inspect",
                                          "io",
                                          "itertools",
                                          "json",
                                          "logging",
                                          "math",
                                          "matplotlib",
                                          "multiprocessing",
                                          "numpy",
                                          "operator",
                                          "os",
                                          "pandas",
                                          "pathlib",
                                          "pickle",
                                          "pkg_resources",
                                          "pprint",
                                          "random",
                                          "re",
                                          "scipy",
                                          "seaborn",
                                          "shutil",
                                          "six",
                                          "sklearn",
                                          "socket",
                                          "string",
                                          "struct",
                                          "subprocess",
                                          "sys",
                                          "tarfile",
                                          "tempfile",
                                          "tensorflow",
                                          "tensorflow_datasets",
                                          "threading",
                                          "time",
                                          "traceback",
                                          "types",
                                          "typing",
                                          "urllib",
                                          "uuid",
                                          "warnings",
                                          "yaml",
                                          "zipfile",
                                          "hypertune",
                                          "google",
                                          "absl",
                                          "PIL",
                                          "cv2",
                                          "h5py",
                                          "joblib",
                                          "tqdm",
                                          "requests"};
  return Names.contains(module.split('.').first);
}

bool PackageReader::follow(const ImportedName &name) {
  StringRef module = name.module, package = llvm::sys::path::filename(folder);
  bool isOwn = name.level == 1;
  if (name.level > 1)
    return false;
  if (!isOwn && module.split('.').first == package) {
    module = module == package ? StringRef() : module.split('.').second;
    isOwn = true;
  }
  if (!isOwn && isOrdinaryLibrary(module))
    return true;
  if (!module.empty()) {
    if (const TrainerScript *script = moduleOf(module))
      return read(*script);
    // `from trainer.nets import net`, of a package within it.
    for (StringRef member : name.members) {
      const TrainerScript *script = moduleOf((module + "." + member).str());
      if (!isOwn || !script || !read(*script))
        return false;
    }
    return isOwn && !name.members.empty();
  }
  for (StringRef member : name.members) {
    const TrainerScript *script = moduleOf(member);
    if (!script || !read(*script))
      return false;
  }
  return true;
}

bool PackageReader::read(const TrainerScript &script) {
  static constexpr size_t MostModules = 16;
  if (llvm::is_contained(found, &script))
    return true;
  if (found.size() >= MostModules)
    return false;
  found.push_back(&script);
  bool isAll = true;
  for (const ImportedName &name : importsOf(script))
    isAll &= follow(name);
  return isAll && !script.program->isPartial();
}

//===----------------------------------------------------------------------===//
// TPUs
//===----------------------------------------------------------------------===//

static bool asksForTpu(TrainingOp job) {
  if (knownString(job.getScaleTierAttr()) == StringRef("BASIC_TPU"))
    return true;
  return llvm::any_of(job.getPools(), [](PoolOp pool) {
    std::optional<StringRef> machine = knownString(pool.getMachineTypeAttr());
    std::optional<StringRef> accelerator =
        knownString(pool.getAcceleratorTypeAttr());
    return machine == StringRef("cloud_tpu") ||
           (accelerator && accelerator->starts_with("TPU_"));
  });
}

static void checkTpuUse(TrainingOp job, const PackageReader &package,
                        StringRef folder) {
  if (!asksForTpu(job))
    return;
  for (const TrainerScript *script : package.modules())
    if (script->speaksOfTpus)
      return;
  mlir::Location location =
      job.getScaleTierAttr() ? job.getScaleTierAttr().getLoc() : job.getLoc();
  diag::TpuNotUsed::absent(location, folder)
      .help("programs of TensorFlow connect with `TPUClusterResolver`");
}

//===----------------------------------------------------------------------===//
// Imports of siblings
//===----------------------------------------------------------------------===//

static void checkSiblings(const TrainerScript &script, StringRef folder,
                          const gcloud::SentPackage &sent,
                          TrainerScripts &scripts) {
  uint32_t place = sent.place;
  StringRef package = llvm::sys::path::filename(folder);
  StringRef above = llvm::sys::path::parent_path(folder);
  if (script.changesPath)
    return;
  for (const ImportedName &name : importsOf(script)) {
    auto [top, rest] = name.module.split('.');
    if (name.level || top.empty() || isOrdinaryLibrary(top) || top == package ||
        isGuarded(name.statement))
      continue;
    bool isSibling = scripts.find(inFolder(folder, (top + ".py").str()), place);
    // What lies beside the package may be sent with it.
    if (!isSibling ||
        scripts.mayExist(inFolder(above, (top + ".py").str()), place) ||
        scripts.mayExist(inFolder(above, (top + "/__init__.py").str()), place))
      continue;
    Place at{script.module->buffer, name.name.place()};
    mlir::MLIRContext *context = sent.location.getContext();
    mlir::Location location = makeLocation(context, *at.buffer, at.range);
    Report report = diag::RelativeImport::sibling(location, top, package);
    report.note(mlir::Location(sent.location), "the job is sent this package");
    bool isImport = name.statement.is(NodeKind::ImportStatement);
    if (!isImport) {
      std::string full = (package + "." + name.module).str();
      report.fix(/*safe=*/false, "write `" + full + "`", location, full);
      continue;
    }
    bool isAlone = name.isPlain && rest.empty() &&
                   name.statement.firstChild() == name.name &&
                   !name.name.nextSibling();
    std::string full = ("from " + package + " import " + top).str();
    if (isAlone)
      report.fix(/*safe=*/false, "write `" + full + "`",
                 makeLocation(context, *at.buffer, name.statement.place()),
                 full);
    else
      report.help("write `" + full + "`");
  }
}

void python::checkPackage(TrainingOp job, const gcloud::SentPackage &sent,
                          const TrainerScript &main, StringRef folder,
                          TrainerScripts &scripts) {
  PackageReader package(folder, sent.place, scripts);
  if (package.read(main))
    checkTpuUse(job, package, folder);
  // Python 2 looks for modules beside the one that imports them.
  std::optional<StringRef> version = knownString(job.getPythonVersionAttr());
  if (!version || !version->starts_with("3"))
    return;
  for (const TrainerScript *script : package.modules())
    checkSiblings(*script, folder, sent, scripts);
}

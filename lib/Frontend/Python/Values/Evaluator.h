//===- Evaluator.h - Runs a program without running it ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statements run in their order, both arms of a branch one after the other. A
// loop's body runs once, with what it changes not known. Functions of the file
// run where they are called, as deep as a few calls; those that nobody calls
// run at the end with parameters that are not known, and what they change is
// undone.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_VALUES_EVALUATOR_H
#define TRAINLINT_FRONTEND_PYTHON_VALUES_EVALUATOR_H

#include "Frontend/Python/Values/Factory.h"
#include "Frontend/Python/Values/Program.h"
#include "Frontend/Python/Values/State.h"
#include "Text/Python/FormatText.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>

namespace trainlint::python {

class Evaluator {
public:
  Evaluator(const Module &module, Program::ReadFile readFile);

  /// Runs the whole module.
  void run();

  // What was found; see Program.
  ValueFactory factory;
  std::vector<const Call *> calls;
  std::vector<EnvironmentWrite> environment;
  std::vector<ShellLine> shellLines;
  std::vector<NameWrite> names;
  std::vector<Branch> branches;
  std::vector<llvm::StringRef> imports;
  std::vector<std::shared_ptr<const SourceBuffer>> files;
  /// What the names of the module stood for behind each cell that changed them.
  llvm::StringMap<llvm::SmallVector<std::pair<unsigned, const Value *>, 1>>
      history;
  llvm::StringMap<Node> definitions;
  bool partial = false;

private:
  struct Arguments;

  //===--------------------------------------------------------------------===//
  // Scopes
  //===--------------------------------------------------------------------===//

  struct Scope {
    /// Where names are looked for next; 0 for none.
    unsigned outer = 0;
    /// The module's scope.
    unsigned module = 0;
    const SourceBuffer *buffer = nullptr;
    bool isClass = false;
    llvm::DenseSet<unsigned> globals;
  };
  unsigned addScope(unsigned outer, bool isClass = false);
  unsigned nameId(llvm::StringRef name);
  const Value *lookupName(llvm::StringRef name);
  void assignName(Node target, llvm::StringRef name, const Value *value);
  bool atModuleLevel() const { return scope == scopes[scope].module; }

  //===--------------------------------------------------------------------===//
  // Statements
  //===--------------------------------------------------------------------===//

  enum class Flow : uint8_t {
    Next,
    Return,
    /// What follows is not reached: an exception, the end of the program or of
    /// this turn of a loop.
    Leave,
  };
  void runModule(const Module &module);
  void runCell(const Cell &cell);
  struct Uncalled {
    const Value *function;
    /// The class that it is a method of; null if none.
    const Value *ofClass;
  };
  void runUncalled();
  void runUncalled(Uncalled next);
  Flow runBlock(Node block);
  Flow runStatement(Node statement);
  Flow runIf(Node statement);
  Flow runIfChain(Node condition, Node body, llvm::ArrayRef<Node> alternatives);
  Flow runTry(Node statement);
  Flow runWith(Node statement);
  Flow runLoop(Node statement);
  void runImport(Node statement);
  void runImportFrom(Node statement);
  void runDefinition(Node definition, Node decorated);
  void runDelete(Node statement);
  void forgetError(Node error);
  void runMagic(const Magic &magic);
  void runShell(const Magic &magic);
  const Magic *magicAt(Node node) const;

  void assign(Node target, const Value *value);
  void assignItem(Node subscript, const Value *value);
  void assignAttribute(Node attribute, const Value *value);
  void augment(Node statement);
  /// Makes what a loop's body changes unknown.
  void forgetChanges(Node body);

  //===--------------------------------------------------------------------===//
  // Branches
  //===--------------------------------------------------------------------===//

  struct Arm {
    /// What it takes to come here: the first step is on the branch itself.
    llvm::SmallVector<PathStep, 3> steps;
    std::function<Flow()> run;
  };
  unsigned addBranch(Node at, unsigned arms);
  unsigned branchOfFlag(const Value &value, Node at);
  /// Runs arms from the same state, each on its path, and joins what they did.
  Flow fork(unsigned branch, llvm::ArrayRef<Arm> arms);
  /// The way a condition goes: a branch and the steps to where it holds, and to
  /// where it does not.
  struct Condition {
    std::optional<bool> known;
    unsigned branch = 0;
    llvm::SmallVector<PathStep, 3> whenTrue;
    llvm::SmallVector<PathStep, 3> whenFalse;
  };
  Condition conditionOf(const Value *value, Node at);
  void constrain(PathStep step);
  /// A value that was returned on one arm only, while the others went on.
  struct PendingReturn {
    unsigned branch;
    uint32_t arms;
    const Value *value;
  };
  std::vector<PendingReturn> pendingReturns;

  //===--------------------------------------------------------------------===//
  // Expressions
  //===--------------------------------------------------------------------===//

  const Value *evaluate(Node expression);
  /// A value that is named at a place.
  const Value *usedAt(const Value *value, Place use);
  const Value *evaluateString(Node string);
  const Value *evaluateConcatenation(Node strings);
  const Value *evaluateNumber(Node number);
  const Value *evaluateSequence(Node display, ValueKind kind);
  const Value *evaluateDict(Node display);
  const Value *evaluateComprehension(Node expression);
  const Value *evaluateAttribute(Node expression);
  const Value *attributeOf(const Value *object, llvm::StringRef name,
                           Place place);
  const Value *evaluateSubscript(Node expression);
  const Value *itemOf(const Value *container, const Value *key, Place place);
  const Value *evaluateBinary(Node expression);
  const Value *evaluateComparison(Node expression);
  const Value *evaluateBoolean(Node expression);
  const Value *evaluateConditional(Node expression);
  const Value *evaluateNamed(Node expression);

  const Value *binary(llvm::StringRef op, const Value *left, const Value *right,
                      Place place);
  const Value *binaryKnown(llvm::StringRef op, const Value *left,
                           const Value *right, Place place);
  std::optional<bool> compareKnown(llvm::StringRef op, const Value *left,
                                   const Value *right);
  static bool isBuiltin(llvm::StringRef name);
  /// The texts of values behind each other. `isOpen` makes one of which nothing
  /// is known.
  const Value *joinTexts(llvm::ArrayRef<TextPart> parts, Place place,
                         bool isOpen = false);
  /// A part of a text as it is.
  TextPart partOf(const Value *text, SourceRange range);
  const Value *replaceText(const Value *text, llvm::StringRef from,
                           const Value *to, Place place);
  const Value *formatPercent(const Value *format, const Value *arguments,
                             Place place);
  const Value *formatBraces(const Value *format, const Arguments &arguments,
                            Place place);
  /// What a `string.Template` says with values in its fields.
  const Value *substitute(const Value *format, const Arguments &arguments,
                          bool isSafe, Place place);
  /// A text without the blanks that all of its lines begin with.
  const Value *dedent(const Value *text, Place place);
  /// A text without blanks at its ends.
  const Value *strip(const Value *text, llvm::StringRef method, Place place);
  /// Puts values into the fields of a text; null stands for an unknown one.
  const Value *
  fillIn(const Value *format, llvm::ArrayRef<FormatPart> parts,
         llvm::function_ref<const Value *(const FormatPart &)> valueOf,
         Place place);

  using Unary = llvm::function_ref<const Value *(const Value *)>;
  /// Applies a function to each alternative, and to what stands behind an
  /// unknown value.
  const Value *lift(const Value *value, Unary function);
  const Value *usualOf(const Value *value);
  const Value *lookupDotted(llvm::StringRef text);
  using Binary =
      llvm::function_ref<const Value *(const Value *, const Value *)>;
  const Value *lift(const Value *left, const Value *right, Binary function,
                    unsigned depth = 0);

  //===--------------------------------------------------------------------===//
  // Calls
  //===--------------------------------------------------------------------===//

  struct Arguments {
    llvm::SmallVector<Argument, 8> list;
    bool isOpen = false;
    const Argument *find(llvm::StringRef name, int position = -1) const;
  };
  Arguments evaluateArguments(Node call);
  const Value *evaluateCall(Node call);
  const Value *callValue(Node call, const Value *callee, Arguments &arguments);
  const Value *callFunction(Node call, const Value *function,
                            const Arguments &arguments);
  const Value *runFunction(const Value *function, const Arguments &arguments,
                           bool isKnown, Place place);
  bool isGenerator(Node definition);
  void bindParameters(Node definition, const Value *self,
                      const Arguments &arguments, bool isKnown);
  const Value *makeInstance(Node call, const Value *classValue,
                            const Arguments &arguments);
  const Value *memberOf(const Value *classValue, llvm::StringRef name,
                        unsigned depth = 0);
  bool hasUnknownBase(const Value *classValue, unsigned depth = 0);
  const Value *callMethod(Node call, const Value *object,
                          llvm::StringRef method, Place place,
                          Arguments &arguments);
  const Value *callTextMethod(const Value *text, llvm::StringRef method,
                              const Arguments &arguments, Place place);
  /// A list of the words of a text; an open one if they are not all there are.
  const Value *wordsOf(const Value &text, llvm::ArrayRef<llvm::StringRef> words,
                       bool isAll, Place place);
  /// What a list or a dict holds when a method has added to it; null if that is
  /// not followed.
  const Value *added(const Value *now, llvm::StringRef method,
                     const Arguments &arguments);
  /// Null if the method is not one of a list or a dict that is followed.
  const Value *callContainerMethod(const Value *container,
                                   llvm::StringRef method,
                                   const Arguments &arguments, Place place);
  const Value *callName(Node call, const Value *name, Arguments &arguments);
  /// Null if it is no function of Python that is followed.
  const Value *callBuiltin(Node call, llvm::StringRef name,
                           const Arguments &arguments, Place place);
  const Value *callPath(llvm::StringRef name, const Arguments &arguments,
                        Place place);
  Call *record(Node call, llvm::StringRef callee, Place calleePlace,
               const Value *receiver, const Arguments &arguments);
  /// Longer lists are not followed.
  static constexpr size_t LongestList = 1 << 12;
  const Value *makeRange(const Arguments &arguments, Place place);
  const Value *itemsOf(const Value *value, Place place);
  /// How many items one goes over at least.
  int64_t leastCountOf(const Value *value);
  const Value *convertText(const Value *value, Place place);
  const Value *convertInteger(const Value *value, Place place);
  /// Something that may change what it is given.
  void giveAway(const Arguments &arguments);

  //===--------------------------------------------------------------------===//
  // Flags of the program, and its environment
  //===--------------------------------------------------------------------===//

  void defineFlag(const Call &call);
  const Value *flagValue(llvm::StringRef name, Place place);
  void addOption(const Call &call);
  const Value *valueOfOption(const Call &call);
  /// A decorator that gives a parameter of a function the value of an option.
  void addParameter(Node definition, const Value *decorator);
  /// Null for one that no option gives.
  const Value *parameterValue(Node definition, llvm::StringRef name);
  const Value *optionValue(const Value *parsed, llvm::StringRef name,
                           Place place);
  const Value *readEnvironment(const Value *name, const Value *fallback,
                               Place place);
  void writeEnvironment(const Value *name, const Value *value, Place place);

  //===--------------------------------------------------------------------===//
  // Modules
  //===--------------------------------------------------------------------===//

  struct ImportedModule {
    ModuleFilePtr file;
    unsigned scope = 0;
    bool isRunning = false;
  };
  ImportedModule *importModule(llvm::StringRef dotted, unsigned level);
  const Value *moduleValue(const ImportedModule &imported,
                           llvm::StringRef dotted, Place place);
  const Value *importName(llvm::StringRef module, unsigned level,
                          llvm::StringRef name, Place place);

  //===--------------------------------------------------------------------===//
  // Places and storage
  //===--------------------------------------------------------------------===//

  Place placeOf(Node node) const {
    return {scopes[scope].buffer, node.place()};
  }
  const Value *unknown(Node node) { return factory.unknown(placeOf(node)); }
  /// What a list, a dict or an object holds now.
  const Value *contents(const Value *value);
  void setContents(const Value *value, const Value *now);
  /// A list, dict or object that may change from now on.
  const Value *stored(Value *value);
  /// A value as it is now, with all that it holds.
  const Value *frozen(const Value *value, unsigned depth = 0);
  bool spend();

  const Module &main;
  Program::ReadFile readFile;
  State state;
  std::vector<Scope> scopes;
  unsigned scope = 0;
  llvm::StringMap<unsigned> nameIds;
  std::vector<llvm::StringRef> nameTexts;
  unsigned lastStorage = 0;

  std::vector<PathStep> path;
  std::vector<const Value *> contexts;
  const Cell *cell = nullptr;
  llvm::DenseMap<uint32_t, const Magic *> magics;
  /// In the text of the cell: what is assigned from here on is not known.
  uint32_t guessedFrom = UINT32_MAX;
  Node function;
  bool reached = true;
  unsigned loopDepth = 0;
  /// In how many blocks it is that a test expects to fail.
  unsigned failingDepth = 0;
  unsigned depth = 0;
  /// True while functions that nobody calls are run.
  bool isRunningUncalled = false;
  /// While the file itself runs, and not one that it imports.
  bool isMain = true;
  const Value *returned = nullptr;
  llvm::SmallVector<Node, 8> activeFunctions;
  llvm::DenseSet<std::pair<const Tree *, uint32_t>> calledFunctions;
  llvm::DenseMap<std::pair<const Tree *, uint32_t>, bool> generators;
  std::vector<Uncalled> uncalled;
  /// Names of the module that have several values, by where one looks.
  llvm::DenseMap<unsigned, const Value *> firstValue;
  llvm::DenseSet<unsigned> ambiguous;

  llvm::StringMap<const Value *> flags;
  /// By the default of the flag, where it is defined, and what it is compared
  /// with.
  std::map<std::tuple<const Value *, uint32_t, llvm::StringRef>, unsigned>
      flagBranches;
  llvm::DenseMap<const Call *, llvm::StringMap<const Value *>> options;
  /// Those that options give to functions, by their definitions.
  llvm::DenseMap<std::pair<const Tree *, uint32_t>,
                 llvm::StringMap<const Value *>>
      parameters;
  /// By what a file asks for, and by the name of the file that was found.
  llvm::StringMap<std::unique_ptr<ImportedModule>> modules;
  llvm::StringMap<ImportedModule *> modulesByFile;
  unsigned importAttempts = 0;
  /// What may still be looked at, and the bytes that values may take.
  uint64_t budget = 0;
  size_t mostMemory = 0;
  unsigned frozenBudget = 0;
};

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_VALUES_EVALUATOR_H

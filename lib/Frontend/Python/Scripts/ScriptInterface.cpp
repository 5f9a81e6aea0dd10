//===- ScriptInterface.cpp - What a script takes and reports --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Scripts/ScriptInterface.h"
#include "Support/LLVM.h"
#include "llvm/ADT/DenseSet.h"

using namespace trainlint;
using namespace trainlint::python;

namespace {

/// Looks for the one parser of a script. Gives up at whatever could add options
/// that are not seen, or read the command line in another way.
class ParserReader {
public:
  ParserReader(const Program &program, ScriptInterface &result)
      : program(program), result(result) {}

  void read();

private:
  bool usesOtherParsers() const;
  const Call *findParser() const;
  bool isPlainParser() const;
  bool belongsToParser(const Call &call) const;
  bool isGivenAway() const;
  bool addOptions();
  bool addOption(const Call &call);
  bool readParsing();
  bool ignoresRest(const Call &parse) const;

  const Program &program;
  ScriptInterface &result;
  const Call *parser = nullptr;
};

} // namespace

static StringRef lastPart(StringRef callee) {
  return callee.rsplit('.').second;
}

/// True if a call runs once whenever the script does.
static bool isCertain(const Call &call) {
  return call.path.empty() && !call.isInLoop && call.isReached;
}

//===----------------------------------------------------------------------===//
// The parser
//===----------------------------------------------------------------------===//

/// Flags that modules define, commands made of functions, and programs that
/// take the command line apart themselves.
bool ParserReader::usesOtherParsers() const {
  static constexpr llvm::StringLiteral Words[] = {
      "DEFINE_",          "add_subparsers",    "set_defaults(func",
      "HfArgumentParser", "add_argparse_args", "REMAINDER"};
  static constexpr llvm::StringLiteral Modules[] = {
      "absl.flags",     "click",          "fire",         "typer",
      "hydra",          "docopt",         "jsonargparse", "tyro",
      "configargparse", "simple_parsing", "sacred"};
  return program.isPartial() ||
         llvm::any_of(Words,
                      [&](StringRef word) {
                        return mentions(program.module(), word);
                      }) ||
         llvm::any_of(Modules, [&](StringRef module) {
           return program.isImported(module);
         });
}

const Call *ParserReader::findParser() const {
  const Call *found = nullptr;
  for (const Call *call : program.calls()) {
    if (lastPart(call->callee) != "ArgumentParser")
      continue;
    if (found && found->node != call->node)
      return nullptr;
    found = call;
  }
  return found && found->callee == "argparse.ArgumentParser" ? found : nullptr;
}

/// A parser that takes more than what is added to it, or takes it in another
/// way, is not followed.
bool ParserReader::isPlainParser() const {
  static constexpr llvm::StringLiteral Harmless[] = {
      "prog",        "usage",           "description",      "epilog",
      "add_help",    "formatter_class", "conflict_handler", "argument_default",
      "allow_abbrev"};
  return !parser->isOpen &&
         llvm::all_of(parser->arguments, [](const Argument &argument) {
           return !argument.name.empty() &&
                  llvm::is_contained(Harmless, argument.name);
         });
}

/// True for a method of the parser or of one of its groups.
bool ParserReader::belongsToParser(const Call &call) const {
  static constexpr unsigned DeepestGroup = 8;
  const Value *object = call.receiver;
  for (unsigned i = 0; object && object->call && i < DeepestGroup; ++i) {
    if (object->call->node == parser->node)
      return true;
    object = object->call->receiver;
  }
  return false;
}

/// True if somebody that is not followed gets the parser, and may add to it.
bool ParserReader::isGivenAway() const {
  llvm::SmallVector<StringRef> names = {"parser"};
  Node holder = parser->node.parent();
  if (holder.is(NodeKind::Assignment) &&
      holder.child(Field::Left).is(NodeKind::Identifier))
    names.push_back(holder.child(Field::Left).text());
  bool isGiven = false;
  forEachNode(program.module(), [&](Node node) {
    if (isGiven || !node.is(NodeKind::Call))
      return;
    Node list = node.child(Field::Arguments);
    Node callee = node.child(Field::Function);
    bool isOwn =
        callee.is(NodeKind::Identifier) && program.definitionOf(callee.text());
    if (!list || isOwn)
      return;
    for (Node argument : list.children()) {
      if (argument.is(NodeKind::KeywordArgument))
        argument = argument.child(Field::Value);
      isGiven |= argument.is(NodeKind::Identifier) &&
                 llvm::is_contained(names, argument.text());
    }
  });
  return isGiven;
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// Adds an option; false if its names are not known.
bool ParserReader::addOption(const Call &call) {
  ScriptOption option;
  option.place = call.place();
  for (const Argument &argument : call.arguments) {
    if (!argument.name.empty())
      continue;
    if (!argument.value->isText())
      return false;
    option.names.push_back(argument.value->text);
  }
  if (option.names.empty() || call.isOpen)
    return false;
  const Value *action = call.value("action");
  if (action && action->kind == ValueKind::Name &&
      lastPart(action->text) == "BooleanOptionalAction") {
    for (StringRef name : llvm::SmallVector<StringRef, 2>(option.names))
      if (name.starts_with("--"))
        option.names.push_back(
            program.keep(("--no-" + name.drop_front(2)).str()));
  }
  option.takesValue =
      !action || (action->isText() &&
                  (action->text == "store" || action->text == "append"));
  const Value *required = call.value("required");
  bool isPositional = !option.names.front().starts_with("-");
  option.isRequired = !isPositional && isCertain(call) &&
                      belongsToParser(call) && required &&
                      required->kind == ValueKind::Bool && required->boolean;
  result.options.push_back(std::move(option));
  return true;
}

/// No script for people has more.
static constexpr size_t MostOptions = 1000;

/// All that any parser gets: one option too many does no harm.
bool ParserReader::addOptions() {
  llvm::DenseSet<std::pair<const Tree *, uint32_t>> seen;
  for (const Call *call : program.calls()) {
    bool isNew = lastPart(call->callee) == "add_argument" &&
                 seen.insert({call->node.owner(), call->node.order()}).second;
    if (isNew && (result.options.size() > MostOptions || !addOption(*call)))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

/// True if nobody looks at what `parse_known_args` did not know.
bool ParserReader::ignoresRest(const Call &parse) const {
  Node use = parse.node.parent();
  if (use.is(NodeKind::Subscript))
    return use.child(Field::Subscript).text() == "0";
  Node targets = use.is(NodeKind::Assignment) ? use.child(Field::Left) : Node();
  if (!targets)
    return false;
  Node rest;
  for (Node target : targets.children())
    rest = target;
  if (!rest.is(NodeKind::Identifier))
    return false;
  unsigned uses = 0;
  forEachNode(program.module(), [&](Node node) {
    uses += node.is(NodeKind::Identifier) && node.text() == rest.text();
  });
  return rest.text() == "_" || uses == 1;
}

/// The command line is read once, and as the script gets it.
bool ParserReader::readParsing() {
  const Call *parse = nullptr;
  for (const Call *call : program.calls()) {
    StringRef method = lastPart(call->callee);
    if (method != "parse_args" && method != "parse_known_args" &&
        method != "parse_intermixed_args")
      continue;
    if (parse && parse->node != call->node)
      return false;
    parse = call;
  }
  if (!parse || !isCertain(*parse) || parse->isOpen || !parse->receiver ||
      !parse->receiver->call || parse->receiver->call->node != parser->node)
    return false;
  unsigned readings = 0;
  if (!parse->arguments.empty()) {
    const Argument &line = parse->arguments.front();
    bool isWhole = line.place.buffer &&
                   line.place.buffer->text(line.place.range) == "sys.argv[1:]";
    if (parse->arguments.size() > 1 || (!isWhole && !line.value->isNone()))
      return false;
    readings = isWhole;
  }
  // What else reads or changes the command line is not followed.
  size_t mentioned = 0;
  for (const auto &cell : program.module().cells)
    mentioned += cell->text.count("sys.argv");
  if (mentioned > readings)
    return false;
  bool isLenient = lastPart(parse->callee) == "parse_known_args";
  if (isLenient && !ignoresRest(*parse))
    return false;
  result.parsePlace = parse->place();
  result.parsing = isLenient ? ScriptInterface::Parsing::Lenient
                             : ScriptInterface::Parsing::Strict;
  return true;
}

void ParserReader::read() {
  if (usesOtherParsers())
    return;
  parser = findParser();
  bool isKnown = parser && isCertain(*parser) && isPlainParser() &&
                 !isGivenAway() && addOptions() && readParsing();
  if (!isKnown) {
    result.options.clear();
    result.parsing = ScriptInterface::Parsing::Unknown;
    return;
  }
  const Value *prefixes = parser->value("allow_abbrev");
  result.allowsPrefixes = !prefixes || prefixes->truth() != false;
  const Value *help = parser->value("add_help");
  if (help && help->truth() == false)
    return;
  ScriptOption option;
  option.names = {"-h", "--help"};
  option.takesValue = false;
  option.place = parser->place();
  result.options.push_back(std::move(option));
}

//===----------------------------------------------------------------------===//
// Metrics
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral ReportFunction =
    "report_hyperparameter_tuning_metric";

/// Adds the texts that a value may be; false if it may be anything else.
static bool addTags(const Value &value, std::vector<ReportedMetric> &tags) {
  if (value.kind == ValueKind::Choice)
    return llvm::all_of(value.arms, [&](const Value *arm) {
      return arm && addTags(*arm, tags);
    });
  if (!value.isText())
    return false;
  // What hypertune makes of an empty tag.
  tags.push_back(
      {value.text.empty() ? StringRef("training/hptuning/metric") : value.text,
       value.place});
  return true;
}

static bool readTags(const Program &program,
                     std::vector<ReportedMetric> &tags) {
  llvm::DenseSet<std::pair<const Tree *, uint32_t>> seen;
  size_t written = 0;
  for (const auto &cell : program.module().cells)
    written += cell->text.count(ReportFunction);
  for (const Call *call : program.calls()) {
    if (lastPart(call->callee) != ReportFunction)
      continue;
    seen.insert({call->node.owner(), call->node.order()});
    const Value *tag = call->value("hyperparameter_metric_tag", 0);
    if (!tag || call->isOpen || !addTags(*tag, tags))
      return false;
  }
  // Others may report through a wrapper, or in a part that is not followed.
  bool isElsewhere = llvm::any_of(program.files(), [](const auto &file) {
    return file->text().contains(ReportFunction);
  });
  return !tags.empty() && seen.size() == written && !isElsewhere &&
         !program.isPartial();
}

/// Programs of TensorFlow write summaries in many ways, some of them unasked.
static bool mayWriteSummaries(const Program &program) {
  return mentions(program.module(), "tensorflow") ||
         mentions(program.module(), "tensorboard");
}

ScriptInterface python::readInterface(const Program &program) {
  ScriptInterface result;
  // An exercise leaves parts of a script to those who do it.
  if (mentions(program.module(), "TODO"))
    return result;
  ParserReader(program, result).read();
  for (auto [index, option] : llvm::enumerate(result.options))
    for (StringRef name : option.names)
      result.byName.try_emplace(name, index);
  result.knowsMetrics = readTags(program, result.metrics);
  result.writesSummaries = mayWriteSummaries(program);
  return result;
}

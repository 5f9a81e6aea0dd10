//===- Flags.cpp - The flags that a program takes -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The value of a flag is not known: whoever starts the program gives it. Its
// default is what it falls back to.
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Values/Evaluator.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::python;

//===----------------------------------------------------------------------===//
// absl and tf.app
//===----------------------------------------------------------------------===//

void Evaluator::defineFlag(const Call &call) {
  const Value *name = call.value("name", 0);
  const Value *usual = call.value("default", 1);
  if (!name)
    name = call.value("flag_name", 0);
  if (!usual)
    usual = call.value("default_value", 1);
  if (!name || !name->isText())
    return;
  // An enumeration has its words in front of the default in old versions, too.
  flags[name->text] = factory.unknown(
      call.place(), usual && !usual->isUnknown() ? usual : nullptr);
}

const Value *Evaluator::flagValue(StringRef name, Place place) {
  if (const Value *known = flags.lookup(name))
    return known;
  return factory.unknown(place);
}

//===----------------------------------------------------------------------===//
// argparse
//===----------------------------------------------------------------------===//

/// The call that made the parser whose option, or whose group's, is added.
static const Call *parserOf(const Call *call) {
  static constexpr unsigned DeepestGroup = 8;
  for (unsigned i = 0; call && call->receiver && i < DeepestGroup; ++i)
    call = call->receiver->call;
  return call;
}

/// What the value of an option is called in the program.
static std::string nameInProgram(StringRef name) {
  std::string attribute = name.str();
  llvm::replace(attribute, '-', '_');
  return attribute;
}

void Evaluator::addOption(const Call &call) {
  bool isOption = call.callee.ends_with(".add_argument");
  bool isDefaults = call.callee.ends_with(".set_defaults");
  const Call *parser = parserOf(&call);
  if (!parser || (!isOption && !isDefaults))
    return;
  llvm::StringMap<const Value *> &known = options[parser];
  if (isDefaults) {
    for (const Argument &argument : call.arguments)
      if (!argument.name.empty())
        known[argument.name] = factory.unknown(
            call.place(),
            argument.value->isUnknown() ? nullptr : argument.value);
    return;
  }

  // It is called by its first long name, or as `dest` says.
  StringRef dest;
  if (const Value *given = call.value("dest"); given && given->isText())
    dest = given->text;
  for (const Argument &argument : call.arguments) {
    if (!argument.name.empty() || !argument.value->isText() || !dest.empty())
      continue;
    StringRef name = argument.value->text;
    if (name.starts_with("--") || !name.starts_with("-"))
      dest = name.ltrim('-');
  }
  if (!dest.empty())
    known[nameInProgram(dest)] = valueOfOption(call);
}

/// What stands for what an option is given, with its default.
const Value *Evaluator::valueOfOption(const Call &call) {
  const Value *usual = call.value("default");
  const Value *type = call.value("type"), *action = call.value("action");
  if (action && action->isText() && !usual &&
      (action->text == "store_true" || action->text == "store_false"))
    usual = factory.boolean(action->text == "store_false", call.place());
  const Value *flag = call.value("is_flag");
  if (flag && flag->truth().value_or(false) && !usual)
    usual = factory.boolean(false, call.place());
  bool isInteger = type && (type->isName("int") || type->isName("click.INT"));
  if (usual && usual->isText() && isInteger)
    usual = convertInteger(usual, usual->place);
  if (usual && usual->isUnknown())
    usual = nullptr;
  bool isText = (!type || type->isName("str")) && !action &&
                !call.find("nargs") && !call.find("multiple") && usual &&
                usual->isText();
  if (!isText)
    return factory.unknown(call.place(), usual);
  // Whatever is given, it is a text.
  Value *value = factory.make(ValueKind::Text, call.place());
  value->text = UnknownPart;
  value->isTemplate = true;
  value->fallback = usual;
  return value;
}

const Value *Evaluator::optionValue(const Value *parsed, StringRef name,
                                    Place place) {
  const Call *parser = parserOf(parsed->call);
  auto found = options.find(parser);
  if (found != options.end())
    if (const Value *value = found->second.lookup(name))
      return value;
  return factory.unknown(place);
}

//===----------------------------------------------------------------------===//
// click
//===----------------------------------------------------------------------===//

void Evaluator::addParameter(Node definition, const Value *decorator) {
  const Call *call = decorator->call;
  bool isOption = call && (call->callee == "click.option" ||
                           call->callee == "click.argument");
  if (!isOption)
    return;
  // A name without dashes is the parameter's; else the longest one is.
  StringRef parameter;
  for (const Argument &argument : call->arguments) {
    if (!argument.name.empty() || !argument.value->isText())
      continue;
    StringRef name = argument.value->text.split('/').first;
    if (!name.starts_with("-")) {
      parameter = name;
      break;
    }
    if (name.ltrim('-').size() > parameter.size())
      parameter = name.ltrim('-');
  }
  if (!parameter.empty())
    parameters[{definition.owner(), definition.order()}]
              [nameInProgram(parameter)] = valueOfOption(*call);
}

const Value *Evaluator::parameterValue(Node definition, StringRef name) {
  auto found = parameters.find({definition.owner(), definition.order()});
  return found == parameters.end() ? nullptr : found->second.lookup(name);
}

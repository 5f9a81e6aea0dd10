//===- Forms.cpp - The forms that a call may have -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Values/Forms.h"
#include "Frontend/Python/Values/Factory.h"
#include "Support/LLVM.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"

using namespace trainlint;
using namespace trainlint::python;

static constexpr unsigned DeepestValue = 20;
/// Calls with more forms are judged with what depends on branches unknown.
static constexpr uint64_t MostForms = 32;
/// Calls that calls depend on: those that made their objects.
static constexpr unsigned DeepestCall = 4;

namespace {
/// The branches that the values of a call depend on.
class DependenceFinder {
public:
  void add(const Call &call, unsigned nesting = 0);
  void add(const Value *value, unsigned nesting);

  /// Each branch with how many arms it has.
  llvm::MapVector<unsigned, unsigned> branches;
  bool hasFallback = false;
};

/// A copy of a call in one of its forms.
class FormMaker {
public:
  explicit FormMaker(bool takesFallbacks) : takesFallbacks(takesFallbacks) {}

  llvm::DenseMap<unsigned, unsigned> arms;
  const Call *make(const Call &call, unsigned nesting = 0);

private:
  const Value *make(const Value *value, unsigned nesting);

  bool takesFallbacks;
  ValueFactory factory;
  llvm::DenseMap<const Call *, const Call *> calls;
};
} // namespace

void DependenceFinder::add(const Call &call, unsigned nesting) {
  if (nesting > DeepestCall)
    return;
  for (const Argument &argument : call.arguments)
    add(argument.value, nesting);
  for (const Value *context : call.contexts)
    add(context, nesting);
  if (call.receiver)
    add(call.receiver, nesting);
}

void DependenceFinder::add(const Value *value, unsigned nesting) {
  if (nesting > DeepestValue)
    return;
  hasFallback |= value->fallback != nullptr;
  if (value->kind == ValueKind::Choice) {
    branches[value->branch] = value->arms.size();
    for (const Value *arm : value->arms)
      add(arm, nesting + 1);
  }
  for (const Value *item : value->items)
    add(item, nesting + 1);
  for (const DictEntry &entry : value->entries) {
    add(entry.key, nesting + 1);
    add(entry.value, nesting + 1);
  }
  if (value->call)
    add(*value->call, nesting + 1);
}

/// `x = None` in front of branches that set it means that one of them is gone
/// into: an entry of it is not left out.
static bool isSetElsewhere(const Value &value) {
  return value.kind == ValueKind::Choice &&
         llvm::any_of(value.arms,
                      [](const Value *arm) { return !arm->isNone(); });
}

const Value *FormMaker::make(const Value *value, unsigned nesting) {
  if (nesting > DeepestValue)
    return factory.unknown(value->place);
  // An empty default is a blank that somebody fills in.
  bool isBlank = value->fallback && value->fallback->isText() &&
                 value->fallback->text.empty();
  if (takesFallbacks && value->fallback && !isBlank) {
    Value *usual = factory.copy(*make(value->fallback, nesting + 1));
    usual->use = value->use;
    return usual;
  }
  switch (value->kind) {
  case ValueKind::Choice: {
    auto chosen = arms.find(value->branch);
    if (chosen == arms.end() || chosen->second >= value->arms.size())
      return factory.unknown(value->place);
    return make(value->arms[chosen->second], nesting + 1);
  }
  case ValueKind::List:
  case ValueKind::Tuple:
  case ValueKind::Dict: {
    Value *copy = factory.copy(*value);
    llvm::SmallVector<const Value *, 8> items;
    for (const Value *item : value->items)
      items.push_back(make(item, nesting + 1));
    copy->items = factory.keep(ArrayRef<const Value *>(items));
    llvm::SmallVector<DictEntry, 8> entries;
    for (const DictEntry &entry : value->entries) {
      const Value *made = make(entry.value, nesting + 1);
      if (made->isNone() && isSetElsewhere(*entry.value))
        made = factory.unknown(made->place);
      entries.push_back({make(entry.key, nesting + 1), made});
    }
    copy->entries = factory.keep(ArrayRef<DictEntry>(entries));
    return copy;
  }
  case ValueKind::Object: {
    if (!value->call)
      return value;
    Value *copy = factory.copy(*value);
    copy->call = make(*value->call, nesting + 1);
    return copy;
  }
  default:
    return value;
  }
}

const Call *FormMaker::make(const Call &call, unsigned nesting) {
  if (nesting > DeepestCall)
    return &call;
  auto [known, isNew] = calls.try_emplace(&call, &call);
  if (!isNew)
    return known->second;
  Call *copy = factory.call();
  *copy = call;
  calls[&call] = copy;
  llvm::SmallVector<Argument, 8> arguments(call.arguments);
  for (Argument &argument : arguments)
    argument.value = make(argument.value, nesting);
  copy->arguments = factory.keep(ArrayRef<Argument>(arguments));
  llvm::SmallVector<const Value *, 4> contexts;
  for (const Value *context : call.contexts)
    contexts.push_back(make(context, nesting));
  copy->contexts = factory.keep(ArrayRef<const Value *>(contexts));
  if (call.receiver)
    copy->receiver = make(call.receiver, nesting);
  return copy;
}

//===----------------------------------------------------------------------===//
// Judgment
//===----------------------------------------------------------------------===//

static bool isSameFinding(const Finding &a, const Finding &b) {
  return a.rule == b.rule && a.place.buffer == b.place.buffer &&
         a.place.range == b.place.range && a.message == b.message;
}

/// True for what is said of an unknown value and of its default: they stand at
/// two places, and are used at one.
static bool isSameUse(const Finding &a, const Finding &b) {
  if (a.rule != b.rule || a.message != b.message || a.related.empty() ||
      b.related.empty())
    return false;
  const Place &use = a.related.back().place, &other = b.related.back().place;
  return use.buffer == other.buffer && use.range == other.range;
}

/// True if an edit replaces a word that is written out: what stands between
/// quotes, a number or a name. What is put together from parts is not what it
/// says, and a fix for it would not be one.
static bool replacesWord(const Edit &edit) {
  const Place &place = edit.place;
  if (!place || place.range.empty() || edit.text.empty())
    return true;
  StringRef source = place.buffer->text();
  StringRef text = place.buffer->text(place.range);
  char before = place.range.begin ? source[place.range.begin - 1] : ' ';
  char after = place.range.end < source.size() ? source[place.range.end] : ' ';
  // In notebooks a quote is escaped.
  bool isInQuotes =
      (before == '"' || before == '\'') && (after == before || after == '\\');
  if (isInQuotes)
    return !text.contains('{');
  return llvm::all_of(
      text, [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
}

void FormCounter::add(std::vector<Finding> findings) {
  // What is found twice in one form is found in one form.
  sortFindings(findings);
  llvm::SmallSet<RuleId, 4> failing;
  for (Finding &finding : findings) {
    if (finding.severity == Severity::Error)
      failing.insert(finding.rule);
    auto known = llvm::find_if(counted, [&](const Counted &other) {
      return isSameFinding(other.finding, finding);
    });
    if (known != counted.end())
      ++known->forms;
    else
      counted.push_back({std::move(finding), 1});
  }
  for (RuleId rule : failing)
    ++formsWithErrors[rule];
}

static void weaken(Finding &finding, Place place, llvm::StringRef reason) {
  if (finding.severity == Severity::Error)
    finding.severity = Severity::Warning;
  if (place)
    finding.related.push_back({place, reason.str()});
}

void FormCounter::finish(unsigned forms, Place branch, FormFindings &result) {
  for (Counted &each : counted) {
    auto failing = formsWithErrors.find(each.finding.rule);
    bool alwaysFails =
        failing != formsWithErrors.end() && failing->second == forms;
    if (each.forms < forms && !alwaysFails)
      weaken(each.finding, branch, "depends on the way that this goes");
    result.findings.push_back(each.finding);
  }
}

bool FormCounter::has(const Finding &finding) const {
  return llvm::any_of(counted, [&](const Counted &other) {
    return isSameFinding(other.finding, finding) ||
           isSameUse(other.finding, finding);
  });
}

void FormCounter::finishDefaults(
    const FormCounter &known, llvm::function_ref<Place(const Finding &)> useOf,
    FormFindings &result) const {
  for (const Counted &each : counted) {
    if (known.has(each.finding))
      continue;
    Finding finding = each.finding;
    weaken(finding, useOf(finding), "the default is used here");
    result.findings.push_back(std::move(finding));
  }
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

/// The arms of a branch that a path leaves, one bit each.
static uint32_t armsOn(Path path, unsigned branch, unsigned count) {
  uint32_t arms = count >= 32 ? ~0u : (1u << count) - 1;
  for (const PathStep &step : path)
    if (step.branch == branch)
      arms &= step.arms;
  return arms;
}

namespace {
/// The ways that the branches of a call may go together.
class FormSpace {
public:
  FormSpace(const DependenceFinder &found, const Call &call,
            const Program &program, bool takesFallbacks, uint64_t most);

  /// Zero where nothing comes to the call.
  unsigned size() const { return forms; }
  /// Lets the branches go as they do in a form.
  void choose(unsigned form, FormMaker &maker) const;

private:
  struct Axis {
    unsigned branch;
    llvm::SmallVector<unsigned, 4> arms;
  };
  std::vector<Axis> axes;
  uint64_t forms = 1;
};
} // namespace

FormSpace::FormSpace(const DependenceFinder &found, const Call &call,
                     const Program &program, bool takesFallbacks,
                     uint64_t most) {
  for (const auto &[branch, count] : found.branches) {
    Axis axis{branch, {}};
    uint32_t arms = armsOn(call.path, branch, count);
    if (takesFallbacks && program.branch(branch).defaultArms)
      arms &= *program.branch(branch).defaultArms;
    for (unsigned arm = 0; arm < count && arm < 32; ++arm)
      if (arms >> arm & 1)
        axis.arms.push_back(arm);
    forms *= axis.arms.size();
    // Where no arm is left, nothing comes here.
    if (forms == 0)
      return;
    axes.push_back(std::move(axis));
    if (forms > most) {
      axes.clear();
      forms = 1;
      return;
    }
  }
}

void FormSpace::choose(unsigned form, FormMaker &maker) const {
  unsigned rest = form;
  for (const Axis &axis : axes) {
    maker.arms[axis.branch] = axis.arms[rest % axis.arms.size()];
    rest /= axis.arms.size();
  }
}

/// The branch that all depends on; none if there are several: which of them it
/// is, is not told.
static Place onlyBranch(const DependenceFinder &found, const Program &program) {
  return found.branches.size() == 1
             ? program.branch(found.branches.front().first).place
             : Place();
}

/// True if defaults may hold where a call stands.
static bool mayRestOnDefaults(const DependenceFinder &found, const Call &call) {
  return found.hasFallback && (armsOn(call.path, DefaultsBranch, 2) >> 1 & 1);
}

Place python::lookAtForms(
    const Call &call, const Program &program, unsigned most,
    llvm::function_ref<void(const Call &, FormOfCall)> look) {
  DependenceFinder found;
  found.add(call);
  auto lookAt = [&](bool takesFallbacks) {
    FormSpace space(found, call, program, takesFallbacks, most);
    for (unsigned form = 0; form < space.size(); ++form) {
      FormMaker maker(takesFallbacks);
      space.choose(form, maker);
      look(*maker.make(call), {form, space.size(), takesFallbacks});
    }
  };
  if (found.branches.empty())
    look(call, {0, 1, /*restsOnDefaults=*/false});
  else
    lookAt(/*takesFallbacks=*/false);
  if (mayRestOnDefaults(found, call))
    lookAt(/*takesFallbacks=*/true);
  return onlyBranch(found, program);
}

void python::forEachForm(const Call &call, const Program &program,
                         mlir::MLIRContext *context, const SourceSet &sources,
                         FormFindings &result,
                         llvm::function_ref<void(const Call &)> judge) {
  DependenceFinder found;
  found.add(call);
  /// Judges all forms, and counts what they have in common.
  auto judgeForms = [&](bool takesFallbacks, FormCounter &counter) {
    FormSpace space(found, call, program, takesFallbacks, MostForms);
    for (unsigned form = 0; form < space.size(); ++form) {
      FormMaker maker(takesFallbacks);
      space.choose(form, maker);
      FindingCollector collector(context, sources);
      judge(*maker.make(call));
      std::vector<Finding> reported = collector.take();
      for (Finding &finding : reported)
        llvm::erase_if(finding.fixes, [](const FixIt &fix) {
          return !llvm::all_of(fix.edits, replacesWord);
        });
      counter.add(std::move(reported));
      llvm::append_range(result.failures, collector.failures());
    }
    return space.size();
  };

  FormCounter known, usual;
  unsigned forms = judgeForms(/*takesFallbacks=*/false, known);
  known.finish(forms, onlyBranch(found, program), result);
  if (!mayRestOnDefaults(found, call))
    return;
  judgeForms(/*takesFallbacks=*/true, usual);
  usual.finishDefaults(
      known, [&](const Finding &) { return call.place(); }, result);
}

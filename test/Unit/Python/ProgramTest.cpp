//===- ProgramTest.cpp - Tests of what a program's values are -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Values/Program.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace trainlint;
using namespace trainlint::python;
using llvm::StringRef;

/// What is known of a value, in short: `?` for what is not, `a|b` for a choice,
/// `?=a` for what has a default, and `...` behind what may hold more.
static std::string shown(const Value &value) {
  std::string text;
  auto list = [&](llvm::ArrayRef<const Value *> items, StringRef between) {
    text += llvm::join(
        llvm::map_range(items, [](const Value *item) { return shown(*item); }),
        between);
  };
  switch (value.kind) {
  case ValueKind::Unknown:
    text = "?";
    break;
  case ValueKind::Choice:
    list(value.arms, "|");
    break;
  case ValueKind::List:
  case ValueKind::Tuple:
    text = "[";
    list(value.items, " ");
    text += value.isOpen ? "...]" : "]";
    break;
  case ValueKind::Dict:
    text = "{";
    text += llvm::join(llvm::map_range(value.entries,
                                       [](const DictEntry &entry) {
                                         return entry.key->text.str() + ":" +
                                                shown(*entry.value);
                                       }),
                       " ");
    text += value.isOpen ? "...}" : "}";
    break;
  case ValueKind::Text:
    text = value.text.str();
    break;
  default:
    text = printed(value);
  }
  return value.fallback ? text + "=" + shown(*value.fallback) : text;
}

namespace {
/// A file in memory, and files beside it.
struct Files {
  Files(std::initializer_list<std::pair<StringRef, StringRef>> list)
      : files(list.begin(), list.end()) {}

  ModuleFilePtr read(StringRef path) const {
    for (const auto &[name, text] : files)
      if (name == path)
        return std::make_shared<ModuleFile>(SourceBuffer::copy(name, text));
    return nullptr;
  }
  std::vector<std::pair<StringRef, StringRef>> files;
};
} // namespace

/// The arguments of each call of `lib.f`, one call a line.
static std::string callsOf(StringRef text, const Files &files = {}) {
  auto buffer =
      SourceBuffer::copy("main.py", ("import lib, os\n" + text).str());
  std::unique_ptr<Module> module = readScript(*buffer);
  Program program(*module,
                  [&](StringRef path, StringRef) { return files.read(path); });
  std::string out;
  for (const Call *call : program.calls()) {
    if (call->callee != "lib.f")
      continue;
    std::string line;
    for (const Argument &argument : call->arguments) {
      if (!line.empty())
        line += ", ";
      if (!argument.name.empty())
        line += argument.name.str() + "=";
      line += shown(*argument.value);
    }
    out += line + (call->isOpen ? " ...\n" : "\n");
  }
  return out;
}

TEST(Program, TheLastAssignmentCounts) {
  EXPECT_EQ(callsOf("a = 1\na = 2\nlib.f(a)\na = 3\n"), "2\n");
  EXPECT_EQ(callsOf("a, (b, c) = 1, (2, 3)\nlib.f(a, b, c)\n"), "1, 2, 3\n");
  EXPECT_EQ(callsOf("a = b = 1\nlib.f(a, b)\n"), "1, 1\n");
  EXPECT_EQ(callsOf("lib.f(a)\na = 1\n"), "?\n");
}

TEST(Program, TextsArePutTogether) {
  EXPECT_EQ(callsOf("r = 'us'\nlib.f(f'{r}-east{1}', 'a' 'b', r + '-x')\n"),
            "us-east1, ab, us-x\n");
  EXPECT_EQ(callsOf("lib.f('%s-%d' % ('a', 2), '{}-{x}'.format(1, x='y'))\n"),
            "a-2, 1-y\n");
  EXPECT_EQ(callsOf("lib.f('/'.join(['a', 'b']), os.path.join('a', 'b'))\n"),
            "a/b, a/b\n");
  // An unknown part leaves what is around it.
  EXPECT_EQ(callsOf("lib.f('gs://' + g(), f'{g()}-x', f'{1.5:.2f}')\n"),
            "gs://${}, ${}-x, ${}\n");
}

TEST(Program, ListsAndDictsAreBuiltInSteps) {
  EXPECT_EQ(callsOf("d = {'a': 1}\nd['b'] = 2\nd.update(c=3)\nlib.f(d)\n"),
            "{a:1 b:2 c:3}\n");
  EXPECT_EQ(callsOf("l = [1]\nl.append(2)\nl += [3]\nlib.f(l + [4], l * 2)\n"),
            "[1 2 3 4], [1 2 3 1 2 3]\n");
  EXPECT_EQ(callsOf("d = dict(a=1)\nlib.f({**d, 'b': 2})\n"), "{a:1 b:2}\n");
  // A list holds the dict, and not what it was.
  EXPECT_EQ(callsOf("d = {'a': 1}\nl = [d]\nd['a'] = 2\nlib.f(l)\n"),
            "[{a:2}]\n");
  // What a call saw does not change behind it.
  EXPECT_EQ(callsOf("d = {'a': 1}\nlib.f(d)\nd['a'] = 2\n"), "{a:1}\n");
}

TEST(Program, WhatIsGivenAwayIsNotKnown) {
  EXPECT_EQ(callsOf("d = {'a': 1}\ng(d)\nlib.f(d)\n"), "?\n");
  EXPECT_EQ(callsOf("d = {'a': 1}\nd[g()] = 2\nlib.f(d)\n"), "?\n");
  EXPECT_EQ(callsOf("import json\nd = {'a': 1}\nprint(json.dumps(d))\n"
                    "lib.f(d)\n"),
            "{a:1}\n");
}

TEST(Program, BranchesAreChoices) {
  StringRef fork = "if g():\n  a, b = 1, 2\nelse:\n  a, b = 3, 4\n";
  EXPECT_EQ(callsOf(fork.str() + "lib.f(a, b)\n"), "1|3, 2|4\n");
  // Names that were set on one arm go together.
  EXPECT_EQ(callsOf(fork.str() + "lib.f(a + b)\n"), "3|7\n");
  EXPECT_EQ(callsOf("a = 1\nif g():\n  a = 2\nlib.f(a)\n"), "2|1\n");
  EXPECT_EQ(callsOf("lib.f(1 if g() else 2)\n"), "1|2\n");
  EXPECT_EQ(callsOf("try:\n  a = 1\nexcept E:\n  a = 2\nlib.f(a)\n"), "1|2\n");
  // A branch that leaves is none behind it.
  EXPECT_EQ(callsOf("a = 1\nif g():\n  a = 2\n  raise E\nlib.f(a)\n"), "1\n");
}

TEST(Program, ConditionsThatAreKnownAreNoBranches) {
  EXPECT_EQ(callsOf("a = None\nif a:\n  lib.f(1)\nelse:\n  lib.f(2)\n"), "2\n");
  EXPECT_EQ(callsOf("n = 8\nif n > 4 and n % 8 == 0:\n  lib.f(n)\n"), "8\n");
  EXPECT_EQ(callsOf("if False:\n  lib.f(1)\n"), "");
  EXPECT_EQ(callsOf("if __name__ == '__main__':\n  lib.f(1)\n"), "1\n");
}

TEST(Program, AGuardExcludesItsAlternative) {
  EXPECT_EQ(callsOf("if g():\n  t = None\nelse:\n  t = 'T4'\n"
                    "if t:\n  lib.f(t)\nelse:\n  lib.f()\n"),
            "T4\n\n");
}

TEST(Program, LoopsMakeWhatTheyChangeUnknown) {
  EXPECT_EQ(callsOf("a = 1\nfor i in g():\n  lib.f(a, i)\n  a = 2\n"
                    "lib.f(a)\n"),
            "?, ?\n?\n");
  EXPECT_EQ(callsOf("l = [1]\nfor i in g():\n  l.append(i)\nlib.f(l)\n"),
            "?\n");
  EXPECT_EQ(callsOf("a = 1\nwhile g():\n  lib.f(a)\n"), "1\n");
}

TEST(Program, FunctionsRunWhereTheyAreCalled) {
  EXPECT_EQ(callsOf("def h(a, b=2):\n  return {'a': a, 'b': b}\n"
                    "lib.f(h(1))\nlib.f(h(1, b=3))\n"),
            "{a:1 b:2}\n{a:1 b:3}\n");
  EXPECT_EQ(callsOf("def h(a):\n  if a > 1:\n    return 'big'\n"
                    "  return 'small'\nlib.f(h(1), h(2), h(g()))\n"),
            "small, big, big|small\n");
  EXPECT_EQ(callsOf("def h(a):\n  lib.f(a)\nh(1)\nh(2)\n"), "1\n2\n");
  EXPECT_EQ(callsOf("def h(n):\n  return h(n)\nlib.f(h(1))\n"), "?\n");
  EXPECT_EQ(callsOf("def h():\n  yield 1\nlib.f(h())\n"), "?\n");
}

TEST(Program, FunctionsThatNobodyCallsRunWithUnknownParameters) {
  EXPECT_EQ(callsOf("R = 'us'\ndef h(a, b=2):\n  lib.f(a, b, R)\n"),
            "?, ?=2, us\n");
  // Which of the values it sees is not known.
  EXPECT_EQ(callsOf("R = 'us'\ndef h():\n  lib.f(R)\nR = 'eu'\n"), "?\n");
}

TEST(Program, ClassesHaveAttributesAndMethods) {
  EXPECT_EQ(
      callsOf("class C:\n  r = 'us'\n  def __init__(self, z):\n"
              "    self.z = z\n  def go(self):\n    lib.f(self.z, self.r)\n"
              "c = C('a')\nc.go()\nlib.f(c.z, C.r)\n"),
      "a, us\na, us\n");
  EXPECT_EQ(callsOf("class C(Base):\n  pass\nlib.f(C().x)\n"), "?\n");
}

TEST(Program, FlagsHaveDefaults) {
  EXPECT_EQ(callsOf("import argparse\np = argparse.ArgumentParser()\n"
                    "p.add_argument('--batch-size', type=int, default='8')\n"
                    "p.add_argument('-m', '--machine', default='n1')\n"
                    "p.add_argument('--flag', action='store_true')\n"
                    "a = p.parse_args()\n"
                    "lib.f(a.batch_size, a.machine, a.flag, a.other)\n"),
            "?=8, ${}=n1, ?=False, ?\n");
  EXPECT_EQ(callsOf("from absl import flags\nF = flags.FLAGS\n"
                    "flags.DEFINE_integer('n', 4, 'help')\n"
                    "lib.f(F.n, F.n * 2)\n"),
            "?=4, ?=8\n");
}

TEST(Program, TheEnvironmentIsFollowed) {
  EXPECT_EQ(callsOf("os.environ['A'] = 'x'\n"
                    "lib.f(os.environ['A'], os.getenv('B'), "
                    "os.environ.get('C', 'd'))\n"),
            "x, ?, ?=d\n");
}

TEST(Program, KeywordsOfDictsAreArguments) {
  EXPECT_EQ(callsOf("k = {'a': 1}\nlib.f(**k, b=2)\n"), "a=1, b=2\n");
  EXPECT_EQ(callsOf("lib.f(1, *g(), **g())\n"), "1 ...\n");
  // Those of exercises are to be filled in.
  EXPECT_EQ(callsOf("lib.f(1, ...)\nlib.f(2,  # TODO\n)\n"), "1 ...\n2 ...\n");
}

TEST(Program, ModulesBesideTheFileAreRead) {
  Files files = {{"settings.py", "import lib\nM = 'n1'\nlib.f('not ours')\n"},
                 {"pkg/config.py", "R = 'us'\n"}};
  EXPECT_EQ(callsOf("from settings import *\nfrom pkg.config import R\n"
                    "import settings\nlib.f(M, R, settings.M)\n",
                    files),
            "n1, us, n1\n");
  // A module that imports itself ends.
  EXPECT_EQ(
      callsOf("from a import X\nlib.f(X)\n",
              {{"a.py", "from b import X\n"}, {"b.py", "from a import X\n"}}),
      "a.X\n");
}

TEST(Program, ImportsGiveNames) {
  auto buffer = SourceBuffer::copy(
      "main.py", "from google.cloud import aiplatform as aip\n"
                 "import tensorflow.compat.v1 as tf\n"
                 "job = aip.CustomJob(display_name='x')\njob.run()\n"
                 "tf.tpu.f(aip.gapic.AcceleratorType.T4.name)\n"
                 "unknown().step()\n");
  std::unique_ptr<Module> module = readScript(*buffer);
  Program program(*module, nullptr);
  std::vector<std::string> callees;
  for (const Call *call : program.calls())
    callees.push_back(call->callee.str());
  EXPECT_EQ(llvm::join(callees, "\n"), "google.cloud.aiplatform.CustomJob\n"
                                       "google.cloud.aiplatform.CustomJob.run\n"
                                       "tensorflow.compat.v1.tpu.f\n"
                                       ".step");
  EXPECT_EQ(program.calls()[2]->arguments[0].value->text,
            "google.cloud.aiplatform.gapic.AcceleratorType.T4.name");
  EXPECT_TRUE(program.isImported("google.cloud.aiplatform"));
  EXPECT_FALSE(program.isImported("google.cloud.ai"));
}

TEST(Program, ValuesKnowWhereTheyAreWritten) {
  auto buffer =
      SourceBuffer::copy("main.py", "import lib\nM = 'n1'\nlib.f(M, 'a\\n')\n");
  std::unique_ptr<Module> module = readScript(*buffer);
  Program program(*module, nullptr);
  const Call &call = *program.calls().front();
  const Value &machine = *call.arguments[0].value;
  EXPECT_EQ(buffer->text(machine.place.range), "n1");
  EXPECT_TRUE(machine.isVerbatim);
  EXPECT_EQ(buffer->text(machine.use.range), "M");
  EXPECT_EQ(buffer->text(call.arguments[0].place.range), "M");
  // Its characters are not those that it stands for.
  EXPECT_FALSE(call.arguments[1].value->isVerbatim);
}

TEST(Program, BehindWhatIsNoPythonNothingIsCertain) {
  EXPECT_EQ(callsOf("a = 1\nb = 2\na = b = = 3\nlib.f(a, b)\n"), "?, ?\n");
  EXPECT_EQ(callsOf("a = 1\nb = 2\nif g():\n  a = 3\nelse\n  a = 4\n"
                    "lib.f(a, b)\n"),
            "?, 2\n");
}

TEST(Program, HostileProgramsEnd) {
  // Each function calls the one before twice.
  std::string twice = "def f0(): lib.f(1)\n";
  for (int i = 1; i < 200; ++i)
    twice += llvm::formatv("def f{0}():\n  f{1}()\n  f{1}()\n", i, i - 1).str();
  EXPECT_FALSE(callsOf(twice + "f199()\n").empty());
  // Choices of choices.
  std::string forks = "a = ''\n";
  for (int i = 0; i < 300; ++i)
    forks += llvm::formatv("if g{0}():\n  a += '{0}'\n", i).str();
  EXPECT_EQ(callsOf(forks + "lib.f(a)\n"), "?\n");
  // A list that holds itself, and a text that doubles.
  EXPECT_FALSE(callsOf("l = []\nl.append(l)\nlib.f(l)\n").empty());
  std::string doubled = "a = 'xxxxxxxx'\n";
  for (int i = 0; i < 100; ++i)
    doubled += "a = a + a\n";
  EXPECT_FALSE(callsOf(doubled + "lib.f(a)\n").empty());
  EXPECT_EQ(callsOf("lib.f(" + std::string(5000, '(') + "1" +
                    std::string(5000, ')') + ")\n"),
            "?\n");
}

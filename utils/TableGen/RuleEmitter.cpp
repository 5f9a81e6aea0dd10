//===- RuleEmitter.cpp - C++ from the rule records ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generates the enum of the rules, the table that describes them, and one typed
// function per message: what declares them is a header for each file of rules,
// so that a new message compiles again only who reports it. Refuses records
// that are incomplete, that share a name or a code, or whose message and
// arguments disagree.
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Main.h"
#include "llvm/TableGen/Record.h"

using namespace llvm;

namespace {
enum class Action { Enum, Info, MessageHeader, MessageBodies };
} // namespace

static cl::opt<Action>
    action(cl::desc("What to generate:"),
           cl::values(clEnumValN(Action::Enum, "gen-rule-enum",
                                 "the enum of the rules"),
                      clEnumValN(Action::Info, "gen-rule-info",
                                 "the table that describes them"),
                      clEnumValN(Action::MessageHeader, "gen-message-header",
                                 "a header that declares a typed function per "
                                 "message"),
                      clEnumValN(Action::MessageBodies, "gen-message-bodies",
                                 "what these functions do")),
           cl::Required);

/// The rules in the order of their codes, which is the order of the enum.
static std::vector<const Record *> rulesOf(const RecordKeeper &records) {
  std::vector<const Record *> rules =
      records.getAllDerivedDefinitions("Rule").vec();
  llvm::sort(rules, [](const Record *a, const Record *b) {
    return a->getValueAsString("stableCode") <
           b->getValueAsString("stableCode");
  });
  return rules;
}

/// `Error`, `Warning` or `Info`; a message without one has its rule's.
static StringRef severityOf(const Record *message, const Record *rule) {
  if (const Record *own = message->getValueAsOptionalDef("severity"))
    return own->getName();
  return rule->getValueAsDef("severity")->getName();
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static bool isKebabCase(StringRef name) {
  return !name.empty() && isAlpha(name.front()) && name.back() != '-' &&
         all_of(name,
                [](char c) { return isLower(c) || isDigit(c) || c == '-'; });
}

static bool isCode(StringRef code) {
  return code.size() == 6 && code.starts_with("TL") &&
         all_of(code.drop_front(2), isDigit);
}

/// The placeholders of a message text, in order.
static SmallVector<StringRef> placeholders(StringRef text) {
  SmallVector<StringRef> found;
  while (true) {
    size_t open = text.find('{');
    if (open == StringRef::npos)
      return found;
    size_t close = text.find('}', open);
    found.push_back(text.slice(open + 1, close));
    text = text.substr(close + 1);
  }
}

static void checkMessage(const Record *rule, const Record *message) {
  StringSet<> declared, used;
  for (const Record *arg : message->getValueAsListOfDefs("args"))
    declared.insert(arg->getValueAsString("name"));
  StringRef text = message->getValueAsString("text");
  for (StringRef name : placeholders(text)) {
    used.insert(name);
    if (!declared.contains(name))
      PrintFatalError(rule->getLoc(),
                      "message `" + text + "` has no argument `" + name + "`");
  }
  for (const auto &name : declared) {
    if (!used.contains(name.getKey()))
      PrintFatalError(rule->getLoc(), "message `" + text +
                                          "` does not use argument `" +
                                          name.getKey() + "`");
  }
  bool capital =
      isUpper(text.front()) && isLower(text[1]) && !text.starts_with("Python");
  if (text.ends_with(".") || capital)
    PrintFatalError(rule->getLoc(),
                    "message `" + text +
                        "` begins with a capital or ends with a full stop");
}

static void checkRules(ArrayRef<const Record *> rules) {
  StringSet<> names, codes;
  for (const Record *rule : rules) {
    StringRef name = rule->getValueAsString("name");
    StringRef stableCode = rule->getValueAsString("stableCode");
    if (!isKebabCase(name))
      PrintFatalError(rule->getLoc(),
                      "`" + name + "` is not a kebab-case name");
    if (!isCode(stableCode))
      PrintFatalError(rule->getLoc(),
                      "`" + stableCode + "` is not a code such as TL0101");
    if (!names.insert(name).second || !codes.insert(stableCode).second)
      PrintFatalError(rule->getLoc(),
                      "the name or the code of `" + name + "` is taken");
    for (StringRef former : rule->getValueAsListOfStrings("formerNames")) {
      if (!isKebabCase(former) || !names.insert(former).second)
        PrintFatalError(rule->getLoc(), "the former name `" + former +
                                            "` of `" + name +
                                            "` is taken or not kebab-case");
    }
    for (StringRef field : {"summary", "explanation", "bad", "good"}) {
      if (rule->getValueAsString(field).trim().empty())
        PrintFatalError(rule->getLoc(),
                        "rule `" + name + "` has an empty " + field);
    }
    std::vector<const Record *> messages =
        rule->getValueAsListOfDefs("messages");
    if (messages.empty())
      PrintFatalError(rule->getLoc(), "rule `" + name + "` has no message");
    for (const Record *message : messages)
      checkMessage(rule, message);
  }
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

static void printLiteral(raw_ostream &os, StringRef text) {
  os << '"';
  for (char c : text) {
    if (c == '\n')
      os << "\\n";
    else if (c == '"' || c == '\\')
      os << '\\' << c;
    else
      os << c;
  }
  os << '"';
}

static void emitEnum(raw_ostream &os, ArrayRef<const Record *> rules) {
  for (const Record *rule : rules)
    os << "/// " << rule->getValueAsString("name") << ": "
       << rule->getValueAsString("summary") << ".\n"
       << rule->getName() << ",\n";
}

namespace {
/// What the records of all rules refer to, each thing by its place.
class Pool {
public:
  std::string text(StringRef words) {
    // Groups, programs and tables are named by many rules.
    auto [known, isNew] = places.try_emplace(words, blob.size());
    if (isNew)
      blob += words;
    return place(known->second, words.size());
  }
  std::string list(ArrayRef<StringRef> items) {
    size_t first = lists.size();
    for (StringRef item : items)
      lists.push_back(text(item));
    return place(first, items.size());
  }
  void emit(raw_ostream &os) const {
    os << "const char RulePool::text[] =\n";
    for (StringRef rest = blob; !rest.empty();) {
      StringRef line = rest.take_front(rest.find('\n') + 1);
      if (line.empty())
        line = rest;
      os << "  ";
      printLiteral(os, line);
      os << "\n";
      rest = rest.drop_front(line.size());
    }
    os << ";\nstatic constexpr RuleText RuleLists[] = {" << join(lists, ", ")
       << "};\n";
  }

private:
  static std::string place(size_t first, size_t size) {
    return ("{" + Twine(first) + ", " + Twine(size) + "}").str();
  }

  std::string blob;
  StringMap<size_t> places;
  std::vector<std::string> lists;
};
} // namespace

static void emitInfo(raw_ostream &os, ArrayRef<const Record *> rules) {
  Pool pool;
  std::string table;
  raw_string_ostream out(table);
  for (const Record *rule : rules) {
    const Record *group = rule->getValueAsDef("group");
    auto text = [&](StringRef field) {
      return pool.text(rule->getValueAsString(field).ltrim('\n'));
    };
    out << "  {";
    for (StringRef field : {"name", "stableCode"})
      out << text(field) << ", ";
    out << "Severity::" << rule->getValueAsDef("severity")->getName()
        << ", Confidence::" << rule->getValueAsDef("confidence")->getName()
        << ", Fixability::" << rule->getValueAsDef("fix")->getName()
        << ", RuleTag::" << rule->getValueAsDef("tag")->getName() << ", "
        << pool.text(group->getValueAsString("spelling")) << ", "
        << pool.text(group->getValueAsString("title"));
    for (StringRef field : {"summary", "explanation", "bad", "good",
                            "exampleName", "exampleOptions", "exampleProgram"})
      out << ", " << text(field);
    for (StringRef field : {"sources", "tables", "formerNames"})
      out << ", " << pool.list(rule->getValueAsListOfStrings(field));
    out << ", " << (rule->getValueAsBit("suppressible") ? "true" : "false")
        << ", " << (rule->getValueAsBit("optIn") ? "true" : "false") << "},\n";
  }
  pool.emit(os);
  os << "static constexpr RuleInfo RuleTable[] = {\n" << table << "};\n";
}

/// `{name}` becomes the streamed argument, the rest stays text.
static void emitText(raw_ostream &os, StringRef text) {
  while (!text.empty()) {
    os << "  report << ";
    if (text.consume_front("{")) {
      os << text.take_until([](char c) { return c == '}'; });
      text = text.substr(text.find('}') + 1);
    } else {
      StringRef literal = text.take_until([](char c) { return c == '{'; });
      text = text.drop_front(literal.size());
      os << "llvm::StringLiteral(";
      printLiteral(os, literal);
      os << ")";
    }
    os << ";\n";
  }
}

/// `(mlir::Location location, llvm::StringRef name)`.
static std::string parametersOf(const Record *message) {
  std::string parameters = "(mlir::Location location";
  for (const Record *arg : message->getValueAsListOfDefs("args"))
    parameters += (", " + arg->getValueAsString("cppType") + " " +
                   arg->getValueAsString("name"))
                      .str();
  return parameters + ")";
}

/// Declares the messages, in a form that does not change with their wording.
static void emitMessageHeader(raw_ostream &os, StringRef input,
                              ArrayRef<const Record *> rules) {
  std::string guard =
      "TRAINLINT_DIAGNOSTICS_MESSAGES_" + sys::path::stem(input).upper() + "_H";
  os << "#ifndef " << guard << "\n#define " << guard << "\n\n"
     << "#include \"Diagnostics/Report.h\"\n\n"
     << "namespace trainlint::diag {\n";
  for (const Record *rule : rules) {
    os << "\n/// " << rule->getValueAsString("name") << ".\n"
       << "struct " << rule->getName() << " {\n";
    for (const Record *message : rule->getValueAsListOfDefs("messages"))
      os << "  static Report " << message->getValueAsString("name")
         << parametersOf(message) << ";\n";
    os << "};\n";
  }
  os << "\n} // namespace trainlint::diag\n\n#endif // " << guard << "\n";
}

static void emitMessageBodies(raw_ostream &os, ArrayRef<const Record *> rules) {
  for (const Record *rule : rules) {
    for (const Record *message : rule->getValueAsListOfDefs("messages")) {
      os << "Report " << rule->getName()
         << "::" << message->getValueAsString("name") << parametersOf(message)
         << " {\n  Report report(location, RuleId::" << rule->getName()
         << ", Severity::" << severityOf(message, rule) << ");\n";
      emitText(os, message->getValueAsString("text"));
      os << "  return report;\n}\n\n";
    }
  }
}

static bool emit(raw_ostream &os, const RecordKeeper &records) {
  std::vector<const Record *> rules = rulesOf(records);
  checkRules(rules);
  os << "// Generated from the records in lib/Diagnostics/Rules; not for "
        "editing.\n\n";
  switch (action) {
  case Action::Enum:
    emitEnum(os, rules);
    break;
  case Action::Info:
    emitInfo(os, rules);
    break;
  case Action::MessageHeader:
    emitMessageHeader(os, records.getInputFilename(), rules);
    break;
  case Action::MessageBodies:
    emitMessageBodies(os, rules);
    break;
  }
  return false;
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv);
  return TableGenMain(argv[0], TableGenMainFn(emit));
}

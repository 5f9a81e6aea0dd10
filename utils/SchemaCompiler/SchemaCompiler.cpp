//===- SchemaCompiler.cpp - JSON Schema to C++ at build time --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles the subset of JSON Schema 2020-12 that lib/Schema/Schema.h describes
// into constant nodes. Refuses every other keyword, so that the published
// schema and the built-in one cannot drift apart.
//
//   trainlint-schema-compiler -o FILE.inc schemas/NAME.schema.json...
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"
#include <map>

using llvm::StringRef;
using llvm::Twine;
namespace json = llvm::json;

static llvm::cl::opt<std::string> output("o", llvm::cl::Required);
static llvm::cl::list<std::string> inputs(llvm::cl::Positional,
                                          llvm::cl::OneOrMore);

[[noreturn]] static void fail(StringRef file, const Twine &message) {
  llvm::WithColor::error() << file << ": " << message << "\n";
  exit(1);
}

static std::string literal(StringRef text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      out += '\\';
    out += c;
  }
  return out + "\"";
}

static bool isAnnotation(StringRef keyword) {
  return keyword == "description" || keyword == "title" ||
         keyword == "readOnly" || keyword == "examples" || keyword == "default";
}

namespace {

/// Compiles one file. Nodes are numbered in the order of their discovery.
class Compiler {
public:
  Compiler(StringRef file, StringRef prefix, const json::Object &root)
      : file(file), prefix(prefix), root(root) {}

  void compile(llvm::raw_ostream &os);

private:
  /// The number of the node for a schema object.
  unsigned number(const json::Value &value);
  unsigned number(const json::Object &schema);
  std::string pointer(unsigned index) {
    return "&" + prefix + "Nodes[" + std::to_string(index) + "]";
  }
  std::string compileNode(const json::Object &schema);
  void compileKeyword(StringRef keyword, const json::Value &value,
                      std::map<std::string, std::string> &members);
  std::string types(const json::Value &value);
  std::string array(StringRef type, llvm::ArrayRef<std::string> items);
  const json::Object &resolve(StringRef reference);
  std::vector<std::string> strings(const json::Value &value);
  std::string schemas(const json::Value &value);

  std::string file, prefix;
  const json::Object &root;
  llvm::DenseMap<const json::Object *, unsigned> numbers;
  /// References with annotations beside them become objects of their own.
  std::vector<std::unique_ptr<json::Object>> merged;
  std::vector<const json::Object *> pending;
  std::string arrays;
  unsigned arrayCount = 0;
};

} // namespace

const json::Object &Compiler::resolve(StringRef reference) {
  if (!reference.consume_front("#/$defs/"))
    fail(file, "only references into #/$defs are supported");
  const json::Object *defs = root.getObject("$defs");
  const json::Object *target = defs ? defs->getObject(reference) : nullptr;
  if (!target)
    fail(file, "no definition `" + reference + "`");
  return *target;
}

unsigned Compiler::number(const json::Value &value) {
  const json::Object *schema = value.getAsObject();
  if (!schema)
    fail(file, "expected a schema object");
  return number(*schema);
}

unsigned Compiler::number(const json::Object &object) {
  const json::Object *schema = &object;
  auto known = numbers.find(schema);
  if (known != numbers.end())
    return known->second;
  const json::Object *node = schema;
  if (auto reference = schema->getString("$ref")) {
    node = &resolve(*reference);
    if (schema->size() == 1)
      return number(*node);
    auto copy = std::make_unique<json::Object>(*node);
    for (const auto &[keyword, beside] : *schema) {
      if (keyword == "$ref")
        continue;
      // A definition may have to have more fields in one place than in another.
      if (keyword == "required" && copy->getArray(keyword)) {
        json::Array &fields = *copy->getArray(keyword);
        llvm::append_range(fields, *beside.getAsArray());
        continue;
      }
      if (keyword != "required" && !isAnnotation(keyword))
        fail(file, "keyword `" + StringRef(keyword) + "` beside $ref");
      (*copy)[keyword] = beside;
    }
    node = copy.get();
    merged.push_back(std::move(copy));
  }
  unsigned index = pending.size();
  pending.push_back(node);
  return numbers[schema] = index;
}

std::string Compiler::array(StringRef type, llvm::ArrayRef<std::string> items) {
  std::string name = prefix + "Array" + std::to_string(arrayCount++);
  arrays += ("static constexpr " + type + " " + name + "[] = {").str() +
            llvm::join(items, ", ") + "};\n";
  return name;
}

std::vector<std::string> Compiler::strings(const json::Value &value) {
  std::vector<std::string> out;
  for (const json::Value &item : *value.getAsArray()) {
    if (auto text = item.getAsString())
      out.push_back(literal(*text));
    else if (!item.getAsNull())
      fail(file, "expected a string");
  }
  return out;
}

std::string Compiler::types(const json::Value &value) {
  std::map<std::string, std::string> names = {
      {"null", "NullType"},       {"boolean", "BooleanType"},
      {"integer", "IntegerType"}, {"number", "NumberType"},
      {"string", "StringType"},   {"array", "ArrayType"},
      {"object", "ObjectType"}};
  std::vector<std::string> out;
  auto add = [&](StringRef name) {
    if (!names.count(name.str()))
      fail(file, "unknown type `" + name + "`");
    out.push_back(names[name.str()]);
  };
  if (auto one = value.getAsString())
    add(*one);
  else
    for (const json::Value &item : *value.getAsArray())
      add(*item.getAsString());
  return llvm::join(out, " | ");
}

std::string Compiler::schemas(const json::Value &value) {
  std::vector<std::string> items;
  for (const json::Value &item : *value.getAsArray())
    items.push_back(pointer(number(item)));
  return array("const Schema *", items);
}

void Compiler::compileKeyword(StringRef keyword, const json::Value &value,
                              std::map<std::string, std::string> &members) {
  auto text = [&] { return literal(*value.getAsString()); };
  auto integer = [&] { return std::to_string(*value.getAsInteger()); };
  if (keyword == "type") {
    members["types"] = types(value);
  } else if (keyword == "title" || keyword == "description" ||
             keyword == "pattern") {
    members[keyword.str()] = text();
  } else if (keyword == "properties") {
    std::map<std::string, std::string> sorted;
    for (const auto &[name, schema] : *value.getAsObject())
      sorted[StringRef(name).str()] = pointer(number(schema));
    std::vector<std::string> items;
    for (const auto &[name, schema] : sorted)
      items.push_back("{" + literal(name) + ", " + schema + "}");
    members["properties"] = array("Property", items);
  } else if (keyword == "additionalProperties") {
    if (auto flag = value.getAsBoolean())
      members["closed"] = *flag ? "false" : "true";
    else
      members["additional"] = pointer(number(value));
  } else if (keyword == "required") {
    members["required"] = array("llvm::StringLiteral", strings(value));
  } else if (keyword == "propertyNames" || keyword == "items") {
    members[keyword.str()] = pointer(number(value));
  } else if (keyword == "not") {
    members["negated"] = pointer(number(value));
  } else if (keyword == "anyOf" || keyword == "allOf") {
    members[keyword.str()] = schemas(value);
  } else if (keyword == "enum") {
    members["words"] = array("llvm::StringLiteral", strings(value));
  } else if (keyword == "maxProperties" || keyword == "minItems" ||
             keyword == "maxItems" || keyword == "maxLength" ||
             keyword == "minimum" || keyword == "maximum") {
    members[keyword.str()] = integer();
  } else if (keyword == "readOnly") {
    members["readOnly"] = *value.getAsBoolean() ? "true" : "false";
  } else if (keyword == "x-trainlint-form") {
    members["form"] = text();
  } else if (keyword == "x-trainlint-rule") {
    members["checkedBy"] = text();
  } else if (keyword == "x-trainlint-empty") {
    if (text() != "\"allowed\"")
      fail(file, "x-trainlint-empty can only be `allowed`");
    members["mayBeEmpty"] = "true";
  } else if (keyword == "x-trainlint-usual") {
    members["usual"] = array("llvm::StringLiteral", strings(value));
  } else if (keyword == "x-trainlint-severity") {
    if (text() != "\"warning\"")
      fail(file, "x-trainlint-severity can only be `warning`");
    members["onlyWarns"] = "true";
  } else if (keyword != "$schema" && keyword != "$id" && keyword != "$defs" &&
             keyword != "$comment" && !isAnnotation(keyword)) {
    fail(file, "keyword `" + keyword + "` is not supported");
  }
}

std::string Compiler::compileNode(const json::Object &schema) {
  std::map<std::string, std::string> members;
  std::vector<std::pair<std::string, const json::Value *>> keywords;
  for (const auto &[keyword, value] : schema)
    keywords.emplace_back(StringRef(keyword).str(), &value);
  llvm::sort(keywords);
  for (const auto &[keyword, value] : keywords)
    compileKeyword(keyword, *value, members);

  // Designated initialisers have to follow the order of the members.
  static constexpr StringRef Order[] = {
      "types",    "title",    "description",   "properties",    "additional",
      "closed",   "required", "propertyNames", "maxProperties", "items",
      "minItems", "maxItems", "words",         "pattern",       "maxLength",
      "minimum",  "maximum",  "anyOf",         "allOf",         "negated",
      "readOnly", "form",     "checkedBy",     "mayBeEmpty",    "usual",
      "onlyWarns"};
  std::string out = "  {";
  for (StringRef member : Order) {
    auto found = members.find(member.str());
    if (found != members.end())
      out += ("." + member + " = " + found->second + ", ").str();
  }
  return out + "},\n";
}

void Compiler::compile(llvm::raw_ostream &os) {
  number(root);
  std::string nodes;
  for (size_t i = 0; i < pending.size(); ++i)
    nodes += compileNode(*pending[i]);
  os << "extern const Schema " << prefix << "Nodes[" << pending.size() << "];\n"
     << arrays << "constexpr Schema " << prefix << "Nodes[] = {\n"
     << nodes << "};\n\n";
}

/// `ai-platform-job.schema.json` to `AiPlatformJob`.
static std::string prefixOf(StringRef stem) {
  std::string out;
  bool upper = true;
  for (char c : stem) {
    if (c == '-') {
      upper = true;
      continue;
    }
    out += upper ? llvm::toUpper(c) : c;
    upper = false;
  }
  return out;
}

int main(int argc, char **argv) {
  llvm::cl::ParseCommandLineOptions(argc, argv);
  std::error_code error;
  llvm::ToolOutputFile file(output, error, llvm::sys::fs::OF_None);
  if (error)
    fail(output, error.message());
  llvm::raw_ostream &os = file.os();
  os << "// Generated from schemas/; not for editing.\n\n";
  std::string files = "static constexpr SchemaFile SchemaFiles[] = {\n";
  llvm::sort(inputs);
  for (const std::string &input : inputs) {
    auto buffer = llvm::MemoryBuffer::getFile(input);
    if (!buffer)
      fail(input, buffer.getError().message());
    StringRef text = (*buffer)->getBuffer();
    auto value = json::parse(text);
    if (!value)
      fail(input, llvm::toString(value.takeError()));
    if (!value->getAsObject())
      fail(input, "expected an object");
    StringRef name = llvm::sys::path::filename(input);
    name.consume_back(".schema.json");
    Compiler(input, prefixOf(name), *value->getAsObject()).compile(os);
    files += "  {" + literal(name) + ",\n";
    for (StringRef rest = text; !rest.empty();) {
      files += ("   R\"json(" + rest.take_front(8000) + ")json\"\n").str();
      rest = rest.drop_front(std::min<size_t>(8000, rest.size()));
    }
    files += "  },\n";
  }
  os << files << "};\n";
  file.keep();
  return 0;
}

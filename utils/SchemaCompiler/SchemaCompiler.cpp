//===- SchemaCompiler.cpp - JSON Schema to C++ at build time --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles the subset of JSON Schema 2020-12 that lib/Schema/Schema.h describes
// into its constant nodes. Refuses every other keyword,
// so that the published schema and the built-in one cannot drift apart.
//
// A file may refer into another by its `$id`. The files whose names begin with
// `kubernetes` are one schema in parts: what their roots allow is one list.
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
#include "llvm/Support/SaveAndRestore.h"
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

/// `ai-platform-job` to `AiPlatformJob`.
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

/// The text of a file in pieces that every compiler takes.
static void emitRaw(llvm::raw_ostream &os, StringRef text) {
  for (; !text.empty();
       text = text.drop_front(std::min<size_t>(8000, text.size())))
    os << "   R\"json(" << text.take_front(8000) << ")json\"\n";
}

namespace {

/// What the nodes of all files refer to, each thing by its place.
class Pool {
public:
  std::string text(StringRef words) {
    // Much of it is said in several places, or is part of what is said.
    size_t offset = blob.find(words);
    if (offset == std::string::npos) {
      offset = blob.size();
      blob += words;
    }
    return place(offset, words.size());
  }
  std::string words(llvm::ArrayRef<std::string> items) {
    return add(wordList, items);
  }
  std::string properties(llvm::ArrayRef<std::string> items) {
    return add(propertyList, items);
  }
  std::string parts(llvm::ArrayRef<std::string> items) {
    return add(partList, items);
  }
  void emit(llvm::raw_ostream &os) const {
    // The numbers of nodes and the places in lists have 16 bits.
    size_t most = std::max({wordList.size(), propertyList.size(),
                            partList.size(), size_t(nodeCount)});
    if (most > UINT16_MAX)
      fail(output, "more of a kind than 16 bits can number");
    os << "const char Pool::text[] =\n";
    emitRaw(os, blob);
    os << ";\n";
    emitArray(os, "Text Words", wordList);
    emitArray(os, "Property Properties", propertyList);
    emitArray(os, "SchemaRef Parts", partList);
    os << "static constexpr Schema Nodes[] = {\n" << nodes << "};\n\n";
  }

  /// How many nodes there are so far.
  unsigned nodeCount = 0;
  std::string nodes;

private:
  static std::string place(size_t first, size_t size) {
    return "{" + std::to_string(first) + ", " + std::to_string(size) + "}";
  }
  static std::string add(std::vector<std::string> &all,
                         llvm::ArrayRef<std::string> items) {
    size_t first = all.size();
    llvm::append_range(all, items);
    return place(first, items.size());
  }
  static void emitArray(llvm::raw_ostream &os, StringRef declaration,
                        llvm::ArrayRef<std::string> items) {
    os << "static constexpr " << declaration << "[] = {"
       << llvm::join(items, ", ") << "};\n";
  }

  std::string blob;
  std::vector<std::string> wordList, propertyList, partList;
};

/// A file with a schema.
struct SourceFile {
  std::string path;
  std::string name;
  std::string text;
  json::Value root = nullptr;
};

/// Compiles the files. Nodes are numbered in the order of their discovery.
class Compiler {
public:
  Compiler(llvm::ArrayRef<SourceFile> files, Pool &pool);

  void compile(llvm::raw_ostream &os);

private:
  /// A schema object, and the file that its references start from.
  struct Place {
    const json::Object *object;
    const SourceFile *source;
  };

  /// The number of the node for a schema object.
  unsigned number(const json::Value &value);
  unsigned number(const json::Object &schema);
  std::string index(const json::Value &value) {
    return std::to_string(number(value));
  }
  std::string compileNode(const json::Object &schema);
  void compileKeyword(StringRef keyword, const json::Value &value,
                      std::map<std::string, std::string> &members);
  std::string types(const json::Value &value);
  Place resolve(StringRef reference);
  [[noreturn]] void fail(const Twine &message) {
    ::fail(source->path, message);
  }
  std::string strings(const json::Value &value);
  std::string schemas(const json::Value &value);

  llvm::ArrayRef<SourceFile> files;
  Pool &pool;
  /// The file that is being compiled.
  const SourceFile *source = nullptr;
  std::map<std::string, const SourceFile *> byId;
  llvm::DenseMap<const json::Object *, unsigned> numbers;
  /// What looks the same in a file is the same.
  std::map<std::string, unsigned> bySpelling;
  /// References with annotations beside them become objects of their own.
  std::vector<std::unique_ptr<json::Object>> merged;
  std::vector<Place> pending;
};

} // namespace

Compiler::Compiler(llvm::ArrayRef<SourceFile> files, Pool &pool)
    : files(files), pool(pool) {
  for (const SourceFile &file : files)
    byId[file.root.getAsObject()->getString("$id").value_or("").str()] = &file;
}

Compiler::Place Compiler::resolve(StringRef reference) {
  auto [id, path] = reference.split('#');
  const SourceFile *from = source;
  if (!id.empty()) {
    auto known = byId.find(id.str());
    if (known == byId.end())
      fail("no file has the identifier `" + id + "`");
    from = known->second;
  }
  if (!path.consume_front("/$defs/"))
    fail("only references into #/$defs are supported");
  const json::Object *defs = from->root.getAsObject()->getObject("$defs");
  const json::Object *target = defs ? defs->getObject(path) : nullptr;
  if (!target)
    fail("no definition `" + reference + "`");
  return {target, from};
}

unsigned Compiler::number(const json::Value &value) {
  const json::Object *schema = value.getAsObject();
  if (!schema)
    fail("expected a schema object");
  return number(*schema);
}

unsigned Compiler::number(const json::Object &object) {
  const json::Object *schema = &object;
  auto known = numbers.find(schema);
  if (known != numbers.end())
    return known->second;
  Place node = {schema, source};
  if (auto reference = schema->getString("$ref")) {
    node = resolve(*reference);
    if (schema->size() == 1) {
      llvm::SaveAndRestore<const SourceFile *> there(source, node.source);
      return number(*node.object);
    }
    auto copy = std::make_unique<json::Object>(*node.object);
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
        fail("keyword `" + StringRef(keyword) + "` beside $ref");
      (*copy)[keyword] = beside;
    }
    node.object = copy.get();
    merged.push_back(std::move(copy));
  }
  std::string spelling = node.source->name + " ";
  llvm::raw_string_ostream(spelling) << json::Value(json::Object(*node.object));
  auto [same, isNew] = bySpelling.try_emplace(spelling, pending.size() + 1);
  if (isNew)
    pending.push_back(node);
  return numbers[schema] = same->second;
}

std::string Compiler::strings(const json::Value &value) {
  std::vector<std::string> out;
  for (const json::Value &item : *value.getAsArray()) {
    if (auto text = item.getAsString())
      out.push_back(pool.text(*text));
    else if (!item.getAsNull())
      fail("expected a string");
  }
  return pool.words(out);
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
      fail("unknown type `" + name + "`");
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
    items.push_back(index(item));
  return pool.parts(items);
}

void Compiler::compileKeyword(StringRef keyword, const json::Value &value,
                              std::map<std::string, std::string> &members) {
  auto text = [&] { return pool.text(*value.getAsString()); };
  auto integer = [&] { return std::to_string(*value.getAsInteger()); };
  if (keyword == "type") {
    members["types"] = types(value);
  } else if (keyword == "title" || keyword == "description" ||
             keyword == "pattern") {
    members[keyword.str()] = text();
  } else if (keyword == "properties") {
    std::map<std::string, std::string> sorted;
    for (const auto &[name, schema] : *value.getAsObject())
      sorted[StringRef(name).str()] = index(schema);
    std::vector<std::string> items;
    for (const auto &[name, schema] : sorted)
      items.push_back("{" + pool.text(name) + ", " + schema + "}");
    members["properties"] = pool.properties(items);
  } else if (keyword == "additionalProperties") {
    if (auto flag = value.getAsBoolean())
      members["closed"] = *flag ? "false" : "true";
    else
      members["additional"] = index(value);
  } else if (keyword == "required") {
    members["required"] = strings(value);
  } else if (keyword == "propertyNames" || keyword == "items") {
    members[keyword.str()] = index(value);
  } else if (keyword == "not") {
    members["negated"] = index(value);
  } else if (keyword == "anyOf" || keyword == "allOf") {
    members[keyword.str()] = schemas(value);
  } else if (keyword == "enum") {
    members["words"] = strings(value);
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
    if (value.getAsString() != "allowed")
      fail("x-trainlint-empty can only be `allowed`");
    members["mayBeEmpty"] = "true";
  } else if (keyword == "x-trainlint-keys") {
    members["keys"] = strings(value);
  } else if (keyword == "x-trainlint-usual") {
    members["usual"] = strings(value);
  } else if (keyword == "x-trainlint-severity") {
    if (value.getAsString() != "warning")
      fail("x-trainlint-severity can only be `warning`");
    members["onlyWarns"] = "true";
  } else if (keyword != "$schema" && keyword != "$id" && keyword != "$defs" &&
             keyword != "$comment" && !isAnnotation(keyword)) {
    fail("keyword `" + keyword + "` is not supported");
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

  // Designated initializers have to follow the order of the members.
  static constexpr StringRef Order[] = {
      "types",     "title",    "description",   "properties",    "additional",
      "closed",    "required", "propertyNames", "maxProperties", "items",
      "minItems",  "maxItems", "words",         "pattern",       "maxLength",
      "minimum",   "maximum",  "anyOf",         "allOf",         "negated",
      "readOnly",  "form",     "checkedBy",     "mayBeEmpty",    "usual",
      "onlyWarns", "keys"};
  std::string out = "  {";
  for (StringRef member : Order) {
    auto found = members.find(member.str());
    if (found != members.end())
      out += ("." + member + " = " + found->second + ", ").str();
  }
  return out + "},\n";
}

void Compiler::compile(llvm::raw_ostream &os) {
  std::vector<std::string> kinds;
  for (const SourceFile &file : files) {
    source = &file;
    const json::Object &root = *file.root.getAsObject();
    os << "static constexpr SchemaRef " << prefixOf(file.name) << " = "
       << number(root) << ";\n";
    if (!StringRef(file.name).starts_with("kubernetes"))
      continue;
    const json::Array *forms = root.getArray("anyOf");
    if (!forms)
      fail("a part of the schema of Kubernetes has to have `anyOf`");
    for (const json::Value &form : *forms)
      kinds.push_back(index(form));
  }
  for (size_t i = 0; i < pending.size(); ++i) {
    source = pending[i].source;
    pool.nodes += compileNode(*pending[i].object);
  }
  pool.nodeCount = pending.size();
  os << "static constexpr List<SchemaRef> KubernetesKinds = "
     << pool.parts(kinds) << ";\n";
}
static SourceFile readFile(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    fail(path, buffer.getError().message());
  SourceFile file = {path, "", (*buffer)->getBuffer().str()};
  auto value = json::parse(file.text);
  if (!value)
    fail(path, llvm::toString(value.takeError()));
  if (!value->getAsObject())
    fail(path, "expected an object");
  file.root = std::move(*value);
  StringRef name = llvm::sys::path::filename(path);
  name.consume_back(".schema.json");
  file.name = name.str();
  return file;
}

int main(int argc, char **argv) {
  llvm::cl::ParseCommandLineOptions(argc, argv);
  std::error_code error;
  llvm::ToolOutputFile file(output, error, llvm::sys::fs::OF_None);
  if (error)
    fail(output, error.message());
  llvm::raw_ostream &os = file.os();
  os << "// Generated from schemas/; not for editing.\n\n";
  llvm::sort(inputs);
  std::vector<SourceFile> files;
  for (const std::string &input : inputs)
    files.push_back(readFile(input));
  Pool pool;
  Compiler(files, pool).compile(os);
  pool.emit(os);
  os << "static constexpr SchemaFile SchemaFiles[] = {\n";
  for (const SourceFile &file : files) {
    os << "  {" << literal(file.name) << ",\n";
    emitRaw(os, file.text);
    os << "  },\n";
  }
  os << "};\n";
  file.keep();
  return 0;
}

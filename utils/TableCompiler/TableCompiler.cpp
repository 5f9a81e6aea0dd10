//===- TableCompiler.cpp - Tables to C++ at build time --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the CSV files of tables/, refuses them if anything is wrong, and writes
// typed constant arrays, so that the program parses nothing. No array holds an
// address, so that nothing has to be relocated when the program starts.
//
//   trainlint-table-compiler -o DIR FILE.csv...
//
// TableTypes.inc declares the rows, TableData.inc holds them packed and expands
// them, TableLoad.inc reads rows of the same types from text, for tables given
// at run time.
//
//===----------------------------------------------------------------------===//

#include "Tables/TableText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

using namespace trainlint;
using llvm::raw_ostream;
using llvm::StringRef;

static llvm::cl::opt<std::string> outputFolder("o", llvm::cl::Required,
                                               llvm::cl::desc("Output folder"));
static llvm::cl::list<std::string> inputs(llvm::cl::Positional,
                                          llvm::cl::OneOrMore);

/// `machine-types` to `MachineTypes`, or to `machineTypes`.
static std::string identifier(StringRef name, bool capital) {
  std::string out;
  bool upper = capital;
  for (char c : name) {
    if (c == '-' || c == '_') {
      upper = true;
      continue;
    }
    out += upper ? llvm::toUpper(c) : c;
    upper = false;
  }
  return out;
}

static std::string typeName(StringRef name) { return identifier(name, true); }
static std::string memberName(StringRef name) {
  return identifier(name, false);
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

/// The C++ type of a cell. Text that may be absent is empty text.
static std::string cellType(const Column &column) {
  std::string type;
  switch (column.type) {
  case ColumnType::Text:
    return "llvm::StringRef";
  case ColumnType::IntegerList:
    return "llvm::ArrayRef<int64_t>";
  case ColumnType::Integer:
    type = "int64_t";
    break;
  case ColumnType::Decimal:
    type = "double";
    break;
  case ColumnType::Flag:
    type = "bool";
    break;
  case ColumnType::Date:
    type = "absl::CivilDay";
    break;
  case ColumnType::Word:
    type = typeName(column.name);
    break;
  }
  return column.optional ? "std::optional<" + type + ">" : type;
}

static llvm::SmallVector<const Column *> keysOf(const TableText &table) {
  llvm::SmallVector<const Column *> keys;
  for (const Column &column : table.columns) {
    if (column.key)
      keys.push_back(&column);
  }
  return keys;
}

//===----------------------------------------------------------------------===//
// TableTypes.inc
//===----------------------------------------------------------------------===//

static void emitFinders(raw_ostream &os, const TableText &table) {
  llvm::SmallVector<const Column *> keys = keysOf(table);
  std::string parameters, wanted, found;
  for (const Column *key : keys) {
    if (!parameters.empty()) {
      parameters += ", ";
      wanted += ", ";
      found += ", ";
    }
    parameters += cellType(*key) + " " + memberName(key->name);
    wanted += memberName(key->name);
    found += "row." + memberName(key->name);
  }
  os << "  /// The row with this key, or null.\n"
     << "  const Row *find(" << parameters << ") const {\n"
     << "    auto wanted = std::make_tuple(" << wanted << ");\n"
     << "    llvm::ArrayRef<Row> all = rows;\n"
     << "    auto place = llvm::partition_point(all, [&](const Row &row) {\n"
     << "      return std::make_tuple(" << found << ") < wanted;\n"
     << "    });\n"
     << "    if (place == all.end() || wanted < [&](const Row &row) {\n"
     << "          return std::make_tuple(" << found << ");\n"
     << "        }(*place))\n"
     << "      return nullptr;\n"
     << "    return place;\n"
     << "  }\n";
  if (keys.size() < 2)
    return;
  std::string first = memberName(keys[0]->name);
  os << "  /// The rows with this `" << keys[0]->name << "`.\n"
     << "  llvm::ArrayRef<Row> with" << typeName(keys[0]->name) << "("
     << cellType(*keys[0]) << " " << first << ") const {\n"
     << "    llvm::ArrayRef<Row> all = rows;\n"
     << "    auto begin = llvm::partition_point(all, [&](const Row &row) {\n"
     << "      return row." << first << " < " << first << ";\n"
     << "    });\n"
     << "    auto end = std::find_if(begin, all.end(), [&](const Row &row) {\n"
     << "      return row." << first << " != " << first << ";\n"
     << "    });\n"
     << "    return llvm::ArrayRef<Row>(begin, end);\n"
     << "  }\n";
}

/// True if the rows of two tables have the same C++ type.
static bool haveSameRows(const TableText &a, const TableText &b) {
  return llvm::equal(
      a.columns, b.columns, [](const Column &x, const Column &y) {
        return x.name == y.name && x.type == y.type && x.key == y.key &&
               x.optional == y.optional && x.words == y.words;
      });
}

/// The first table with rows of the same type, which may be the table itself:
/// code that reads a fact of one platform reads that of the others.
static const TableText &modelOf(const TableText &table,
                                llvm::ArrayRef<TableText> tables) {
  return *llvm::find_if(tables, [&](const TableText &other) {
    return haveSameRows(table, other);
  });
}

static void emitTypes(raw_ostream &os, llvm::ArrayRef<TableText> tables) {
  for (const TableText &table : tables) {
    os << "/// " << table.name << ": " << table.about << ".\n"
       << "struct " << typeName(table.name);
    const TableText &model = modelOf(table, tables);
    if (&model != &table) {
      os << " : " << typeName(model.name) << " {};\n\n";
      continue;
    }
    os << " {\n";
    for (const Column &column : table.columns) {
      if (column.type != ColumnType::Word)
        continue;
      os << "  enum class " << typeName(column.name) << " : uint8_t {";
      for (StringRef word : column.words)
        os << " " << typeName(word) << ",";
      os << " };\n";
    }
    os << "  struct Row {\n";
    for (const Column &column : table.columns)
      os << "    " << cellType(column) << " " << memberName(column.name)
         << ";\n";
    os << "  };\n";
    emitFinders(os, table);
    os << "  TableInfo info;\n"
       << "  /// Sorted by key.\n"
       << "  TableRows<Row> rows;\n"
       << "};\n\n";
  }
  os << "/// All tables, of one state.\nstruct Tables {\n"
     << "  /// The tables that the program was built with.\n"
     << "  static const Tables &builtIn();\n"
     << "  /// Those that somebody looked into.\n"
     << "  std::vector<TableInfo> used() const;\n\n";
  for (const TableText &table : tables)
    os << "  " << typeName(table.name) << " " << memberName(table.name)
       << ";\n";
  os << "};\n";
}

//===----------------------------------------------------------------------===//
// TableData.inc
//===----------------------------------------------------------------------===//

static std::string textName(const TableText &table) {
  return typeName(table.name) + "Text";
}

/// A function that the generated code expands the rows of a table with.
static std::string rowsName(const TableText &table) {
  return "expand" + typeName(table.name);
}

/// The type of a cell without its address.
static std::string packedType(const TableText &table, const Column &column) {
  switch (column.type) {
  case ColumnType::Text:
    return "PackedText";
  case ColumnType::IntegerList:
    return "PackedList";
  case ColumnType::Word: {
    std::string word = typeName(table.name) + "::" + typeName(column.name);
    return column.optional ? "std::optional<" + word + ">" : word;
  }
  default:
    return cellType(column);
  }
}

static bool isPacked(const Column &column) {
  return column.type == ColumnType::Text ||
         column.type == ColumnType::IntegerList;
}

namespace {
/// The numbers in the lists of a table, one list behind the other.
class Numbers {
public:
  /// The place of a list.
  std::string add(llvm::ArrayRef<StringRef> list) {
    size_t first = items.size();
    for (StringRef item : list)
      items.push_back(item.str());
    return "{" + std::to_string(first) + ", " + std::to_string(list.size()) +
           "}";
  }
  /// The array, or a null pointer if there is no number.
  std::string emit(raw_ostream &os, const TableText &table) const {
    if (items.empty())
      return "nullptr";
    std::string name = typeName(table.name) + "Numbers";
    os << "static constexpr int64_t " << name << "[] = {"
       << llvm::join(items, ", ") << "};\n";
    return name;
  }

private:
  std::vector<std::string> items;
};
} // namespace

/// `text` is the file, which the cells lie in.
static std::string cellValue(const TableText &table, StringRef text,
                             unsigned row, unsigned index, Numbers &numbers) {
  const Column &column = table.columns[index];
  StringRef cell = table.rows[row].cells[index];
  if (cell.empty())
    return isPacked(column) ? "{0, 0}" : "std::nullopt";
  switch (column.type) {
  case ColumnType::Text:
    return "{" + std::to_string(cell.data() - text.data()) + ", " +
           std::to_string(cell.size()) + "}";
  case ColumnType::Integer:
  case ColumnType::Decimal:
    return cell.str();
  case ColumnType::Flag:
    return cell == "yes" ? "true" : "false";
  case ColumnType::Date: {
    DateParts date = *parseDate(cell);
    return "absl::CivilDay(" + std::to_string(date.year) + ", " +
           std::to_string(date.month) + ", " + std::to_string(date.day) + ")";
  }
  case ColumnType::Word:
    return typeName(table.name) + "::" + typeName(column.name) +
           "::" + typeName(cell);
  case ColumnType::IntegerList:
    return numbers.add(listItems(cell));
  }
  llvm_unreachable("unknown column type");
}

/// The file itself, which `trainlint tables` shows and the rows point into.
static void emitText(raw_ostream &os, const TableText &table, StringRef text) {
  os << "static constexpr char " << textName(table) << "[] =\n";
  // A raw string may hold 64 KiB at least, but a compiler may stop there.
  for (StringRef rest = text; !rest.empty();) {
    os << "   R\"csv(" << rest.take_front(8000) << ")csv\"\n";
    rest = rest.drop_front(std::min<size_t>(8000, rest.size()));
  }
  os << ";\n";
}

/// The packed form of a row, and how it is unpacked.
static void emitPackedType(raw_ostream &os, const TableText &table) {
  std::string type = typeName(table.name);
  os << "namespace {\nstruct Packed" << type << " {\n";
  for (const Column &column : table.columns)
    os << "  " << packedType(table, column) << " " << memberName(column.name)
       << ";\n";
  os << "\n  " << type << "::Row expand(CellReader read) const {\n    return {";
  for (const Column &column : table.columns) {
    std::string member = memberName(column.name);
    os << (isPacked(column) ? "read(" + member + ")" : member) << ", ";
  }
  os << "};\n  }\n};\n} // namespace\n";
}

static void emitRows(raw_ostream &os, const TableText &table,
                     const TableText &model, StringRef text) {
  if (&model == &table)
    emitPackedType(os, table);
  std::string type = typeName(table.name);
  std::string packed = "Packed" + typeName(model.name);
  Numbers numbers;
  os << "static constexpr " << packed << " " << type << "Packed[] = {\n";
  for (unsigned row = 0; row < table.rows.size(); ++row) {
    os << "  {";
    for (unsigned index = 0; index < table.columns.size(); ++index)
      os << (index ? ", " : "") << cellValue(table, text, row, index, numbers);
    os << "},\n";
  }
  os << "};\n";
  std::string list = numbers.emit(os, table);
  os << "static llvm::ArrayRef<" << type << "::Row> " << rowsName(table)
     << "() {\n"
     << "  static const auto &rows = expandRows<" << type << "::Row, " << packed
     << ">(" << type << "Packed, {" << textName(table) << ", " << list
     << "});\n"
     << "  return rows;\n"
     << "}\n\n";
}

static void emitData(raw_ostream &os, llvm::ArrayRef<TableText> tables,
                     llvm::ArrayRef<StringRef> texts) {
  for (const auto &[table, text] : llvm::zip(tables, texts)) {
    emitText(os, table, text);
    emitRows(os, table, modelOf(table, tables), text);
  }
  os << "static constexpr Tables BuiltInTables = {\n";
  for (const TableText &table : tables) {
    // A table of the type of another holds it as its base.
    bool isModel = &modelOf(table, tables) == &table;
    os << (isModel ? "  {" : "  {{") << "{" << literal(table.name) << ", "
       << literal(table.asOf) << "}, " << rowsName(table)
       << (isModel ? "},\n" : "}},\n");
  }
  os << "};\n\n"
     << "static constexpr BuiltInText BuiltInTexts[] = {\n";
  for (const TableText &table : tables)
    os << "  {" << literal(table.name) << ", " << textName(table) << "},\n";
  os << "};\n\n"
     << "std::vector<TableInfo> Tables::used() const {\n"
     << "  std::vector<TableInfo> found;\n";
  for (const TableText &table : tables) {
    std::string member = memberName(table.name);
    os << "  if (" << member << ".rows.wereUsed())\n    found.push_back("
       << member << ".info);\n";
  }
  os << "  return found;\n}\n";
}

//===----------------------------------------------------------------------===//
// TableLoad.inc
//===----------------------------------------------------------------------===//

static void emitLoad(raw_ostream &os, llvm::ArrayRef<TableText> tables) {
  for (const TableText &table : tables) {
    std::string type = typeName(table.name);
    os << "static void load(const TableText &text, llvm::BumpPtrAllocator "
          "&arena, "
       << type << " &table) {\n"
       << "  llvm::SmallVector<" << type << "::Row, 0> rows;\n"
       << "  for (const TableRow &row : text.rows) {\n"
       << "    " << type << "::Row &out = rows.emplace_back();\n";
    for (const auto &[index, column] : llvm::enumerate(table.columns)) {
      std::string out = "out." + memberName(column.name);
      std::string cell = "row.cells[" + std::to_string(index) + "]";
      if (column.type == ColumnType::Word) {
        for (StringRef word : column.words)
          os << "    if (" << cell << " == " << literal(word) << ")\n      "
             << out << " = " << type << "::" << typeName(column.name)
             << "::" << typeName(word) << ";\n";
        continue;
      }
      os << "    readCell(" << cell << ", arena, " << out << ");\n";
    }
    os << "  }\n"
       << "  table.rows = llvm::ArrayRef(rows).copy(arena);\n"
       << "  table.info = {keep(text.name, arena), keep(text.asOf, arena)};\n"
       << "}\n\n";
  }
  os << "static void loadAll(llvm::ArrayRef<TableText> texts, "
     << "llvm::BumpPtrAllocator &arena, Tables &tables) {\n";
  for (const auto &[index, table] : llvm::enumerate(tables))
    os << "  load(texts[" << index << "], arena, tables."
       << memberName(table.name) << ");\n";
  os << "}\n";
}

static llvm::Error writeFile(StringRef name,
                             llvm::function_ref<void(raw_ostream &)> emit) {
  llvm::SmallString<256> path(outputFolder);
  llvm::sys::path::append(path, name);
  std::error_code error;
  llvm::ToolOutputFile file(path, error, llvm::sys::fs::OF_None);
  if (error)
    return llvm::createFileError(path, error);
  file.os() << "// Generated from tables/; not for editing.\n\n";
  emit(file.os());
  file.keep();
  return llvm::Error::success();
}

static llvm::Error run() {
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> buffers;
  std::vector<TableText> tables;
  std::vector<StringRef> texts;
  llvm::sort(inputs);
  for (const std::string &input : inputs) {
    auto buffer = llvm::MemoryBuffer::getFile(input);
    if (!buffer)
      return llvm::createFileError(input, buffer.getError());
    auto table =
        parseTable(llvm::sys::path::stem(input), (*buffer)->getBuffer());
    if (!table)
      return table.takeError();
    texts.push_back((*buffer)->getBuffer());
    buffers.push_back(std::move(*buffer));
    tables.push_back(std::move(*table));
  }
  if (llvm::Error error = checkReferences(tables))
    return error;
  if (llvm::Error error = writeFile(
          "TableTypes.inc", [&](raw_ostream &os) { emitTypes(os, tables); }))
    return error;
  if (llvm::Error error = writeFile("TableData.inc", [&](raw_ostream &os) {
        emitData(os, tables, texts);
      }))
    return error;
  return writeFile("TableLoad.inc",
                   [&](raw_ostream &os) { emitLoad(os, tables); });
}

int main(int argc, char **argv) {
  llvm::cl::ParseCommandLineOptions(argc, argv);
  if (llvm::Error error = run()) {
    llvm::WithColor::error() << llvm::toString(std::move(error)) << "\n";
    return 1;
  }
  return 0;
}

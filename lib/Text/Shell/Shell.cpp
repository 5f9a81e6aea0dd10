//===- Shell.cpp - Words of shell text with their places ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Shell/Shell.h"
#include "Support/LLVM.h"
#include "Support/Placeholder.h"
#include "Text/Shell/AngleBrackets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::shell;

static bool isNameCharacter(char c) { return llvm::isAlnum(c) || c == '_'; }

/// What web pages set in place of a blank, of quotes and of dashes.
static constexpr llvm::StringLiteral NoBreakSpace = "\u00a0";
static constexpr llvm::StringLiteral DoubleQuotes[] = {"\u201c", "\u201d"};
static constexpr llvm::StringLiteral SingleQuotes[] = {"\u2018", "\u2019"};
static constexpr llvm::StringLiteral Dashes[] = {"\u2013", "\u2014"};

namespace {

/// Reads one part of a text from its begin to its end.
class Splitter {
public:
  Splitter(StringRef text, Part part, Script &out, unsigned depth = 0)
      : text(text.take_front(part.range.end)), position(part.range.begin),
        folded(part.folded), isRecipe(part.isRecipe),
        mayDoubleDollars(part.mayDoubleDollars), depth(depth), out(out) {}

  void split();

private:
  bool atEnd() const { return position >= text.size(); }
  char peek(size_t ahead = 0) const {
    return position + ahead < text.size() ? text[position + ahead] : '\0';
  }
  StringRef rest() const { return text.substr(position); }

  void skipBlanks();
  bool atCopiedSpace() const { return rest().starts_with(NoBreakSpace); }
  void noteCopied(CopiedCharacter::Kind kind, size_t size,
                  llvm::StringLiteral meant);
  void readCopiedDash(Word &word);
  bool readCopiedQuoted(Word &word);
  void skipPrompt();
  size_t columnOf(size_t offset) const;
  void skipSecondPrompt();
  bool atCaret() const;
  void skipComment();
  void addOpenWord(SourceRange comment);
  void addFurtherWords();
  void skipHereDocument();
  bool atOperator() const;
  void readOperator();

  void readWord();
  void readBackquoted(Word &word);
  void readPart(Word &word);
  void readSingleQuoted(Word &word);
  void readDoubleQuoted(Word &word);
  bool readPlaceholder(Word &word);
  bool readMakeVariable(Word &word);
  void readDollar(Word &word);
  void readBalanced(Word &word, char open, char close);
  void splitSubstitution(size_t begin, size_t end);
  void append(Word &word, size_t count);
  void finishWord(Word word);
  void finishCommand();

  /// True if a character separates words.
  bool isBlank(char c) const {
    return c == ' ' || c == '\t' || c == '\r' ||
           ((folded || inArray) && c == '\n');
  }

  StringRef text;
  size_t position;
  bool folded;
  bool isRecipe;
  bool mayDoubleDollars;
  /// How many substitutions this part stands in.
  unsigned depth;
  Script &out;
  Command command;
  unsigned loops = 0;
  bool atLineStart = true;
  /// Where the prompt of the command stands in its line, if it has one.
  std::optional<size_t> promptColumn;
  /// True if the command has more words than are read.
  bool isOpen = false;
  /// True behind `NAME=` or `NAME+=` in front of a bracket.
  bool opensArray = false;
  /// True between the brackets of an array.
  bool inArray = false;
  std::vector<StringRef> hereDocuments;
};

} // namespace

//===----------------------------------------------------------------------===//
// Between words
//===----------------------------------------------------------------------===//

void Splitter::skipBlanks() {
  while (!atEnd()) {
    if (isBlank(peek()))
      ++position;
    else if ((peek() == '\\' && peek(1) == '\n') ||
             rest().starts_with("\\\r\n") || atCaret()) {
      position = text.find('\n', position) + 1;
      skipSecondPrompt();
    }
    // A shell drops one at the end of its text.
    else if (rest() == "\\")
      ++position;
    else if (atCopiedSpace())
      noteCopied(CopiedCharacter::Kind::Space, NoBreakSpace.size(), " ");
    else
      return;
  }
}

/// Takes a character that stands for another one.
void Splitter::noteCopied(CopiedCharacter::Kind kind, size_t size,
                          llvm::StringLiteral meant) {
  uint32_t begin = position;
  position += size;
  out.copied.push_back({kind, {begin, static_cast<uint32_t>(position)}, meant});
}

/// `$ `, `(name)$ ` and `user@host:~$ ` in front of a command that was copied
/// from a terminal, and `!`, which notebooks write there.
void Splitter::skipPrompt() {
  StringRef line = rest().take_until([](char c) { return c == '\n'; });
  size_t prompt = line.find("$ ");
  if (prompt == StringRef::npos) {
    position += line.starts_with("!") ? 1 : 0;
    return;
  }
  StringRef before = line.take_front(prompt);
  bool isPrompt =
      before.empty() ||
      (before.starts_with("(") && before.find(')') == before.size() - 1) ||
      (before.contains('@') && before.contains(':') && !before.contains(' '));
  if (!isPrompt)
    return;
  promptColumn = columnOf(position);
  position += prompt + 2;
}

size_t Splitter::columnOf(size_t offset) const {
  // Without a line break in front, npos + 1 is the start of the text.
  return offset - (text.rfind('\n', offset) + 1);
}

/// `> ` in front of a line that goes on with a command, and `$ ` where a page
/// sets it before each line. Behind a prompt it stands in the column of that;
/// a file is hardly called like a flag.
void Splitter::skipSecondPrompt() {
  size_t lineBegin = position;
  position +=
      rest().take_while([](char c) { return c == ' ' || c == '\t'; }).size();
  bool isBelow = promptColumn && position - lineBegin == *promptColumn;
  StringRef line = rest();
  bool isSecond = line.consume_front("> ");
  if (!isSecond && !line.consume_front("$ "))
    return;
  if (line.ltrim(" \t").starts_with("-") || (isSecond && isBelow))
    position += 2;
}

/// What Windows writes for a backslash at the end of a line.
bool Splitter::atCaret() const {
  return !command.words.empty() && peek() == '^' &&
         (peek(1) == '\n' || rest().starts_with("^\r\n"));
}

/// A synopsis goes on, and an array gets more words where others are added to
/// it and where it is used beside them.
void Splitter::addFurtherWords() {
  Word word;
  uint32_t end = std::min(position, text.size());
  word.range = {end - 1, end};
  word.value = "${@}";
  word.offsets.assign(word.value.size(), end - 1);
  word.offsets.push_back(end);
  command.words.push_back(std::move(word));
  command.isOpen = true;
}

/// What an exercise leaves to its reader in the middle of a command may be any
/// words.
void Splitter::addOpenWord(SourceRange comment) {
  Word word;
  word.range = comment;
  word.value = UnknownText.str();
  word.offsets.assign(3, comment.begin);
  word.offsets.push_back(comment.end);
  command.words.push_back(std::move(word));
}

void Splitter::skipComment() {
  size_t end = std::min(text.find('\n', position), text.size());
  SourceRange range{static_cast<uint32_t>(position),
                    static_cast<uint32_t>(end)};
  out.comments.push_back(range);
  position = end;
  bool isExercise = text.slice(range.begin, range.end).contains("TODO") ||
                    text.slice(range.begin, range.end).contains("TO DO");
  if (isExercise && !command.words.empty())
    addOpenWord(range);
}

void Splitter::skipHereDocument() {
  for (StringRef mark : hereDocuments) {
    while (!atEnd()) {
      size_t end = std::min(text.find('\n', position), text.size());
      StringRef line = text.slice(position, end).trim();
      position = std::min(end + 1, text.size());
      if (line == mark)
        break;
    }
  }
  hereDocuments.clear();
}

bool Splitter::atOperator() const {
  return StringRef(";&|()\n").contains(peek());
}

void Splitter::readOperator() {
  bool newline = peek() == '\n';
  bool bracket = peek() == '(';
  bool beginsArray = opensArray && bracket;
  ++position;
  // No shell takes a bracket behind words: it belongs to a synopsis.
  isOpen |= bracket;
  finishCommand();
  inArray = beginsArray;
  opensArray = false;
  if (newline) {
    skipHereDocument();
    atLineStart = true;
    promptColumn = std::nullopt;
  }
}

void Splitter::finishCommand() {
  if (!command.words.empty()) {
    if (isOpen || inArray)
      addFurtherWords();
    command.range = {command.words.front().range.begin,
                     command.words.back().range.end};
    command.isRepeated = loops > 0;
    if (loops > 0 && command.words.front().value == "done")
      --loops;
    out.commands.push_back(std::move(command));
  }
  command = Command();
  isOpen = false;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

void Splitter::append(Word &word, size_t count) {
  for (size_t i = 0; i < count && !atEnd(); ++i, ++position) {
    word.offsets.push_back(position);
    word.value += text[position];
  }
}

void Splitter::readSingleQuoted(Word &word) {
  word.quoted = true;
  ++position;
  while (!atEnd() && peek() != '\'')
    append(word, 1);
  ++position;
}

void Splitter::readDoubleQuoted(Word &word) {
  word.quoted = true;
  ++position;
  while (!atEnd() && peek() != '"') {
    if (peek() == '\\' && StringRef("\"\\$`\n").contains(peek(1))) {
      ++position;
      if (peek() == '\n')
        ++position;
      else
        append(word, 1);
    } else if (peek() == '$') {
      readDollar(word);
    } else if (peek() == '`') {
      readBackquoted(word);
    } else {
      append(word, 1);
    }
  }
  ++position;
}

void Splitter::readBalanced(Word &word, char open, char close) {
  unsigned depth = 0;
  while (!atEnd()) {
    char c = peek();
    append(word, 1);
    depth += c == open;
    if (c == close && --depth == 0)
      return;
  }
}

/// The commands of a substitution run before the one that they stand in.
void Splitter::splitSubstitution(size_t begin, size_t end) {
  constexpr unsigned MaximalDepth = 8;
  bool isArithmetic = text.substr(begin).starts_with("(");
  if (isArithmetic || depth >= MaximalDepth || end <= begin)
    return;
  Part inner{{static_cast<uint32_t>(begin), static_cast<uint32_t>(end)},
             folded,
             isRecipe};
  inner.mayDoubleDollars = mayDoubleDollars;
  Splitter(text, inner, out, depth + 1).split();
}

/// `$(NAME)`, which Make replaces; false if there is none.
bool Splitter::readMakeVariable(Word &word) {
  StringRef name = rest().drop_front(2).take_while(isNameCharacter);
  if (!rest().starts_with("$(") || name.empty() || peek(2 + name.size()) != ')')
    return false;
  size_t begin = word.value.size();
  append(word, name.size() + 3);
  word.expansions.push_back({begin, word.value.size(), name});
  return true;
}

void Splitter::readDollar(Word &word) {
  if (isRecipe && readMakeVariable(word))
    return;
  bool isDoubled =
      mayDoubleDollars && peek(1) == '$' &&
      (isNameCharacter(peek(2)) || peek(2) == '(' || peek(2) == '{');
  if (isDoubled || (isRecipe && peek(1) == '$'))
    ++position;
  if (peek(1) == '(') {
    append(word, 1);
    size_t inside = position + 1;
    readBalanced(word, '(', ')');
    return splitSubstitution(inside, position - 1);
  }
  size_t begin = word.value.size();
  if (peek(1) == '{') {
    append(word, 1);
    readBalanced(word, '{', '}');
    StringRef name = text.slice(word.offsets[begin] + 2, position - 1);
    if (!name.empty() && llvm::all_of(name, isNameCharacter))
      word.expansions.push_back({begin, word.value.size(), name});
    return;
  }
  // `$1` and the like, written so that they are placeholders.
  if (llvm::isDigit(peek(1)) || StringRef("@*#?$!").contains(peek(1))) {
    for (char c : {'$', '{', text[position + 1], '}'}) {
      word.offsets.push_back(position);
      word.value += c;
    }
    position += 2;
    return;
  }
  append(word, 1);
  StringRef name = rest().take_while(isNameCharacter);
  append(word, name.size());
  if (!name.empty())
    word.expansions.push_back({begin, word.value.size(), name});
}

/// `<name>`, `{{ name }}` and `%(name)s`, which are left for the reader to fill
/// in: to the shell they would be something else, or several words.
bool Splitter::readPlaceholder(Word &word) {
  // They are short; a line may be as long as a file.
  constexpr size_t Longest = 200;
  StringRef line =
      rest().take_front(Longest).take_until([](char c) { return c == '\n'; });
  if (line.starts_with("{{") && line.contains("}}")) {
    append(word, line.find("}}") + 2);
    return true;
  }
  if (line.starts_with("%(") && line.contains(")s")) {
    append(word, line.find(")s") + 2);
    return true;
  }
  size_t close = line.find('>');
  if (!line.starts_with("<") || close == StringRef::npos)
    return false;
  StringRef name = line.slice(1, close);
  // Behind the name of a command without a blank it may be a redirection.
  char before = position > 0 ? text[position - 1] : ' ';
  bool isGlued =
      StringRef("=/:").contains(before) ||
      (!command.words.empty() && !isBlank(before) && !name.ends_with(" ") &&
       !StringRef(";&|()\n").contains(before));
  bool isOne = mayBePlaceholder(name) &&
               (isGlued || !isRedirectionTo(name, line.drop_front(close + 1)));
  if (isOne)
    append(word, close + 1);
  return isOne;
}

/// The older form of `$(...)`.
void Splitter::readBackquoted(Word &word) {
  word.quoted = true;
  word.offsets.append(2, position++);
  word.value += "$(";
  size_t inside = position;
  while (!atEnd() && peek() != '`')
    append(word, 1);
  splitSubstitution(inside, position);
  word.offsets.push_back(position++);
  word.value += ')';
}

/// A dash in front of a word, which was two hyphens, or one in front of a
/// letter alone, before a page set it.
void Splitter::readCopiedDash(Word &word) {
  const auto *dash = llvm::find_if(
      Dashes, [&](StringRef dash) { return rest().starts_with(dash); });
  if (dash == std::end(Dashes))
    return;
  StringRef behind = rest().drop_front(dash->size());
  // A page may set a blank behind it, too; alone it ends the flags.
  StringRef next = behind.ltrim(" \t");
  bool isName = !next.empty() && llvm::isAlpha(next.front()) &&
                !next.starts_with("python");
  size_t blanks = isName ? behind.size() - next.size() : 0;
  bool isShort =
      blanks == 0 && isName && (next.size() == 1 || isBlank(next[1]));
  llvm::StringLiteral one("-"), two("--");
  llvm::StringLiteral meant = isShort ? one : two;
  word.offsets.append(meant.size(), position);
  word.value += meant;
  noteCopied(CopiedCharacter::Kind::Dash, dash->size() + blanks, meant);
}

/// What stands between curly quotes, which have to close on their line; false
/// if there are none. Pages set the closing one on either side.
bool Splitter::readCopiedQuoted(Word &word) {
  auto startsWithOne = [](StringRef text,
                          llvm::ArrayRef<llvm::StringLiteral> quotes) {
    return llvm::any_of(
        quotes, [&](StringRef quote) { return text.starts_with(quote); });
  };
  bool isDouble = startsWithOne(rest(), DoubleQuotes);
  llvm::ArrayRef<llvm::StringLiteral> quotes =
      isDouble ? llvm::ArrayRef(DoubleQuotes) : llvm::ArrayRef(SingleQuotes);
  if (!startsWithOne(rest(), quotes))
    return false;
  size_t size = quotes.front().size();
  // A line may be as long as a file.
  constexpr size_t Longest = 1000;
  StringRef line = rest().drop_front(size).take_front(Longest);
  line = line.take_until([](char c) { return c == '\n'; });
  size_t close = std::min(line.find(quotes[0]), line.find(quotes[1]));
  if (close == StringRef::npos)
    return false;
  llvm::StringLiteral doubled("\""), single("'");
  llvm::StringLiteral meant = isDouble ? doubled : single;
  noteCopied(CopiedCharacter::Kind::Quote, size, meant);
  word.quoted = true;
  size_t end = position + close;
  while (position < end) {
    if (isDouble && peek() == '$')
      readDollar(word);
    else
      append(word, 1);
  }
  if (startsWithOne(rest(), quotes))
    noteCopied(CopiedCharacter::Kind::Quote, size, meant);
  return true;
}

void Splitter::readPart(Word &word) {
  if (peek() == '\xe2' && readCopiedQuoted(word))
    return;
  switch (peek()) {
  case '\'':
    return readSingleQuoted(word);
  case '"':
    return readDoubleQuoted(word);
  case '$':
    return readDollar(word);
  case '`':
    return readBackquoted(word);
  case '\\':
    ++position;
    if (rest().starts_with("\r\n"))
      position += 2;
    else if (peek() == '\n')
      ++position;
    else if (!atEnd())
      append(word, 1);
    return;
  case '{':
  case '<':
  case '%':
    if (readPlaceholder(word))
      return;
    [[fallthrough]];
  default:
    append(word, 1);
  }
}

void Splitter::readWord() {
  Word word;
  word.range.begin = position;
  // Redirections go elsewhere, and what they name is no word of the command.
  size_t digits = rest().take_while(llvm::isDigit).size();
  char after = peek(digits);
  Word probe;
  size_t start = position;
  bool redirects = (after == '>' || after == '<') && !readPlaceholder(probe);
  position = start;
  if (redirects) {
    position += digits;
    bool here = rest().starts_with("<<") && !rest().starts_with("<<<");
    while (StringRef("<>&-|").contains(peek()) && !atEnd())
      ++position;
    skipBlanks();
    size_t from = position;
    Word target;
    while (!atEnd() && !isBlank(peek()) && !atOperator())
      readPart(target);
    if (here)
      hereDocuments.push_back(text.slice(from, position).trim("'\"\\"));
    return;
  }
  readCopiedDash(word);
  while (!atEnd() && !isBlank(peek()) && !atOperator() && peek() != '>' &&
         !atCopiedSpace()) {
    if (peek() == '<' && !readPlaceholder(word))
      break;
    if (!atEnd() && !isBlank(peek()) && !atOperator() && peek() != '>' &&
        peek() != '<')
      readPart(word);
  }
  word.range.end = position;
  word.offsets.push_back(position);
  finishWord(std::move(word));
}

/// The name that a word assigns to, or an empty text.
static StringRef assignedName(const Word &word) {
  auto [name, value] = StringRef(word.value).split('=');
  bool isName = !name.empty() && !llvm::isDigit(name.front()) &&
                llvm::all_of(name, isNameCharacter) &&
                name.size() < word.value.size();
  return isName ? name : StringRef();
}

void Splitter::finishWord(Word word) {
  static const StringRef declaring[] = {"export", "local", "readonly",
                                        "declare", "typeset"};
  static const StringRef leading[] = {"then",  "do",    "else", "if", "elif",
                                      "while", "until", "{",    "!"};
  bool declares = !command.words.empty() &&
                  llvm::is_contained(declaring, command.words.front().value);
  StringRef written = text.slice(word.range.begin, word.range.end);
  opensArray = peek() == '(' && written.ends_with("=");
  // The first of its words is not followed, nor are the others.
  if (opensArray)
    out.changing.push_back(written.take_while(isNameCharacter));
  if ((command.words.empty() || declares) && !assignedName(word).empty()) {
    out.assignments.push_back(std::move(word));
    return;
  }
  if (command.words.empty() && !word.quoted &&
      llvm::is_contained(leading, word.value)) {
    loops += word.value == "do";
    return;
  }
  static const StringRef setting[] = {"read",      "unset",  "mapfile",
                                      "readarray", "printf", "getopts",
                                      "let",       "eval"};
  bool setsNext =
      !command.words.empty() &&
      (llvm::is_contained(setting, command.words.front().value) ||
       (command.words.front().value == "for" && command.words.size() == 1));
  // `NAME+=more`, alone or in arithmetic.
  bool adds = written.contains("+=") || written.contains("++") ||
              written.contains("--");
  if (setsNext || (command.words.empty() && adds))
    out.changing.push_back(written.take_while(isNameCharacter));
  command.words.push_back(std::move(word));
}

void Splitter::split() {
  while (true) {
    skipBlanks();
    if (atEnd())
      break;
    if (atLineStart) {
      atLineStart = false;
      skipPrompt();
      skipBlanks();
    }
    if (atEnd())
      break;
    if (peek() == '#')
      skipComment();
    else if (atOperator())
      readOperator();
    else
      readWord();
  }
  finishCommand();
}

Word shell::makeAssignment(StringRef name, uint32_t nameBegin, StringRef value,
                           uint32_t valueBegin) {
  Word word;
  word.value = (name + "=" + value).str();
  uint32_t end = valueBegin + value.size();
  word.range = {std::min(nameBegin, valueBegin), end};
  for (size_t i = 0; i <= name.size(); ++i)
    word.offsets.push_back(nameBegin);
  for (size_t i = 0; i < value.size(); ++i)
    word.offsets.push_back(valueBegin + i);
  word.offsets.push_back(end);
  return word;
}

Word shell::makeComputedAssignment(StringRef name, StringRef value,
                                   SourceRange expression) {
  Word word;
  word.value = (name + "=" + value).str();
  word.range = expression;
  word.offsets.assign(word.value.size() + 1, expression.begin);
  word.offsets.back() = expression.end;
  word.isComputed = true;
  return word;
}

llvm::ArrayRef<Word> shell::programWords(const Command &command) {
  static const StringRef runners[] = {"sudo", "env",     "nohup",
                                      "time", "command", "exec"};
  static const StringRef optionsWithValue[] = {"-u", "-g", "-C", "-a"};
  llvm::ArrayRef<Word> words = command.words;
  while (!words.empty() && llvm::is_contained(runners, words.front().value)) {
    words = words.drop_front();
    while (!words.empty() && (StringRef(words.front().value).starts_with("-") ||
                              !assignedName(words.front()).empty())) {
      bool takesValue =
          llvm::is_contained(optionsWithValue, words.front().value);
      words = words.drop_front(std::min<size_t>(1 + takesValue, words.size()));
    }
  }
  return words;
}

static void moveToPage(Word &word, const markdown::BlockText &block) {
  word.range = block.placeOf(word.range);
  for (uint32_t &offset : word.offsets)
    offset = block.placeOf(offset);
}

/// Puts the words of a block where they stand in the page.
static void moveToPage(Script &script, const markdown::BlockText &block) {
  for (Command &command : script.commands) {
    command.range = block.placeOf(command.range);
    for (Word &word : command.words)
      moveToPage(word, block);
  }
  for (Word &word : script.assignments)
    moveToPage(word, block);
  for (SourceRange &comment : script.comments)
    comment = block.placeOf(comment);
  for (CopiedCharacter &character : script.copied)
    character.range = block.placeOf(character.range);
}

void shell::split(StringRef file, const Part &part, Script &out) {
  if (!part.block)
    return Splitter(file, part, out).split();
  Script script;
  Splitter(part.block->text(), part, script).split();
  moveToPage(script, *part.block);
  llvm::move(script.commands, std::back_inserter(out.commands));
  llvm::move(script.assignments, std::back_inserter(out.assignments));
  llvm::append_range(out.comments, script.comments);
  llvm::append_range(out.changing, script.changing);
  llvm::append_range(out.copied, script.copied);
}

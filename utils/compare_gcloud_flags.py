#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the tables of commands with the commands of an installed gcloud.

    compare_gcloud_flags.py                      what the gcloud on PATH says otherwise
    compare_gcloud_flags.py --sdk DIR --sdk DIR  the same for several releases together
    compare_gcloud_flags.py --write              writes what is missing into the tables

gcloud's own modules are loaded and its parsers are read, command by command and in alpha, beta and GA;
nothing is run and nothing is sent. Of each flag the tables say what it takes, the words of a closed
list, the most stable track that has it and whether the manual hides it; of each command which flags
exclude each other and which it needs. Everything that the table says and gcloud does not is printed, and
the other way round.

The tables hold for several releases: a flag or a word that one of them has is in them, and flags exclude
each other or are needed where all of them say so. A table may therefore have more than an older gcloud,
which is printed with --all only; what a table lacks is always printed, and the exit code is 1.
"""

import argparse
import csv
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TRACKS = ["ga", "beta", "alpha"]
# What a table may say more precisely than gcloud's parser does.
FINER = {("accelerator", "dictionary"), ("bucket", "text"), ("role", "text"), ("integer", "text"),
         ("choice", "text"), ("keyword", "text"), ("choice", "keyword")}


# ----- the command tree of one release, in a process of its own --------------------------------------


def load_commands(sdk):
    """The root of the command tree."""
    os.environ.update(CLOUDSDK_CONFIG=tempfile.mkdtemp(), CLOUDSDK_CORE_DISABLE_USAGE_REPORTING="1",
                      CLOUDSDK_COMPONENT_MANAGER_DISABLE_UPDATE_CHECK="1", CLOUDSDK_CORE_DISABLE_PROMPTS="1")
    sys.path[:0] = [f"{sdk}/lib/third_party", f"{sdk}/lib"]
    from googlecloudsdk import gcloud_main
    return gcloud_main.CreateCLI([])._TopElement()


def has_labels(convert):
    """True for a dictionary whose keys are checked as names of labels."""
    cells = getattr(getattr(convert, "key_type", None), "__closure__", None) or ()
    return any(getattr(cell.cell_contents, "__name__", "") == "IsValidLabelKey" for cell in cells)


def accepted(convert, text, words):
    try:
        return (convert(text) if convert else text) in words
    except Exception:  # What gcloud's types raise is of many kinds.
        return False


def words_of(action):
    """The words of a closed list, as they are written in the manual; empty if any word is taken."""
    words = getattr(action, "choices", None)
    if words is None and type(action.type).__name__ == "ArgList":
        words = getattr(action.type, "choices", None)
    return [str(word) for word in words or []]


def bounds_of(convert):
    """What a type of numbers with bounds was made of; empty for others."""
    if getattr(convert, "__qualname__", "") != "_BoundedType.<locals>.Parse":
        return {}
    return dict(zip(convert.__code__.co_freevars, (cell.cell_contents for cell in convert.__closure__)))


def takes(convert, text):
    try:
        convert(text)
        return True
    except Exception:
        return False


def word_of_function(convert):
    """What a function takes, told by what it does with a few texts."""
    if convert is int or bounds_of(convert).get("type_builder") is int:
        return "integer"
    if not callable(convert) or convert is str or takes(convert, "no such thing!"):
        return "text"
    forms = [("seconds", ["90", "2h"]), ("duration", ["2h"]), ("size", ["10GB"]), ("time", ["2026-01-02T03:04:05Z"])]
    others = {"seconds": ["10GB"], "duration": ["10GB", "90"], "size": ["2h"], "time": ["2h", "10GB"]}
    return next((word for word, texts in forms if all(takes(convert, text) for text in texts) and
                 not any(takes(convert, text) for text in others[word])), "text")


def type_word(convert, words):
    """What the tables call a type."""
    name = type(convert).__name__
    if name in ("ArgDict", "_MessageFieldType"):
        inner = getattr(convert, "arg_type", convert)
        if getattr(inner, "spec", None):
            return "dictionary"
        if name != "ArgDict":
            return "text"
        return "labels" if has_labels(inner) else "pairs"
    if name == "ArgList":
        return "list"
    if name == "ArgBoolean":
        return "boolean"
    if words:
        swapped = all(accepted(convert, change(word), words) for word in words
                      for change in (str.upper, str.lower, lambda word: word.replace("_", "-")))
        return "choice" if swapped else "keyword"
    if "BucketReference" in getattr(convert, "__qualname__", ""):
        return "bucket"
    return word_of_function(convert)


def keys_of(convert):
    """The keys of a dictionary with what they take."""
    inner = getattr(convert, "arg_type", convert)
    spec = getattr(inner, "spec", None) if type(inner).__name__ == "ArgDict" else None
    needed = set(getattr(inner, "required_keys", None) or [])
    alone = getattr(inner, "allow_key_only", False)
    keys = {}
    for key, value in (spec or {}).items():
        choices = getattr(value, "choices", None)
        least = bounds_of(value).get("lower_bound")
        words = [str(word) for word in choices] if choices and type(value).__name__ != "ArgList" else []
        word = "switch" if value is None else type_word(value, words)
        keys[key] = {"takes": "text" if word in ("dictionary", "pairs", "labels") else word, "choices": words,
                     "needed": key in needed, "least": least if isinstance(least, int) else None,
                     "alone": alone and value is not None and takes(value, "")}
    return keys


def repeats_of(action):
    """What becomes of a flag that is given twice."""
    name = type(action).__name__
    return {"UpdateAction": "unique", "StoreOnceAction": "once", "_AppendAction": "append"}.get(name, "last")


def flag_facts(action):
    words = words_of(action)
    least = bounds_of(action.type).get("lower_bound")
    takes = "switch" if action.nargs == 0 else type_word(action.type, words)
    short = [option[1:] for option in action.option_strings if not option.startswith("--")]
    return {"takes": takes, "choices": [] if takes == "list" else words, "hidden": bool(action.is_hidden),
            "letter": short[0] if short else "", "keys": keys_of(action.type), "optional": action.nargs == "?",
            "least": least if isinstance(least, int) else None, "repeats": repeats_of(action)}


def describe(node, flags, names):
    """The tree of groups; leaves are names of flags, or None for what is no flag."""
    if getattr(node, "is_group", False):
        parts = [part for part in (describe(child, flags, names) for child in node.arguments) if part]
        return {"mutex": node.is_mutex, "required": node.is_required, "parts": parts}
    if node.is_positional:
        names.append({"name": node.metavar or node.dest.upper(), "required": node.is_required,
                      "several": node.nargs in ("+", "*")})
        return {"argument": True}
    if node.is_global:
        return None
    spelled = [option for option in node.option_strings if option.startswith("--")]
    name = spelled[0][2:].replace("_", "-")
    flags[name] = flag_facts(node)
    return {"flag": name, "required": node.is_required}


def command_facts(element):
    flags, names = {}, []
    parts = [part for part in (describe(child, flags, names) for child in element.ai.arguments) if part]
    return {"flags": flags, "arguments": names, "groups": {"mutex": False, "required": False, "parts": parts}}


def dump(sdk, commands):
    top = load_commands(sdk)
    facts = {}
    for command in commands:
        words = command.split()[1:]
        for track in TRACKS:
            path = words if track == "ga" else [track, *words]
            element = top.LoadSubElementByPath([word.replace("-", "_") for word in path])
            if element:
                facts.setdefault(command, {})[track] = command_facts(element)
    json.dump(facts, sys.stdout)


# ----- what several releases say together -----------------------------------------------------------


def release_of(sdk):
    return (pathlib.Path(sdk) / "VERSION").read_text().strip()


def installed_sdk():
    program = shutil.which("gcloud")
    if not program:
        sys.exit("there is no gcloud on PATH; name its folder with --sdk")
    return str(pathlib.Path(program).resolve().parent.parent)


def facts_of(sdk, commands):
    result = subprocess.run([sys.executable, __file__, "--dump", sdk, *commands], capture_output=True, text=True,
                            check=False)
    if result.returncode:
        sys.exit(f"the commands of {sdk} cannot be read:\n{result.stderr[-2000:]}")
    return json.loads(result.stdout)


def join_types(first, second):
    return first if first == second else "text"


def with_tracks(value, track):
    """A flag or key whose words have the most stable track that takes them."""
    return value | {"choices": dict.fromkeys(value["choices"], track)}


def join_values(into, facts, track):
    into["takes"] = join_types(into["takes"], facts["takes"])
    is_open = not into["choices"] or not facts["choices"]
    words = {**dict.fromkeys(facts["choices"], track), **into["choices"]}
    into["choices"] = {} if is_open else words
    into["least"] = None if None in (into["least"], facts["least"]) else min(into["least"], facts["least"])


def join_flags(forms):
    """The flags of all tracks and releases, the most stable track first, each with that track."""
    joined = {}
    for track, facts in forms:
        for name, flag in facts["flags"].items():
            if name not in joined:
                keys = {key: with_tracks(value, track) for key, value in flag["keys"].items()}
                joined[name] = with_tracks(flag, track) | {"track": track, "keys": keys}
                continue
            into = joined[name]
            join_values(into, flag, track)
            into["track"] = min(into["track"], track, key=TRACKS.index)
            into["hidden"] = into["hidden"] and flag["hidden"]
            into["optional"] = into["optional"] or flag["optional"]
            if into["repeats"] != flag["repeats"]:
                into["repeats"] = "last"
            for key, value in flag["keys"].items():
                known = into["keys"].setdefault(key, with_tracks(value, track) | {"needed": False})
                join_values(known, value, track)
                known["needed"] = known["needed"] and value["needed"]
                known["alone"] = known["alone"] or value["alone"]
    for flag in joined.values():
        if flag["takes"] != "dictionary":
            flag["keys"] = {}
    return joined


def flags_in(node):
    if "flag" in node:
        return [node["flag"]]
    return [flag for part in node.get("parts", []) for flag in flags_in(part)]


def has_argument(node):
    return "argument" in node or any(has_argument(part) for part in node.get("parts", []))


def rules_of(node, certain=True, top=True):
    """Yields what groups say: alternatives, each a list of a flag and whether its alternative needs it,
    and whether one of them is needed."""
    parts = [part for part in node["parts"] if flags_in(part)]
    required = node["required"] and certain and not has_argument(node)
    if top:
        for part in parts:
            if part.get("flag") and part["required"]:
                yield [[(part["flag"], False)]], True
    elif node["mutex"] and (len(parts) > 1 or required):
        yield [alternative_of(part) for part in parts], required
    elif parts and any("flag" in part and part["required"] for part in parts) and len(flags_in(node)) > 1:
        yield [alternative_of(node)], required
    elif parts and required:
        yield [alternative_of(node)], True
    for part in parts:
        if "parts" in part:
            yield from rules_of(part, certain and (top or node["required"] and not node["mutex"]), False)


def alternative_of(node):
    if "flag" in node:
        return [(node["flag"], False)]
    direct = {part["flag"] for part in node["parts"] if "flag" in part and part["required"]}
    return [(flag, flag in direct) for flag in flags_in(node)]


def canonical(rule):
    """An alternative of one flag needs it; so does an only one that has to be there."""
    alternatives, required = rule
    return frozenset(frozenset((flag, needed and len(alternative) > 1) for flag, needed in alternative)
                     for alternative in alternatives), required


def excluded_pairs(rules):
    pairs = set()
    for alternatives, _ in rules:
        for number, first in enumerate(alternatives):
            for second in alternatives[number + 1:]:
                pairs |= {frozenset((a, b)) for a, _ in first for b, _ in second if a != b}
    return pairs


def holds_in(rule, facts, forms):
    """True if a track says the same of those of its flags that it has."""
    alternatives, required = rule
    present = [[(flag, needed) for flag, needed in alternative if flag in facts["flags"]]
               for alternative in alternatives]
    present = [alternative for alternative in present if alternative]
    theirs = list(rules_of(facts["groups"]))
    if not excluded_pairs([(present, False)]) <= excluded_pairs(theirs):
        return False
    for alternative in present:
        needed = {flag for flag, is_needed in alternative if is_needed}
        others = {flag for flag, _ in alternative} - needed
        same = [other for other_rule, _ in theirs for other in other_rule
                if others <= {flag for flag, _ in other} and needed <= {flag for flag, is_needed in other if is_needed}]
        if needed and not same:
            return False
    flags = {flag for alternative in present for flag, _ in alternative}
    return not required or any(other_required and {flag for alternative in other for flag, _ in alternative} <= flags
                               for other, other_required in theirs)


def covers(wide, narrow):
    """True if a rule says what another one says of the flags of this one."""
    flags = {flag for alternative in narrow[0] for flag, _ in alternative}
    return wide is not narrow and canonical(without(wide, flags))[0] == canonical(narrow)[0] and \
        wide[1] >= narrow[1] and canonical(wide) != canonical(narrow)


def join_rules(forms):
    """What all tracks and releases say, in the widest form."""
    rules = {}
    for _, facts in forms:
        for alternatives, required in rules_of(facts["groups"]):
            for rule in {True: [(alternatives, True), (alternatives, False)], False: [(alternatives, False)]}[required]:
                says_something = rule[1] or len(alternatives) > 1 or any(needed for _, needed in alternatives[0])
                if says_something and all(holds_in(rule, other, forms) for _, other in forms):
                    rules.setdefault(canonical(rule), rule)
                    break
    found = list(rules.values())
    return [rule for rule in found if not any(covers(other, rule) for other in found)]


def join(releases, command):
    """The facts of a command in all releases, the newest first; None if none has it."""
    forms = [(track, facts) for track in TRACKS for release in releases
             if (facts := release.get(command, {}).get(track))]
    if not forms:
        return None
    arguments = [facts["arguments"] for _, facts in forms]
    first = arguments[0][0] if arguments[0] else None
    return {"flags": join_flags(forms), "rules": join_rules(forms),
            "argument": first["name"] if first else "", "several": bool(first and first["several"]),
            "tracks": sorted({track for track, _ in forms}, key=TRACKS.index)}


# ----- the tables -----------------------------------------------------------------------------------


class Table:
    def __init__(self, path):
        self.path = path
        lines = path.read_text().splitlines()
        self.head = [line for line in lines if line.startswith("#")]
        self.rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
        self.columns = [line for line in lines if not line.startswith("#")][0].split(",")

    def release(self):
        """The newest release that the table names."""
        found = re.findall(r"Google Cloud SDK (\d+(?:\.\d+)*)", "\n".join(self.head))
        return max((tuple(map(int, text.split("."))) for text in found), default=())

    def write(self):
        lines = [*self.head, ",".join(self.columns)]
        lines += [",".join(row[column] for column in self.columns) for row in self.rows]
        self.path.write_text("\n".join(lines) + "\n")


class Tables:
    def __init__(self, folder):
        self.commands = Table(folder / "commands.csv")
        self.flags = Table(folder / "command-flags.csv")
        self.groups = Table(folder / "command-flag-groups.csv")

    def names(self):
        return [row["name"] for row in self.commands.rows if row["name"].startswith("gcloud ")]

    def rows(self, command):
        return {row["flag"]: row for row in self.flags.rows if row["command"] == command}

    def rules(self, command):
        """The groups of a command by their names."""
        groups = {}
        for row in self.groups.rows:
            if row["command"] == command and row["parsed"] == "yes":
                groups.setdefault(row["group"], []).append(row)
        found = {}
        for name, rows in groups.items():
            alternatives = {}
            for row in rows:
                alternatives.setdefault(row["alternative"], []).append((row["flag"], row["needed"] == "yes"))
            found[name] = (list(alternatives.values()), rows[0]["required"] == "yes")
        return found


# ----- differences ----------------------------------------------------------------------------------


def yes_or_no(value):
    return "yes" if value else "no"


def written(number):
    return "" if number is None else str(number)


def written_words(choices):
    """The words of a list, those that only a less stable track takes with the track behind them."""
    return "|".join(word if track == "ga" else f"{word}@{track}" for word, track in sorted(choices.items()))


def read_words(text):
    return {word.partition("@")[0]: word.partition("@")[2] or "ga" for word in text.split("|") if word}


def expected_rows(facts):
    """What the table has to say of each flag and key."""
    rows = {}
    for name, flag in facts["flags"].items():
        rows[name] = {"takes": flag["takes"], "choices": written_words(flag["choices"]), "track": flag["track"],
                      "hidden": yes_or_no(flag["hidden"]), "letter": flag["letter"], "needed": "no",
                      "least": written(flag["least"]), "optional-value": yes_or_no(flag["optional"]),
                      "repeats": flag["repeats"]}
        for key, value in flag["keys"].items():
            rows[f"{name}.{key}"] = {"takes": value["takes"], "choices": written_words(value["choices"]),
                                     "track": flag["track"], "hidden": yes_or_no(flag["hidden"]), "letter": "",
                                     "needed": yes_or_no(value["needed"]), "least": written(value["least"]),
                                     "optional-value": yes_or_no(value["alone"]), "repeats": "last"}
    return rows


def compare_words(spelled, mine, other, report):
    words, other_words = read_words(mine["choices"]), read_words(other["choices"])
    if words and not other_words:
        if (mine["takes"], other["takes"]) not in FINER:
            report.missing(f"{spelled} takes any word, the table says {mine['choices']}")
        return
    lacking = [word for word, track in other_words.items()
               if TRACKS.index(words.get(word, "alpha")) > TRACKS.index(track) or word not in words]
    if words and lacking:
        report.missing(f"{spelled} takes {', '.join(sorted(lacking))}, which the table does not say")
    elif not words and other_words:
        report.different(f"{spelled} takes {other['choices']}, and the table does not say so")
    elif words != other_words:
        report.extra(f"{spelled} takes {other['choices']}, the table says {mine['choices']}")


def compare_flags(command, facts, tables, report):
    ours = tables.rows(command)
    theirs = expected_rows(facts)
    for name in sorted({*ours, *theirs}):
        spelled = f"--{name}"
        if name not in ours:
            report.missing(f"{spelled} ({theirs[name]['takes']}, {theirs[name]['track']}) is not in the table")
            continue
        if name not in theirs:
            report.extra(f"{spelled} is in the table, and gcloud does not have it")
            continue
        mine, other = ours[name], theirs[name]
        if mine["takes"] != other["takes"] and (mine["takes"], other["takes"]) not in FINER:
            report.different(f"{spelled} takes {other['takes']}, the table says {mine['takes']}")
        compare_words(spelled, mine, other, report)
        if TRACKS.index(other["track"]) < TRACKS.index(mine["track"]):
            report.missing(f"{spelled} is there in {other['track']}, the table says {mine['track']}")
        elif mine["track"] != other["track"]:
            report.extra(f"{spelled} is there in {other['track']} only, the table says {mine['track']}")
        for column in ("hidden", "letter", "needed", "least", "optional-value", "repeats"):
            if mine[column] != other[column]:
                report.extra(f"{spelled} has {column} `{other[column]}`, the table says `{mine[column]}`")


def in_words(rule):
    alternatives, required = rule
    text = " | ".join(" ".join(f"--{flag}{'!' if needed else ''}" for flag, needed in sorted(alternative))
                      for alternative in sorted(map(sorted, alternatives)))
    return f"{text}{', one is needed' if required else ''}"


def without(rule, flags):
    """A rule of the flags that gcloud has."""
    alternatives, required = rule
    kept = [[(flag, needed) for flag, needed in alternative if flag in flags] for alternative in alternatives]
    return [alternative for alternative in kept if alternative], required


def compare_rules(command, facts, tables, report):
    ours = {canonical(without(rule, facts["flags"])) for rule in tables.rules(command).values()}
    theirs = {canonical(rule): rule for rule in facts["rules"]}
    for rule in sorted(ours - theirs.keys(), key=str):
        if rule[0]:
            report.different(f"the table says, and gcloud does not: {in_words(rule)}")
    for rule in sorted(theirs.keys() - ours, key=str):
        report.extra(f"gcloud says, and the table does not: {in_words(theirs[rule])}")


class Report:
    """Prints differences. A table may have what older releases lack."""

    def __init__(self, print_all, is_older):
        self.print_all, self.is_older = print_all, is_older
        self.count = self.unprinted = 0
        self.command = ""

    def missing(self, text):
        self.count += 1
        print(f"{self.command}: {text}")

    def different(self, text):
        self.extra(text) if self.is_older else self.missing(text)

    def extra(self, text):
        if self.print_all or not self.is_older:
            self.missing(text)
        else:
            self.unprinted += 1


def compare(tables, releases, report):
    for row in tables.commands.rows:
        command = row["name"]
        if not command.startswith("gcloud "):
            continue
        report.command = command
        facts = join(releases, command)
        if not facts:
            report.extra("gcloud does not have the command")
            continue
        if (row["argument"] != "") != (facts["argument"] != ""):
            report.different(f"the argument is `{facts['argument']}`, the table says `{row['argument']}`")
        if row["several"] != yes_or_no(facts["several"]):
            report.different(f"several arguments: {yes_or_no(facts['several'])}")
        if row["flags-complete"] != "yes":
            report.missing("the table does not have all flags")
        compare_flags(command, facts, tables, report)
        compare_rules(command, facts, tables, report)


# ----- writing --------------------------------------------------------------------------------------


def group_name(rule, taken):
    flags = [flag for alternative in rule[0] for flag, _ in alternative]
    needed = [flag for alternative in rule[0] for flag, is_needed in alternative if is_needed]
    name = (needed or flags)[0]
    while name in taken:
        name += "-2"
    return name


def write_command(tables, row, facts):
    command = row["name"]
    row["several"], row["flags-complete"] = yes_or_no(facts["several"]), "yes"
    if not row["argument"]:
        row["argument"] = facts["argument"]
    known = tables.rows(command)
    theirs = expected_rows(facts)
    for name, other in theirs.items():
        mine = known.setdefault(name, {"command": command, "flag": name, "field": "", "takes": "", "choices": ""})
        finer = (mine["takes"], other["takes"]) in FINER
        words = mine["choices"] if finer and not other["choices"] else other["choices"]
        mine.update(other | {"takes": mine["takes"] if finer else other["takes"], "choices": words})
    tables.flags.rows = [other for other in tables.flags.rows if other["command"] != command]
    tables.flags.rows += [known[name] for name in theirs]

    names = {canonical(rule): name for name, rule in tables.rules(command).items()}
    kept = [other for other in tables.groups.rows if other["command"] != command or other["parsed"] == "no"]
    taken = {other["group"] for other in kept if other["command"] == command} | set(names.values())
    for rule in facts["rules"]:
        name = names.get(canonical(rule)) or group_name(rule, taken)
        taken.add(name)
        for number, alternative in enumerate(rule[0], 1):
            kept += [{"command": command, "group": name, "alternative": str(number), "flag": flag,
                      "needed": yes_or_no(needed and len(alternative) > 1), "required": yes_or_no(rule[1]),
                      "certain": "yes", "parsed": "yes"} for flag, needed in alternative]
    tables.groups.rows = kept


def write(tables, releases):
    for row in tables.commands.rows:
        row.setdefault("several", "no")
        facts = row["name"].startswith("gcloud ") and join(releases, row["name"])
        if facts:
            write_command(tables, row, facts)
    for row in tables.flags.rows:
        for column, default in (("track", "ga"), ("choices", ""), ("hidden", "no"), ("letter", ""), ("needed", "no"),
                                ("least", ""), ("optional-value", "no"), ("repeats", "last")):
            row.setdefault(column, default)
    tables.flags.rows.sort(key=lambda row: (row["command"], row["flag"]))
    tables.groups.rows.sort(key=lambda row: (row["command"], row["group"], int(row["alternative"]), row["flag"]))
    for table in (tables.commands, tables.flags, tables.groups):
        table.write()


def main():
    if sys.argv[1:2] == ["--dump"]:
        return dump(sys.argv[2], sys.argv[3:])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sdk", action="append", help="the folder of a release; default: that of the gcloud on PATH")
    parser.add_argument("--tables", type=pathlib.Path, default=ROOT / "tables")
    parser.add_argument("--write", action="store_true", help="write the tables, which keep what is not gcloud's to say")
    parser.add_argument("--all", action="store_true", help="print what the tables have and an older gcloud lacks")
    options = parser.parse_args()

    tables = Tables(options.tables)
    folders = sorted(options.sdk or [installed_sdk()], key=lambda folder: -float(release_of(folder).split(".")[0]))
    releases = [facts_of(folder, tables.names()) for folder in folders]
    if options.write:
        write(tables, releases)
        return 0
    newest = max(tuple(map(int, release_of(folder).split("."))) for folder in folders)
    report = Report(options.all, newest < tables.flags.release())
    compare(tables, releases, report)
    commands = len(tables.names())
    flags = sum(len(tables.rows(name)) for name in tables.names())
    print(f"{commands} commands with {flags} flags and keys beside gcloud "
          f"{', '.join(map(release_of, folders))}: {report.count} differences"
          + (f", and {report.unprinted} that an older release explains" if report.unprinted else ""))
    return 1 if report.count else 0


if __name__ == "__main__":
    sys.exit(main())

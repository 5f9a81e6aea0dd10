# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads languages.toml of Helix and checks what it says against the keys that the
documentation of Helix has."""

import sys
import tomllib

SERVER_KEYS = {"command", "args", "config", "timeout", "environment", "required-root-patterns"}
LANGUAGE_KEYS = {"name", "language-id", "scope", "injection-regex", "file-types", "shebangs",
                 "roots", "auto-format", "diagnostic-severity", "comment-token",
                 "comment-tokens", "block-comment-tokens", "indent", "language-servers",
                 "grammar", "formatter", "soft-wrap", "text-width", "rulers",
                 "workspace-lsp-roots", "persistent-diagnostic-sources"}
# Languages that Helix has itself, of which a name is enough.
KNOWN = ["yaml", "json", "bash", "make", "markdown"]

with open(sys.argv[1], "rb") as text:
    config = tomllib.load(text)
assert set(config) == {"language", "language-server"}, set(config)
for name, server in config["language-server"].items():
    assert set(server) <= SERVER_KEYS, server
    print(f"server {name}: {server['command']} {' '.join(server['args'])}")
known, new = [], []
for language in config["language"]:
    name = language["name"]
    assert set(language) <= LANGUAGE_KEYS, language
    assert "trainlint" in language["language-servers"], name
    if name in KNOWN:
        known.append(name)
        continue
    assert {"scope", "file-types"} <= set(language), name
    new.append(f"{name} is a new language for {' '.join(language['file-types'])}")
print(" ".join(known), "have trainlint")
print("\n".join(new))

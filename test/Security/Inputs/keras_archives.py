# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes models with many layers and values."""

import zipfile


def model(layers):
    return '{"module":"keras","class_name":"Sequential","config":{"layers":[' + layers + "]}}"


def archive(name, config, metadata="{}"):
    with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr("metadata.json", metadata)
        out.writestr("config.json", config)


archive("layers.keras", model("{}," * 4_000_000 + "{}"))
archive("values.keras", model('{"config":{"a":[' + "0," * 600_000 + "0]}}"))
archive("few.keras", model("{}," * 65_536 + "{}"))
archive("most.keras", model("{}," * 65_535 + "{}"))
archive("metadata.keras", model("{}"), "[" + "{}," * 4_000_000 + "0]")
with open("few.json", "w") as file:
    file.write(model("{}," * 65_536 + "{}"))
with open("calls.json", "w") as file:
    file.write('{"class_name":"Functional","config":{"input_layers":[],"layers":['
               '{"name":"a","inbound_nodes":[' + "[]," * 65_536 + "[]]}]}}")

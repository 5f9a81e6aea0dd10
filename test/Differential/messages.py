# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Messages for the protobuf library, described at run time.

A message is a list of lines `NUMBER NAME TYPE`, where TYPE may begin with
`repeated` or `optional`, be a `map` of strings to a type, or name the `oneof` it
is in."""

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

SCALARS = ("int32", "int64", "uint32", "uint64", "bool", "float", "double", "string", "bytes")


class Description:
    """A file of messages. `enums` holds the names of each enumeration's values with
    their numbers."""

    def __init__(self, package, messages, enums):
        self.package, self.enums = package, enums
        self.file = descriptor_pb2.FileDescriptorProto(name=f"{package}.proto", package=package,
                                                       syntax="proto3")
        for name, values in enums.items():
            enum = self.file.enum_type.add(name=name)
            for value, number in values.items():
                enum.value.add(name=value, number=number)
        message = None
        for line in messages.strip().splitlines():
            if not line.startswith(" "):
                message = self.file.message_type.add(name=line)
                continue
            number, name, *words = line.split()
            self.add_field(message, number, name, words)

    def set_type(self, field, name):
        if name in SCALARS:
            field.type = getattr(field, f"TYPE_{name.upper()}")
        else:
            field.type = field.TYPE_ENUM if name in self.enums else field.TYPE_MESSAGE
            field.type_name = f".{self.package}.{name}"

    def add_field(self, message, number, name, words):
        field = message.field.add(number=int(number), name=name, label=1)
        *how, kind = words
        if how == ["repeated"]:
            field.label = field.LABEL_REPEATED
        elif how in (["map"], ["numbermap"]):
            entry = message.nested_type.add(
                name="".join(part.capitalize() for part in name.split("_")) + "Entry")
            entry.options.map_entry = True
            self.set_type(entry.field.add(number=1, name="key", label=1),
                          "string" if how == ["map"] else "uint32")
            self.set_type(entry.field.add(number=2, name="value", label=1), kind)
            field.label = field.LABEL_REPEATED
            kind = f"{message.name}.{entry.name}"
        elif how == ["oneof"]:
            if not message.oneof_decl:
                message.oneof_decl.add(name="kind")
            field.oneof_index = 0
        elif how == ["optional"]:
            # A value that may be given as zero, which has a `oneof` of its own.
            field.proto3_optional = True
            field.oneof_index = len(message.oneof_decl)
            message.oneof_decl.add(name=f"_{name}")
        self.set_type(field, kind)

    def classes(self, *names):
        """The classes of the messages with these names."""
        pool = descriptor_pool.DescriptorPool()
        pool.Add(self.file)
        factory = message_factory.MessageFactory(pool)
        return {name: factory.GetPrototype(pool.FindMessageTypeByName(f"{self.package}.{name}"))
                for name in names}

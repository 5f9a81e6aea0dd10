# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws shardings of tensors, as Shardy and as XLA write them."""

import math


class Axis:
    """An axis of a mesh or a part of one: what Shardy calls it, and the places in the mesh that it names."""

    def __init__(self, name, stride, size):
        self.name, self.stride, self.size = name, stride, size


class Mesh:
    def __init__(self, draw, name, sizes):
        self.name, self.sizes = name, sizes
        self.order = list(range(math.prod(sizes)))
        if draw.random() < 0.3:
            draw.shuffle(self.order)

    def text(self):
        axes = ", ".join(f'"a{axis}"={size}' for axis, size in enumerate(self.sizes))
        ids = f", device_ids={self.order}" if self.order != sorted(self.order) else ""
        return f"  sdy.mesh @{self.name} = <[{axes}]{ids}>\n"

    def axes(self, draw):
        """All axes, of which some are taken apart."""
        axes = []
        for number, size in enumerate(self.sizes):
            stride = math.prod(self.sizes[number + 1:])
            if size == 4 and draw.random() < 0.4:
                axes += [Axis(f'"a{number}":(1)2', stride * 2, 2), Axis(f'"a{number}":(2)2', stride, 2)]
            else:
                axes.append(Axis(f'"a{number}"', stride, size))
        return axes


class Shardings:
    """Shardings of two meshes, as Shardy or as XLA writes them."""

    def __init__(self, draw, sizes):
        self.draw, self.is_sdy = draw, draw.random() < 0.5
        self.partitions = math.prod(sizes)
        self.meshes = [Mesh(draw, "mesh", sizes), Mesh(draw, "other", [self.partitions])]
        self.count = 0

    def mesh(self):
        return "".join(mesh.text() for mesh in self.meshes)

    def axes_of(self, shape, axes):
        """The axes of each dimension, each of which is divided evenly."""
        dims, left = [[] for _ in shape], list(shape)
        for axis in self.draw.sample(axes, len(axes)):
            fits = [dim for dim, size in enumerate(left) if size % axis.size == 0]
            if fits and self.draw.random() < 0.75:
                dim = self.draw.choice(fits)
                dims[dim].append(axis)
                left[dim] //= axis.size
        return dims

    def sdy(self, shape):
        mesh = self.meshes[self.draw.random() < 0.2]
        axes = mesh.axes(self.draw)
        dims = self.axes_of(shape, axes)
        texts = []
        for dim in dims:
            names = [axis.name for axis in dim] + (["?"] if self.draw.random() < 0.2 else [])
            texts.append("{" + ", ".join(names) + "}" + self.draw.choice(["", "", "", "p0", "p1"] if names else [""]))
        rest = [axis.name for axis in axes if not any(axis in dim for dim in dims)]
        copies = f", replicated={{{', '.join(rest)}}}" if rest and self.draw.random() < 0.2 else ""
        return f"<@{mesh.name}, [{', '.join(texts)}]{copies}>"

    def hlo(self, shape):
        mesh = self.meshes[self.draw.random() < 0.2]
        axes = mesh.axes(self.draw)
        dims = self.axes_of(shape, axes)
        tiles = [math.prod(axis.size for axis in dim) for dim in dims]
        used = [axis for dim in dims for axis in dim]
        rest = [axis for axis in axes if axis not in used]
        copies = math.prod(axis.size for axis in rest)
        if not used:
            return "{replicated}"
        # The devices in the order of the dimensions, and of the copies last.
        places = [0]
        for axis in used + rest:
            places = [place + axis.stride * step for place in places for step in range(axis.size)]
        array_of = ",".join(map(str, tiles + ([copies] if copies > 1 else [])))
        devices = ",".join(str(mesh.order[place]) for place in places)
        if mesh.order == sorted(mesh.order) and self.draw.random() < 0.5:
            sizes = ",".join(str(axis.size) for axis in axes)
            order = ",".join(str(axes.index(axis)) for axis in used + rest)
            devices = f"<=[{sizes}]T({order})"
        marks = self.draw.choice([" last_tile_dim_replicate", " last_tile_dims={replicated}"]) if copies > 1 else ""
        return "{devices=[" + array_of + "]" + devices + marks + "}"

    def attribute(self, shape):
        """Some values have no sharding; the first always has one, which makes the program one in parts."""
        self.count += 1
        if self.count > 1 and self.draw.random() < 0.2:
            return ""
        if self.is_sdy:
            return f" {{sdy.sharding = #sdy.sharding{self.sdy(shape)}}}"
        return f' {{mhlo.sharding = "{self.hlo(shape)}"}}'

#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Takes a picture of Neovim with trainlint, for the documentation.

Runs a real Neovim in tmux, opens a file, waits for the diagnostics, asks for what
there is to know about a place, and draws what the terminal shows as SVG. Needs
nvim, tmux and `trainlint` in PATH."""

import argparse
import html
import os
import pathlib
import re
import subprocess
import tempfile
import time
import unicodedata

CELL = (8.4, 18)
FOREGROUND, BACKGROUND = "#d8dee9", "#1e2127"
PALETTE = ["#3b4252", "#bf616a", "#a3be8c", "#ebcb8b", "#81a1c1", "#b48ead", "#88c0d0", "#e5e9f0",
           "#616e88", "#d08770", "#a3be8c", "#ebcb8b", "#81a1c1", "#b48ead", "#8fbcbb", "#eceff4"]
SGR = re.compile(r"\x1b\[([0-9;:]*)m")

SETUP = """
set nomodeline noswapfile number signcolumn=yes noruler laststatus=0 termguicolors shortmess+=F
syntax on
colorscheme slate
hi Normal guibg=#1e2127 guifg=#d8dee9
hi SignColumn guibg=#1e2127
hi NonText guibg=#1e2127 guifg=#3b4252
hi LineNr guifg=#616e88
hi NormalFloat guibg=#2b303b guifg=#d8dee9
hi DiagnosticError guifg=#e06c75
hi DiagnosticWarn guifg=#e5c07b
hi DiagnosticInfo guifg=#81a1c1
hi DiagnosticHint guifg=#8fbcbb
hi DiagnosticUnderlineError gui=underline guisp=#e06c75
hi DiagnosticUnderlineWarn gui=underline guisp=#e5c07b
lua require("trainlint").setup({ cmd = { vim.env.TRAINLINT, "lsp" } })
"""


def tmux(*words):
    return subprocess.run(["tmux", "-L", "trainlint-picture", *words], check=True,
                          capture_output=True, text=True).stdout


def capture(arguments, keys):
    """The screens of Neovim before and after some keys, with escapes."""
    with tempfile.TemporaryDirectory() as home:
        setup = pathlib.Path(home, "setup.vim")
        setup.write_text(SETUP, encoding="utf-8")
        environment = [f"{name}={home}" for name in
                       ("HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")]
        environment += ["TRAINLINT=" + arguments.trainlint, "LC_ALL=C.UTF-8",
                        "TERM=tmux-256color", "PATH=" + os.environ["PATH"]]
        editor = ["nvim", "-u", "NONE", "-i", "NONE",
                  "--cmd", f"set rtp^={pathlib.Path(__file__).resolve().parent} | filetype on",
                  "-S", str(setup), str(arguments.file)]
        try:
            tmux("-f", "/dev/null", "new-session", "-d", "-x", str(arguments.columns),
                 "-y", str(arguments.rows), "env", "-i", *environment, *editor)
            tmux("set", "-g", "status", "off")
            tmux("set", "-ga", "terminal-overrides", ",*:Tc")
            time.sleep(arguments.wait)
            # The file is opened anew, now that the server is known.
            tmux("send-keys", ":edit", "Enter")
            time.sleep(arguments.wait)
            before = tmux("capture-pane", "-e", "-p")
            for key in keys:
                tmux("send-keys", *key)
                time.sleep(arguments.wait)
            return before, tmux("capture-pane", "-e", "-p")
        finally:
            subprocess.run(["tmux", "-L", "trainlint-picture", "kill-server"], check=False,
                           capture_output=True)


class Style:
    def __init__(self):
        self.reset()

    def reset(self):
        self.foreground, self.background = None, None
        self.bold = self.underline = self.reverse = False

    def color(self, codes):
        kind = codes.pop(0)
        if kind == 5:
            number = codes.pop(0)
            if number < 16:
                return PALETTE[number]
            if number >= 232:
                level = 8 + 10 * (number - 232)
                return f"#{level:02x}{level:02x}{level:02x}"
            number -= 16
            return "#" + "".join(f"{(55 + 40 * part if part else 0):02x}"
                                 for part in (number // 36, number // 6 % 6, number % 6))
        red, green, blue = codes.pop(0), codes.pop(0), codes.pop(0)
        return f"#{red:02x}{green:02x}{blue:02x}"

    def apply(self, text):
        # Curly underlines come as `4:3`, their colour as `58`.
        text = re.sub(r"4:\d", "4", text)
        codes = [int(code or 0) for code in re.split("[;:]", text)] if text else [0]
        while codes:
            code = codes.pop(0)
            if code == 0:
                self.reset()
            elif code == 1:
                self.bold = True
            elif code == 4:
                self.underline = True
            elif code == 7:
                self.reverse = True
            elif code in (22, 24, 27):
                setattr(self, {22: "bold", 24: "underline", 27: "reverse"}[code], False)
            elif code in (38, 48, 58):
                color = self.color(codes)
                if code != 58:
                    setattr(self, "foreground" if code == 38 else "background", color)
            elif code == 39:
                self.foreground = None
            elif code == 49:
                self.background = None
            elif 30 <= code <= 37 or 90 <= code <= 97:
                self.foreground = PALETTE[code - 30 if code < 90 else code - 82]
            elif 40 <= code <= 47 or 100 <= code <= 107:
                self.background = PALETTE[code - 40 if code < 100 else code - 92]

    def colors(self):
        pair = (self.foreground or FOREGROUND, self.background or BACKGROUND)
        return pair[::-1] if self.reverse else pair


def width_of(text):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def draw_line(line, row, out):
    """Draws one line of the terminal."""
    style = Style()
    column = 0
    for index, part in enumerate(SGR.split(line)):
        if index % 2:
            style.apply(part)
            continue
        if not part:
            continue
        width = width_of(part)
        x, y = 12 + column * CELL[0], 12 + row * CELL[1]
        foreground, background = style.colors()
        if background != BACKGROUND:
            out.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width * CELL[0]:.1f}" '
                       f'height="{CELL[1]}" fill="{background}"/>')
        if part.strip():
            extra = ' font-weight="bold"' if style.bold else ""
            extra += ' text-decoration="underline"' if style.underline else ""
            out.append(f'<text x="{x:.1f}" y="{y + 13.5:.1f}" fill="{foreground}" '
                       f'textLength="{width * CELL[0]:.1f}" xml:space="preserve"{extra}>'
                       f"{html.escape(part)}</text>")
        column += width


def lines_of(screen):
    """The lines of a screen without those behind the end of the text."""
    lines = [line for line in screen.rstrip("\n").split("\n")
             if SGR.sub("", line).strip() != "~"]
    # The last line is that of commands.
    return lines[:-1]


def draw(screens, columns, title):
    lines = lines_of(screens[0])
    for screen in screens[1:]:
        lines += [""] + lines_of(screen)
    width, height = columns * CELL[0] + 24, len(lines) * CELL[1] + 24
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
           f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14">',
           f"<title>{html.escape(title)}</title>",
           f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>']
    for row, line in enumerate(lines):
        draw_line(line, row, out)
    return "\n".join(out) + "\n</svg>\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trainlint", default="trainlint")
    parser.add_argument("--columns", type=int, default=118)
    parser.add_argument("--rows", type=int, default=26)
    parser.add_argument("--wait", type=float, default=1.0, help="seconds between keys")
    parser.add_argument("--place", nargs=2, default=("6", "n"), metavar=("LINE", "CHARACTER"),
                        help="what is asked about: the first such character of a line")
    parser.add_argument("--title", default="Neovim with trainlint: diagnostics of a training job, "
                        "and what there is to know about a machine type")
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("picture", type=pathlib.Path)
    arguments = parser.parse_args()
    line, character = arguments.place
    keys = [(line + "G", "f", character), (":lua vim.lsp.buf.hover()", "Enter")]
    screens = capture(arguments, keys)
    arguments.picture.write_text(draw(screens, arguments.columns, arguments.title),
                                 encoding="utf-8")


if __name__ == "__main__":
    main()

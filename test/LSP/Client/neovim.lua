-- Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
--
-- Drives a headless Neovim as a person would: opens the file that TRAINLINT_FILE
-- names, looks at the diagnostics, applies a code action and writes the file.

local function say(...)
  io.stdout:write(string.format(...), "\n")
end

local function fail(...)
  say(...)
  vim.cmd("cquit")
end

--- The diagnostics of the buffer, once there are as many as expected.
local function wait_for(count)
  local found
  local ok = vim.wait(10000, function()
    found = vim.diagnostic.get(0)
    return #found == count
  end, 20)
  if not ok then
    fail("%d diagnostics, not %d", #found, count)
  end
  table.sort(found, function(a, b)
    return a.col < b.col
  end)
  return found
end

require("trainlint").setup({ cmd = { "trainlint", "lsp" } })
vim.cmd("edit " .. vim.env.TRAINLINT_FILE)

for _, item in ipairs(wait_for(2)) do
  local line = vim.api.nvim_buf_get_lines(0, item.lnum, item.lnum + 1, true)[1]
  -- Where a person sees it: in cells, of which a wide character takes two.
  local cell = vim.fn.strdisplaywidth(line:sub(1, item.col))
  say("line %d, cells %d to %d: `%s` %s [%s]", item.lnum + 1, cell,
    cell + vim.fn.strdisplaywidth(line:sub(item.col + 1, item.end_col)),
    line:sub(item.col + 1, item.end_col), item.message:match("[^\n]*"), item.code or
    item.user_data and item.user_data.lsp.code or "")
end

vim.api.nvim_win_set_cursor(0, { 6, 107 })
local params = vim.lsp.util.make_range_params()
params.context = { diagnostics = {} }
local answers = vim.lsp.buf_request_sync(0, "textDocument/codeAction", params, 10000)
for _, answer in pairs(answers) do
  for _, action in ipairs(answer.result) do
    say("action: %s", action.title)
  end
  vim.lsp.util.apply_workspace_edit(answer.result[1].edit, "utf-16")
end
wait_for(1)
vim.cmd("write")

local hover = vim.lsp.buf_request_sync(0, "textDocument/hover", {
  textDocument = vim.lsp.util.make_text_document_params(),
  position = { line = 4, character = 16 },
}, 10000)
for _, answer in pairs(hover) do
  say("hover: %s", answer.result.contents.value:match("[^\n]*"))
end
vim.cmd("quit")

-- Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
--
-- Starts trainlint's language server for the files that can hold training jobs. Works
-- with Neovim 0.7 and later, without plugins:
--
--   lua require("trainlint").setup()

local M = {}

local filetypes = {
  yaml = true, json = true, jsonc = true, sh = true, bash = true, zsh = true,
  make = true, markdown = true, helm = true, python = true, pbtxt = true,
  mlir = true,
}

local defaults = {
  cmd = { "trainlint", "lsp" },
  -- The folder or address of the pages of rules, for links.
  rule_pages = nil,
  on_attach = nil,
}

--- The folder of the repository that a file lies in, or that of the file.
local function root_of(file)
  local folder = vim.fn.fnamemodify(file, ":p:h")
  local git = vim.fn.finddir(".git", folder .. ";")
  if git == "" then
    return folder
  end
  return vim.fn.fnamemodify(git, ":p:h:h")
end

--- Attaches the server to a buffer, and starts it for the first one of a
--- repository.
function M.attach(buffer, options)
  local root = root_of(vim.api.nvim_buf_get_name(buffer))
  M.clients = M.clients or {}
  local id = M.clients[root]
  if not id or not vim.lsp.get_client_by_id(id) then
    id = vim.lsp.start_client({
      name = "trainlint",
      cmd = options.cmd,
      root_dir = root,
      init_options = { rulePages = options.rule_pages },
      on_attach = options.on_attach,
    })
    M.clients[root] = id
  end
  if id then
    vim.lsp.buf_attach_client(buffer, id)
  end
end

function M.setup(options)
  options = vim.tbl_extend("force", defaults, options or {})
  local group = vim.api.nvim_create_augroup("trainlint", { clear = true })
  vim.api.nvim_create_autocmd("FileType", {
    group = group,
    callback = function(event)
      if filetypes[vim.bo[event.buf].filetype] and vim.bo[event.buf].buftype == "" then
        M.attach(event.buf, options)
      end
    end,
  })
end

return M

;;; trainlint.el --- Checks training jobs while they are written -*- lexical-binding: t -*-

;; Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
;; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

;; Package-Requires: ((emacs "28.1") (eglot "1.9"))

;;; Commentary:

;; Registers trainlint's language server with Eglot:
;;
;;   (require 'trainlint)
;;   (add-hook 'yaml-mode-hook #'eglot-ensure)

;;; Code:

(require 'compile)

(defgroup trainlint nil
  "Checks of training jobs."
  :group 'tools)

(defcustom trainlint-command '("trainlint" "lsp")
  "The command that starts the language server."
  :type '(repeat string))

(defcustom trainlint-rule-pages nil
  "The folder or address of the pages of rules, for links."
  :type '(choice (const nil) string))

(defun trainlint-contact (&rest _)
  "The command of the server with its options, for `eglot-server-programs'."
  (append trainlint-command
          (and trainlint-rule-pages
               `(:initializationOptions (:rulePages ,trainlint-rule-pages)))))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '((yaml-mode yaml-ts-mode json-mode json-ts-mode sh-mode bash-ts-mode
                            makefile-mode markdown-mode)
                 . trainlint-contact)))

;; `M-x compile' with `trainlint --format=concise' jumps to findings.
(add-to-list 'compilation-error-regexp-alist-alist
             '(trainlint
               "^\\(.+?\\):\\([0-9]+\\):\\([0-9]+\\): \\(?:error\\|\\(warning\\)\\|\\(info\\)\\): "
               1 2 3 (4 . 5)))
(add-to-list 'compilation-error-regexp-alist 'trainlint)

(provide 'trainlint)
;;; trainlint.el ends here

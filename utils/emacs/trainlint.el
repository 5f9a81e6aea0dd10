;;; trainlint.el --- Checks training jobs while they are written -*- lexical-binding: t -*-

;; Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
;; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

;; Package-Requires: ((emacs "28.1"))

;;; Commentary:

;; Registers trainlint's language server with Eglot, which Emacs has from version 29
;; on, and with lsp-mode:
;;
;;   (require 'trainlint)
;;   (add-hook 'yaml-mode-hook #'eglot-ensure)            ; or #'lsp
;;   (add-hook 'trainlint-graph-mode-hook #'eglot-ensure)

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

;; Emacs has no mode for Protobuf's text format.
(define-derived-mode trainlint-graph-mode prog-mode "Graph"
  "A mode for graphs of TensorFlow in text."
  (setq-local comment-start "# ")
  (setq-local comment-start-skip "#+[ \t]*")
  (modify-syntax-entry ?# "<")
  (modify-syntax-entry ?\n ">")
  (modify-syntax-entry ?' "\"")
  (modify-syntax-entry ?_ "_"))
(unless (assoc "\\.pbtxt\\'" auto-mode-alist)
  (add-to-list 'auto-mode-alist '("\\.pbtxt\\'" . trainlint-graph-mode)))

(defun trainlint-contact (&rest _)
  "The command of the server with its options, for `eglot-server-programs'."
  (append trainlint-command
          (and trainlint-rule-pages
               `(:initializationOptions (:rulePages ,trainlint-rule-pages)))))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '((yaml-mode yaml-ts-mode json-mode json-ts-mode sh-mode bash-ts-mode
                            makefile-mode markdown-mode mlir-mode
                            (trainlint-graph-mode :language-id "pbtxt"))
                 . trainlint-contact)))

(defvar lsp-language-id-configuration)
(declare-function lsp-register-client "lsp-mode")
(declare-function lsp-stdio-connection "lsp-mode")
(declare-function make-lsp-client "lsp-mode")
(with-eval-after-load 'lsp-mode
  (add-to-list 'lsp-language-id-configuration '(trainlint-graph-mode . "pbtxt"))
  (lsp-register-client
   (make-lsp-client
    :new-connection (lsp-stdio-connection (lambda () trainlint-command))
    :major-modes '(yaml-mode yaml-ts-mode json-mode json-ts-mode sh-mode bash-ts-mode
                             makefile-mode makefile-gmake-mode markdown-mode
                             python-mode python-ts-mode mlir-mode trainlint-graph-mode)
    :initialization-options
    (lambda () (and trainlint-rule-pages
                    `(:rulePages ,trainlint-rule-pages)))
    ;; Works beside the servers of these languages.
    :add-on? t
    :server-id 'trainlint)))

;; `M-x compile' with `trainlint --format=concise' jumps to findings.
(add-to-list 'compilation-error-regexp-alist-alist
             '(trainlint
               "^\\(.+?\\):\\([0-9]+\\):\\([0-9]+\\): \\(?:error\\|\\(warning\\)\\|\\(info\\)\\): "
               1 2 3 (4 . 5)))
(add-to-list 'compilation-error-regexp-alist 'trainlint)

(provide 'trainlint)
;;; trainlint.el ends here

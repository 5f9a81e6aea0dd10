;; Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
;; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;;
;; Opens the files that are named on the command line in a batch Emacs with lsp-mode,
;; and prints the diagnostics as they are shown.

(require 'trainlint)
(require 'lsp-mode)
(require 'lsp-diagnostics)

;; Only what talks to the server: there is no screen.
(setq lsp-auto-configure nil
      lsp-enable-snippet nil
      lsp-enable-file-watchers nil
      lsp-session-file (expand-file-name "session" (getenv "HOME")))
;; Debian has no mode for YAML.
(define-derived-mode yaml-mode prog-mode "YAML")
(add-to-list 'auto-mode-alist '("\\.ya?ml\\'" . yaml-mode))

(defun wait-for (condition)
  "Waits until CONDITION gives something, and returns that."
  (let ((tries 0) found)
    (while (and (not (setq found (funcall condition))) (< (setq tries (1+ tries)) 500))
      (accept-process-output nil 0.02))
    (or found (error "Nothing came"))))

(dolist (file command-line-args-left)
  (find-file file)
  (lsp-workspace-folders-add (file-name-directory (buffer-file-name)))
  (lsp)
  (wait-for #'lsp-workspaces)
  (dolist (item (wait-for (lambda () (gethash (lsp--fix-path-casing (buffer-file-name))
                                              (lsp-diagnostics t)))))
    (princ (format "%s in %s: line %d: %s [%s]\n"
                   (file-name-nondirectory file) major-mode
                   (1+ (lsp-get (lsp-get (lsp-get item :range) :start) :line))
                   (car (split-string (lsp-get item :message) "\n"))
                   (lsp-get item :code)))))
(setq command-line-args-left nil)

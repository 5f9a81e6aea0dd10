//===- Documents.h - YAML and JSON in Markdown pages ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_MARKDOWN_DOCUMENTS_H
#define TRAINLINT_TEXT_MARKDOWN_DOCUMENTS_H

#include "Text/Markdown/BlockText.h"
#include "Text/Yaml/Reader.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace trainlint::markdown {

/// Reads a text of a page as YAML or JSON. Places are those in the page; the
/// result keeps the text.
yaml::ReadResult
readText(std::shared_ptr<const BlockText> text,
         yaml::SecondOpinion second = yaml::SecondOpinion::None);

/// The same of a text that leaves parts to its reader, as `readDocuments` reads
/// it.
yaml::ReadResult
readOpenText(std::shared_ptr<const BlockText> text,
             llvm::function_ref<bool(llvm::StringRef)> takesWord,
             yaml::SecondOpinion second = yaml::SecondOpinion::None);

/// Reads the blocks of a page that may hold YAML or JSON: those that are called
/// so or not called anything, and of them those that `mayHold` accepts. Places
/// are those in the page. What the page leaves to its reader are placeholders:
/// ellipses, names such as `your-bucket`, and words such as `MACHINE_TYPE`
/// where no field that `takesWord` stands before them.
///
/// A block that is not well-formed is left out, unless its problem is one that
/// its reader would run into: it is plain YAML that begins with the fields of a
/// job, and nothing in it is left out.
std::vector<yaml::ReadResult>
readDocuments(llvm::StringRef page,
              llvm::function_ref<bool(llvm::StringRef)> mayHold,
              llvm::function_ref<bool(llvm::StringRef)> takesWord,
              yaml::SecondOpinion second = yaml::SecondOpinion::None);

} // namespace trainlint::markdown

#endif // TRAINLINT_TEXT_MARKDOWN_DOCUMENTS_H

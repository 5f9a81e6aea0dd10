//===- JobBase.td - The job dialect and its attributes -----*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_JOB_IR_JOBBASE_TD
#define TRAINLINT_DIALECT_JOB_IR_JOBBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def JobDialect : Dialect {
  let name = "job";
  let cppNamespace = "::trainlint::job";
  let summary = "training jobs, whatever platform they are written for";
  let description = [{
    A `job.training` op is one job: where and with what software it runs, and
    the pools of replicas that it starts. The ops keep what the user wrote:
    every value carries the location of its text, a value that was not given is
    absent, and a value that a template fills in later is unknown. Nothing is
    defaulted and nothing is guessed, so that a check can tell what the user
    said from what follows from it.
  }];
  let useDefaultAttributePrinterParser = 1;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

def Job_Value : AttrDef<JobDialect, "Value"> {
  let mnemonic = "value";
  let summary = "a value with the place where it is written";
  let description = [{
    Holds text, an integer, a number, a boolean or a list of values; or, if
    the value is not known, the text with the placeholder. The location is that
    of the text that an edit would replace.

    ```mlir
    #job.value<"n1-standard-8" at loc("config.yaml":3:15 to :28)>
    #job.value<4 at loc("config.yaml":7:14 to :15)>
    #job.value<?"${WORKERS}" at loc("config.yaml":8:16 to :26)>
    ```

    In ops the text stands without the wrapping. A value without a location, as
    in hand-written tests, is located where it is parsed.
  }];
  let parameters = (ins "::mlir::Attribute":$data, "bool":$known,
                        "::mlir::LocationAttr":$location);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The text, integer, number or boolean, if the value is known and is
    /// one.
    std::optional<::llvm::StringRef> getString() const;
    std::optional<int64_t> getInteger() const;
    std::optional<double> getNumber() const;
    std::optional<bool> getBool() const;
    bool isList() const;

    /// The value as the user would write it, for messages.
    std::string getText() const;

    /// The location as a Location, for diagnostics.
    ::mlir::Location getLoc() const { return getLocation(); }
  }];
}

class Job_ValueOf<string predicate, string what>
    : Attr<And<[CPred<"::llvm::isa<::trainlint::job::ValueAttr>($_self)">,
                Or<[CPred<"!::llvm::cast<::trainlint::job::ValueAttr>($_self).getKnown()">,
                    CPred<"::llvm::cast<::trainlint::job::ValueAttr>($_self)." # predicate>]>]>,
           what> {
  let storageType = "::trainlint::job::ValueAttr";
  let returnType = "::trainlint::job::ValueAttr";
  let convertFromStorage = "$_self";
}
def Job_String : Job_ValueOf<"getString().has_value()", "text">;
def Job_Integer : Job_ValueOf<"getInteger().has_value()", "an integer">;
def Job_Number : Job_ValueOf<"getNumber().has_value()", "a number">;
def Job_Bool : Job_ValueOf<"getBool().has_value()", "a boolean">;
def Job_List : Job_ValueOf<"isList()", "a list">;

//===----------------------------------------------------------------------===//
// Enums
//===----------------------------------------------------------------------===//

def Job_Platform : I32EnumAttr<"Platform", "service that runs the job", [
    I32EnumAttrCase<"AIPlatform", 0, "ai_platform">,
    I32EnumAttrCase<"VertexAI", 1, "vertex_ai">,
    I32EnumAttrCase<"CloudTPU", 2, "cloud_tpu">,
    I32EnumAttrCase<"GKE", 3, "gke">,
    I32EnumAttrCase<"ComputeEngine", 4, "compute_engine">]> {
  let cppNamespace = "::trainlint::job";
}

def Job_Role : I32EnumAttr<"Role", "what the replicas of a pool do", [
    I32EnumAttrCase<"Chief", 0, "chief">,
    I32EnumAttrCase<"Worker", 1, "worker">,
    I32EnumAttrCase<"ParameterServer", 2, "parameter_server">,
    I32EnumAttrCase<"Evaluator", 3, "evaluator">,
    I32EnumAttrCase<"Host", 4, "host">]> {
  let cppNamespace = "::trainlint::job";
}

#endif // TRAINLINT_DIALECT_JOB_IR_JOBBASE_TD

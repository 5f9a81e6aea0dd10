# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installation and packages: for Debian, for npm and as a tarball. Completions and the
# manual page are written by the program itself, from the records of its options.

set(generated_dir "${CMAKE_BINARY_DIR}/share")
set(generated)
foreach(pair bash=trainlint.bash zsh=_trainlint fish=trainlint.fish man=trainlint.1)
  string(REPLACE "=" ";" pair "${pair}")
  list(GET pair 0 kind)
  list(GET pair 1 name)
  add_custom_command(OUTPUT "${generated_dir}/${name}"
    COMMAND ${CMAKE_COMMAND} -E make_directory "${generated_dir}"
    COMMAND trainlint completions ${kind} > "${generated_dir}/${name}"
    DEPENDS trainlint
    COMMENT "Writing ${name}" VERBATIM)
  list(APPEND generated "${generated_dir}/${name}")
endforeach()
add_custom_target(trainlint-share ALL DEPENDS ${generated})

# What checks, and what trains beside it, which most people who check do not need.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME lint)
set(run_doc_dir ${CMAKE_INSTALL_DATADIR}/doc/trainlint-run)
install(TARGETS trainlint-run RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT run)
install(TARGETS trainlint-pjrt-cpu
        LIBRARY DESTINATION lib/trainlint COMPONENT run)
install(FILES LICENSE DESTINATION ${run_doc_dir} COMPONENT run)
# What the device loads when it is asked to use Gloo, which is not in the package.
if(TARGET trainlint-gloo)
  install(TARGETS trainlint-gloo LIBRARY DESTINATION lib/trainlint COMPONENT run)
  install(FILES /usr/share/doc/libgloo-dev/copyright
          DESTINATION ${run_doc_dir}/third-party RENAME libgloo-dev COMPONENT run OPTIONAL)
endif()

install(TARGETS trainlint DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES "${generated_dir}/trainlint.1" DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES "${generated_dir}/trainlint.bash"
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME trainlint)
install(FILES "${generated_dir}/_trainlint"
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES "${generated_dir}/trainlint.fish"
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(DIRECTORY schemas DESTINATION ${CMAKE_INSTALL_DATADIR}/trainlint)
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
# The language server links findings to these pages.
install(DIRECTORY docs/rules DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The programs hold parts of these, whose licences want their notices to go with them.
string(REGEX MATCH "^[0-9]+" compiler_major ${CMAKE_CXX_COMPILER_VERSION})
function(trainlint_install_notices component folder)
  foreach(package ${ARGN})
    if(EXISTS /usr/share/doc/${package}/copyright)
      install(FILES /usr/share/doc/${package}/copyright
              DESTINATION ${folder}/third-party RENAME ${package} COMPONENT ${component})
    endif()
  endforeach()
  foreach(package tree-sitter tree-sitter-python)
    install(FILES "${TRAINLINT_TREE_SITTER}/${package}/LICENSE"
            DESTINATION ${folder}/third-party RENAME ${package} COMPONENT ${component})
  endforeach()
  # tree-sitter decodes characters with headers of ICU.
  install(FILES "${TRAINLINT_TREE_SITTER}/tree-sitter/vendor/tree-sitter/lib/src/unicode/LICENSE"
          DESTINATION ${folder}/third-party RENAME icu COMPONENT ${component})
endfunction()
set(linked llvm-22-dev libmlir-22-dev libabsl-dev libre2-dev libyaml-cpp-dev libzstd-dev zlib1g-dev)
trainlint_install_notices(lint ${CMAKE_INSTALL_DOCDIR}
  ${linked} libc6-dev libstdc++-${compiler_major}-dev)
# The C library and that of C++ are those of the system.
trainlint_install_notices(run ${run_doc_dir} ${linked} libjpeg62-turbo-dev libpng-dev)

# Packages are the same whoever builds them: the date is that of the release, and
# folders have the same permissions whatever the builder's umask is.
execute_process(COMMAND date -u -d ${TRAINLINT_RELEASE_DATE} +%s
                OUTPUT_VARIABLE release_epoch OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
file(CONFIGURE OUTPUT cpack-date.cmake @ONLY CONTENT
"if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
  set(ENV{SOURCE_DATE_EPOCH} @release_epoch@)
endif()
")
set(CPACK_PROJECT_CONFIG_FILE "${CMAKE_BINARY_DIR}/cpack-date.cmake")
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

# npm names platforms as Node does.
string(TOLOWER ${CMAKE_SYSTEM_NAME} npm_os)
set(npm_cpu ${CMAKE_SYSTEM_PROCESSOR})
string(REGEX REPLACE "^(x86_64|AMD64)$" "x64" npm_cpu ${npm_cpu})
string(REGEX REPLACE "^aarch64$" "arm64" npm_cpu ${npm_cpu})
set(npm_platform ${npm_os}-${npm_cpu})
configure_file(utils/npm/platform.json.in npm-platform.json @ONLY)
string(JSON needed ERROR_VARIABLE missing
       GET "${npm_package}" optionalDependencies trainlint-${npm_platform})
if(missing)
  message(STATUS "package.json names no package for ${npm_platform}")
elseif(NOT needed STREQUAL PROJECT_VERSION)
  message(FATAL_ERROR "package.json has the version ${PROJECT_VERSION}, but needs "
                      "version ${needed} of trainlint-${npm_platform}")
endif()

configure_file(utils/packages.sh.in packages.sh @ONLY
               FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ
                                GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
add_custom_target(packages
  COMMAND "${CMAKE_BINARY_DIR}/packages.sh" "${CMAKE_BINARY_DIR}/packages"
  DEPENDS trainlint trainlint-share trainlint-run trainlint-pjrt-cpu
  USES_TERMINAL COMMENT "Packaging")
if(TARGET trainlint-gloo)
  add_dependencies(packages trainlint-gloo)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME trainlint)
set(CPACK_PACKAGE_VENDOR "the trainlint project")
set(CPACK_PACKAGE_CONTACT "the trainlint project")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL lint run)
# The program that checks is linked statically and needs nothing.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_LINT_PACKAGE_NAME trainlint)
set(CPACK_DEBIAN_RUN_PACKAGE_NAME trainlint-run)
set(CPACK_COMPONENT_RUN_DESCRIPTION "Trains what trainlint checks, on the CPU and on devices of others")
# Those of Ubuntu 22.04, or newer; test/Packaging/run.test compares them with the symbols.
set(CPACK_DEBIAN_RUN_PACKAGE_DEPENDS "libc6 (>= 2.34), libgcc-s1, libgomp1, libstdc++6 (>= 12)")
set(CPACK_DEBIAN_RUN_PACKAGE_SUGGESTS "libdnnl2, libgloo0")
include(CPack)

# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installation and the Debian package. Completions and the manual page are written
# by the program itself, from the records of its options.

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

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME trainlint)
set(CPACK_PACKAGE_VENDOR "the trainlint project")
set(CPACK_PACKAGE_CONTACT "the trainlint project")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# The program is linked statically and needs nothing.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS OFF)
include(CPack)

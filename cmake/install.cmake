# cmake --install: the library, its headers, and find_package(posenc).
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

install(TARGETS posenc EXPORT posenc-targets)
install(DIRECTORY src/posenc/core/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/posenc
        FILES_MATCHING PATTERN "*.hpp")
install(EXPORT posenc-targets NAMESPACE posenc:: FILE posenc-config.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/posenc)
write_basic_package_version_file(posenc-config-version.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/posenc-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/posenc)

// What the sanitizers do unless the environment says otherwise. Of all places
// that the compiler writes into a program, only UBSan's keep the folder of the
// clone that it was compiled in (cmake/flags.cmake).

#define POSENC_DEFAULTS extern "C" __attribute__((visibility("default")))

POSENC_DEFAULTS const char* __ubsan_default_options() {
  return "strip_path_prefix=" POSENC_ROOT "/";
}

// Where both are in a program, its options are these.
POSENC_DEFAULTS const char* __asan_default_options() {
  return "strip_path_prefix=" POSENC_ROOT "/";
}

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>

namespace {

// What GCC 12 compiles does not give back, on every way out of a function, the
// frame that finds what is used after its return. When all frames of a size are
// kept, each further call looks through all of them in vain, half of the time
// of all tests, and what it uses after its return is not found. Between two
// tests the sanitizer takes back what nobody is in any more.
struct Frames final : doctest::IReporter {
  explicit Frames(const doctest::ContextOptions&) {}

  void test_case_start(const doctest::TestCaseData&) override { take_back(); }
  void test_case_reenter(const doctest::TestCaseData&) override { take_back(); }
  void subcase_start(const doctest::SubcaseSignature&) override { take_back(); }

  void report_query(const doctest::QueryData&) override {}
  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats&) override {}
  void test_case_end(const doctest::CurrentTestCaseStats&) override {}
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData&) override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}

 private:
  static void take_back() { __asan_handle_no_return(); }
};

REGISTER_LISTENER("frames", 1, Frames);

}  // namespace
#endif

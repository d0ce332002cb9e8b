// The interpreter's lock is given up while the core works.
#pragma once
#include <nanobind/nanobind.h>

#include <chrono>
#include <thread>

namespace jimbot {

// When the interpreter ends, it ends daemon threads that ask for the lock by unwinding them; the frames of a
// binding cannot be unwound so, and the process would abort. Such a thread waits here for the process to end.
class Released {
 public:
  Released() : state_(PyEval_SaveThread()) {}
  ~Released() {
    try {
      PyEval_RestoreThread(state_);
    } catch (...) {
      for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
    }
  }
  Released(const Released&) = delete;
  Released& operator=(const Released&) = delete;

 private:
  PyThreadState* state_;
};

}  // namespace jimbot

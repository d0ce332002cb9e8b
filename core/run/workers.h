// A few threads that share work: batches and play-outs. The only place with threads.
#pragma once

#ifdef __wasm__  // has none
namespace jimbot {

struct Mutex {
  void lock() {}
  bool try_lock() { return true; }
  void unlock() {}
};

class Workers {
 public:
  static constexpr int kMax = 1;
  explicit Workers(int) {}

  template <class Work>
  void run(int count, const Work& work) {
    for (int i = 0; i < count; ++i) work(i);
  }
};

}  // namespace jimbot
#else

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace jimbot {

using Mutex = std::mutex;

class Workers {
 public:
  static constexpr int kMax = 1024;
  // The calling thread is one of them. Throws std::runtime_error where the machine gives no more threads.
  explicit Workers(int threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // Calls work(i) for every i from 0 to count - 1, on all threads, and returns when all are done. If a call
  // throws, no more are begun, and the first exception is thrown here.
  template <class Work>
  void run(int count, const Work& work) {
    start(count, [](const void* w, int i) { (*static_cast<const Work*>(w))(i); }, &work);
  }

 private:
  using Call = void (*)(const void*, int);
  void start(int count, Call call, const void* work);
  void take_pieces();
  void wait_for_work();
  void open();
  void close();
  void leave_to_parent();

  int threads_;
  unsigned forks_ = 0;  // of the process when the threads were started

  std::vector<std::thread> pool_;
  Call call_ = nullptr;
  const void* work_ = nullptr;
  int count_ = 0;
  alignas(64) std::atomic<int> next_{0};
  alignas(64) std::atomic<int> busy_{0};
  alignas(64) std::atomic<unsigned> round_{0};  // a new number wakes the pool
  std::atomic<bool> closing_{false};
  std::atomic<bool> failed_{false};
  std::exception_ptr failure_;
};

}  // namespace jimbot

#endif

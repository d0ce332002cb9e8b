// What was worked out before, by fingerprint. Only a shortcut: a value is what working it out again would give, so
// no result depends on what a table holds. Each thread has its own.
#pragma once
#include <vector>

#include "strategist/reduced.h"

namespace jimbot::strategist {

template <class Value>
class Memo {
 public:
  // What make() gives, or gave before under this key.
  template <class Make>
  static const Value& get(const Fingerprint& key, Make make) {
    thread_local std::vector<Entry> entries(kEntries);
    Entry& entry = entries[key.low % kEntries];
    if (entry.key != key) {
      entry.value = make();
      entry.key = key;
    }
    return entry.value;
  }

 private:
  static constexpr std::size_t kEntries = 4096;  // a newer one takes the place of an older
  struct Entry {
    Fingerprint key;
    Value value;
  };
};

}  // namespace jimbot::strategist

// What was worked out before, by fingerprint. Only a shortcut: a value is what working it out again would give, so
// no result depends on what a table holds. Each thread has its own.
#pragma once
#include <vector>

#include "reduced.h"

namespace jimbot::plan {

template <class Value>
class Memo {
 public:
  // What make() gives, or gave before under this key.
  template <class Make>
  static const Value& get(const Fingerprint& key, Make make) {
    if (const Value* known = find(key)) return *known;
    put(key, make());
    return entry_of(key).value;
  }
  // What was given under this key, if it is still there.
  static const Value* find(const Fingerprint& key) {
    const Entry& entry = entry_of(key);
    return entry.key == key ? &entry.value : nullptr;
  }
  static void put(const Fingerprint& key, const Value& value) { entry_of(key) = {key, value}; }

 private:
  static constexpr std::size_t kEntries = 4096;  // a newer one takes the place of an older
  struct Entry {
    Fingerprint key;
    Value value;
  };
  static Entry& entry_of(const Fingerprint& key) {
    thread_local std::vector<Entry> entries(kEntries);
    return entries[key.low % kEntries];
  }
};

}  // namespace jimbot::plan

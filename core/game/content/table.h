// Checks that a content table is complete: its rows stand in the order of their ids.
#pragma once
#include <cstddef>

namespace jimbot {

template <class Row, std::size_t N>
constexpr bool ids_in_order(const Row (&rows)[N], std::size_t count, std::size_t first = 0) {
  if (N != count) return false;
  for (std::size_t i = 0; i < N; ++i)
    if (static_cast<std::size_t>(rows[i].id) != first + i) return false;
  return true;
}

}  // namespace jimbot

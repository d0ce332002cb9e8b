// A content table is complete if its rows are in the order of their ids; then an id finds its row.
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

template <class Row, std::size_t N, class Id>
constexpr const Row& row_of(const Row (&rows)[N], Id id) {
  return rows[static_cast<std::size_t>(id)];
}

}  // namespace jimbot

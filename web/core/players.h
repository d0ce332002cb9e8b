// Agents at a table, as `jimbot play` has them: policy, heuristic and search.
#pragma once
#include <memory>
#include <optional>

#include "search.h"
#include "strategist.h"

namespace jimbot::web {

enum class Kind { policy, heuristic, search };

// Remembers the second action of a decision, and the position that the first one should lead to.
class Player {
 public:
  Player(Kind kind, int worlds, double milliseconds);
  // From a game whose hidden part was drawn by this seed.
  Decision decide(const Game& seen, std::uint64_t draw_seed, bool detailed);
  void forget() { then_.reset(); }
  const Search& search() const { return search_; }

 private:
  Decision think(const Game& seen, std::uint64_t draw_seed, bool detailed) const;
  bool is_expected(const Game& seen) const;

  Kind kind_;
  std::shared_ptr<const Strategist> strategist_;
  Search search_;
  std::optional<Action> then_;
  std::unique_ptr<Game> expected_;
};

Player* player_of(int handle);  // none: refused already

}  // namespace jimbot::web

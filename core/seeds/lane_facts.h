// LaneFacts: what 32 seeds side by side say about a condition. A lane answers yes or no only where it is certain;
// the rest is for SeedReader, which follows every redraw.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "lane_group.h"
#include "seed_query.h"

namespace jimbot {

inline constexpr double kSoulAbove = 0.997;  // a roll for The Soul or Black Hole succeeds

struct Verdict {
  LaneMask yes = 0, no = 0;
};

// How many there are in each lane, as masks.
struct LaneCounts {
  std::array<LaneMask, LaneGroup::kMaxDraws + 1> more{};  // lanes with more than i
  int most = 0;
  LaneMask exactly(int n) const {
    const LaneMask at_least = n == 0 ? kAllLanes : more[static_cast<std::size_t>(n - 1)];
    return at_least & ~more[static_cast<std::size_t>(n)];
  }
  void add(LaneMask lanes, int n);
};

// What is asked of one stream alone: one of its draws first .. last - 1 is above the limit or, of n entries, among the
// wanted ones.
struct StreamQuestion {
  std::string key;
  int first = 0, last = 1, n = 0;  // n of 0: above the limit
  std::uint64_t wanted = 0;
  double limit = 0;
};
using QuestionGroup = std::vector<StreamQuestion>;  // one of them is so

class LaneFacts {
 public:
  LaneFacts(const SeedQuery& query, DeckId deck, Stake stake);
  // The level is how much is drawn to find out, from 0 to the node's last: the first ones are cheap and say no at most.
  struct Known {  // verdicts of nodes, which may be parts of many others
    std::uint64_t group = 0;
    std::vector<std::pair<std::uint64_t, Verdict>> verdicts;
  };
  Verdict holds(LaneGroup& group, int node, int level, Known& known) const;
  // Groups of which a seed that meets the node passes each. None: there is no such question.
  std::vector<QuestionGroup> questions(int node) const;
  int last_level(int node) const { return levels_[static_cast<std::size_t>(node)]; }

 private:
  // Entries of a pool, as bits: wanted, and those that may not come. `all`: every one that may come is wanted.
  struct Pool {
    std::uint64_t wanted = 0, holes = 0;
    int size = 0;
    bool all = false;
  };
  struct Asked {  // what a fact wants, by pool
    std::array<Pool, 3> jokers;  // common, uncommon, rare
    std::array<Pool, 3> consumables;  // by ConsumableKind
    Pool legendary;
    bool any_joker = false;  // of every rarity
  };
  struct Packs {  // of one kind in an ante, card after card
    LaneCounts cards;
    std::array<LaneMask, LaneGroup::kMaxDraws> begin{};  // lanes where this card is the first of its pack
  };
  struct JokerStreams {
    Stream rarity, pools[3], edition, sticker, rental;
  };
  struct Draws {  // what was found while cards of a pool were drawn
    LaneMask hit = 0, maybe = 0;
    LaneCounts redraws;
  };

  Asked asked(const Wanted& wanted) const;
  std::vector<QuestionGroup> fact_questions(const Fact& fact, const Asked& asked) const;
  Pool pool(std::uint64_t wanted, int size, std::uint64_t holes) const;
  int level_of(const SeedQuery::Node& node) const;
  Verdict node_holds(LaneGroup& group, int node, int level, Known& known) const;
  Verdict in_antes(LaneGroup& group, int node, int level) const;
  Verdict fact_holds(LaneGroup& group, int node, int ante, int level) const;
  Verdict boss(LaneGroup& group, const Fact& fact) const;
  Verdict drawn(LaneGroup& group, Stream stream, int ante, Pool pool, int draw, int level) const;
  LaneMask pack_is(LaneGroup& group, int ante, int number, std::uint64_t ids) const;
  Packs packs(LaneGroup& group, int ante, BoosterKind kind) const;
  Verdict shop(LaneGroup& group, const Fact& fact, const Asked& asked, int ante, int level) const;
  Verdict pack_card(LaneGroup& group, const Fact& fact, const Asked& asked, int ante, int level) const;
  Verdict legendary(LaneGroup& group, const Fact& fact, const Asked& asked, int level) const;
  LaneMask marked(LaneGroup& group, const JokerStreams& from, const Wanted& wanted, int ante,
                  int joker) const;
  Draws jokers(LaneGroup& group, const JokerStreams& from, const Fact& fact, const Asked& asked, int ante,
               std::span<const LaneMask> there, std::span<const LaneMask> count, bool in_packs,
               bool draw_pools) const;
  Draws in_kind(LaneGroup& group, ConsumableKind kind, const Asked& asked, int ante) const;
  Draws standard(LaneGroup& group, const Wanted& wanted, int ante) const;
  LaneMask souls(LaneGroup& group, Stream roll, int ante, const LaneCounts& cards, int rolls) const;
  LaneMask redrawn(LaneGroup& group, Stream stream, int ante, const Pool& pool, const LaneCounts& events,
                   int draws) const;

  const SeedQuery& query_;
  std::vector<Asked> asked_;  // by node
  std::vector<int> levels_;
  std::vector<std::uint64_t> bosses_;  // by ante, in boss_order()
  std::vector<std::uint64_t> tag_holes_;  // by ante
  std::uint64_t voucher_holes_ = 0;
  std::array<std::uint64_t, 3> joker_holes_{}, consumable_holes_{};
  std::array<double, 5> slot_sums_{};
  Stake stake_;
};

}  // namespace jimbot

// What a seed is asked: a condition over the bosses, vouchers, tags, shop queues and packs of its antes, under the
// convention of seed reports: nothing is owned or shown, and only cards of the same pack exclude each other.
#pragma once
#include <cstdint>
#include <vector>

#include "enum_array.h"
#include "state.h"

namespace jimbot {

inline constexpr int kQueue = 10;  // cards of an ante's shop queue that can be asked about
inline constexpr int kMaxPacks = 6;  // of an ante: two in each of its shops
inline constexpr int kMaxAskedAnte = 39;

// The shop after a boss belongs to the next ante: ante 1 has two shops, later ones three.
constexpr int packs_in_shops(int ante) { return ante == 1 ? 4 : kMaxPacks; }

constexpr BitsOf<ConsumableId> consumables_of(ConsumableKind kind) {
  BitsOf<ConsumableId> out = 0;
  for (ConsumableId id : kEach<ConsumableId>)
    if (kind_of(id) == kind) out |= bit(id);
  return out;
}

// Cards that would do. A card is of one kind, so the ids of the other kinds may stay empty.
struct Wanted {
  std::array<std::uint64_t, 3> jokers{};  // bits by JokerId
  BitsOf<ConsumableId> consumables = 0;
  std::uint32_t suits = 0, ranks = 0;  // of playing cards; bits by Suit and by rank
  std::uint32_t enhancements = ~0u;
  std::uint32_t editions = ~0u;
  std::uint32_t seals = ~0u;
  std::uint8_t stickers = 0;  // Joker flags, all of them
};
bool is_wanted(const Wanted& wanted, const Item& item);

enum class Subject : std::uint8_t { boss, voucher, small_tag, big_tag, booster, shop, pack_card, legendary };

// A fact that is so in one of these antes at least.
struct Fact {
  Subject subject;
  std::uint8_t first_ante = 1, last_ante = 1;
  std::uint8_t first_slot = 0, last_slot = kQueue - 1;  // of the shop queue
  std::uint64_t ids = 0;  // BlindId, VoucherId, TagId or BoosterId, as bits
  Wanted wanted;  // of a shop, a pack or a Soul card
};

// Facts joined by all, any and not. Nodes come behind those they are made of; the last one is the condition.
class SeedQuery {
 public:
  enum class Join : std::uint8_t { fact, all, any, none };
  struct Node {
    Join join;
    double cost;  // of finding out, in draws of a stream or so
    int depth;  // of joins, one in the other
    Fact fact;
    std::vector<int> parts;  // the cheapest first
  };

  int add(const Fact& fact);
  int add(Join join, std::vector<int> parts);
  const std::vector<Node>& nodes() const { return nodes_; }
  int depth_of(const std::vector<int>& parts) const;  // of the deepest

  // What facts ask about shop queues, all of them together: nothing else of a queue matters.
  struct ShopAsks {
    int slots = 0;
    std::uint32_t rarities = 0;  // of jokers; bits by Rarity
    BitsOf<ConsumableId> consumables = 0;
    bool marks = false;  // editions and stickers
  };
  ShopAsks shop_asks() const;
  bool asks_souls_alone() const;  // of Arcana and Spectral Packs: no other card of theirs matters

 private:
  std::vector<Node> nodes_;
};

// Kinds of packs that may hold what is wanted; bits by BoosterKind.
std::uint32_t packs_with(const Wanted& wanted);

}  // namespace jimbot

// SeedReader: what one seed holds, found out piece by piece as it is asked for, by the game's own rolls.
#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "seed_query.h"

namespace jimbot {

class SeedReader {
 public:
  SeedReader(const SeedQuery& query, DeckId deck, Stake stake);
  bool holds(std::string_view seed);  // the condition is true of it

 private:
  // Streams of an ante are kept for three antes at a time (Rng::antes), so whatever draws from one stream is read at
  // once: the whole shop queue, all packs of one kind. What is known of this seed has its number beside it.
  struct Ante {
    std::uint32_t known_voucher, known_tags, known_boosters, known_shop;
    std::array<std::uint32_t, 5> known_packs;  // by BoosterKind
    VoucherId voucher;
    std::array<TagId, 2> tags;
    std::array<BoosterId, kMaxPacks> boosters;
    std::array<Item, kQueue> shop;
    std::array<FixedVec<Item, kMaxPackCards, std::uint64_t>, kMaxPacks> packs;
    FixedVec<Item, kMaxPacks, std::uint64_t> legendaries;  // of the Souls, in the order of the packs
  };

  bool node_holds(int number);
  bool join_holds(const SeedQuery::Node& node);
  bool fact_holds(const Fact& fact, int ante);
  bool tag_is(const Fact& fact, int ante, std::size_t which);
  BlindId boss(int ante);
  VoucherId voucher(int ante);
  std::span<const BoosterId> boosters(int ante);
  std::span<const Item> shop(int ante);
  Item shop_item();
  void open_packs(int ante, BoosterKind kind);
  bool in_packs(const Wanted& wanted, int ante);
  std::span<const Item> legendaries(int ante);
  int souls_in(int ante, int pack);
  Ante& at(int ante);

  struct Known {
    std::uint32_t seed = 0;
    bool holds = false;
  };

  const SeedQuery& query_;
  std::vector<Known> known_;  // of joins, which may be parts of many others
  const SeedQuery::ShopAsks shop_asks_;
  const bool souls_alone_;
  Game g_;
  std::uint32_t seed_ = 0;  // counts the seeds
  int bosses_read_ = 0, souls_read_ = 0;  // antes
  std::array<BlindId, kMaxAskedAnte + 1> bosses_;
  std::vector<Ante> antes_;
};

}  // namespace jimbot

// The cards of a position.
#include "zones.h"

#include <algorithm>

#include "cards.h"

namespace jimbot::text {
namespace {

using Pile = std::vector<Card>;
using Piles = std::array<Pile, kZones>;

template <class Indices>
Pile cards_of(const Game& g, const Indices& indices) {
  Pile pile;
  for (std::uint8_t i : indices) pile.push_back(g.cards[i]);
  return pile;
}

void take_numbered(Piles& old, const WrittenZones& zones) {
  for (const auto& zone : zones.cards)
    for (const Card& card : zone.value_or(Pile{}))
      if (card.number != kUnnumbered)
        for (Pile& pile : old) std::erase_if(pile, [&](const Card& c) { return c.number == card.number; });
}

// Takes the last card with that rank and suit: the top of a draw pile is its end.
bool take_match(Pile& pile, const Card& like, Card& out) {
  for (std::size_t i = pile.size(); i-- > 0;) {
    if (pile[i].rank != like.rank || pile[i].suit != like.suit) continue;
    out = pile[i];
    pile.erase(pile.begin() + static_cast<std::ptrdiff_t>(i));
    return true;
  }
  return false;
}

void number_card(Game& g, Piles& old, const WrittenZones& zones, Zone zone, Card& card) {
  Card match{};
  bool found = take_match(old[zone], card, match) || take_match(old[kDraw], card, match);
  for (int z = 0; z < kZones && !found; ++z)
    if (zones.cards[static_cast<std::size_t>(z)])
      found = take_match(old[static_cast<std::size_t>(z)], card, match);
  card.number = found ? match.number : g.next_number++;
  if (found && card.created_suit == kOpenSuit) card.created_suit = match.created_suit;
}

// Gives every written card its number; returns the numbers of those that had none.
std::vector<std::uint32_t> number_cards(Game& g, Piles& old, WrittenZones& zones) {
  std::vector<std::uint32_t> open;
  for (int z = 0; z < kZones; ++z) {
    if (!zones.cards[static_cast<std::size_t>(z)]) continue;
    for (Card& card : *zones.cards[static_cast<std::size_t>(z)]) {
      if (card.number == kUnnumbered) {
        number_card(g, old, zones, static_cast<Zone>(z), card);
        open.push_back(card.number);
      }
      if (card.created_suit == kOpenSuit) card.created_suit = card.suit;
    }
  }
  return open;
}

Piles merge(const Piles& old, const WrittenZones& zones) {
  Piles now = old;
  Pile left_over;
  for (std::size_t z = 0; z < kZones; ++z) {
    if (!zones.cards[z]) continue;
    left_over.insert(left_over.end(), old[z].begin(), old[z].end());
    now[z] = *zones.cards[z];
  }
  if (!zones.cards[kDraw]) now[kDraw].insert(now[kDraw].begin(), left_over.begin(), left_over.end());
  return now;
}

// Refills g.cards in the order of the numbers, and the piles with the indices.
std::string store(Game& g, const Piles& now) {
  Pile all;
  for (const Pile& pile : now) all.insert(all.end(), pile.begin(), pile.end());
  if (std::string error = count_error(all.size(), kMaxCards, "cards of the deck"); !error.empty())
    return error;
  if (std::string error = count_error(now[kHand].size(), kMaxHand, "cards of the hand"); !error.empty())
    return error;
  std::sort(all.begin(), all.end(), [](const Card& a, const Card& b) { return a.number < b.number; });
  for (std::size_t i = 1; i < all.size(); ++i)
    if (all[i].number == all[i - 1].number)
      return "card #" + std::to_string(all[i].number) + " is given twice";
  g.cards.clear();
  for (const Card& card : all) g.cards.push(card);
  const auto fill = [&](auto& pile, const Pile& cards) {
    pile.clear();
    for (const Card& card : cards) {
      const auto at = std::lower_bound(all.begin(), all.end(), card.number,
                                       [](const Card& c, std::uint32_t number) { return c.number < number; });
      pile.push(static_cast<std::uint8_t>(at - all.begin()));
    }
  };
  fill(g.hand, now[kHand]);
  fill(g.draw.cards, now[kDraw]);
  fill(g.discard, now[kDiscard]);
  g.draw.settled = 0;
  return "";
}

// A debuff that is written stays.
void open_debuff(Game& g, Card& card) {
  const std::uint8_t written = card.flags & Card::kDebuffed;
  check_debuff(g, card);
  card.flags |= written;
}

}  // namespace

std::string read_zone(std::string_view text, Zone zone, WrittenZones& out) {
  std::vector<std::string_view> codes;
  if (std::string error = read_list(text, codes); !error.empty()) return error;
  const int limit = zone == kHand ? kMaxHand : kMaxCards;
  if (std::string error = count_error(codes.size(), limit, "cards"); !error.empty()) return error;
  Pile& pile = out.cards[zone].emplace();
  for (std::string_view code : codes)
    if (std::string error = read_one(code, pile.emplace_back()); !error.empty()) return error;
  return "";
}

std::string put_zones(Game& g, WrittenZones zones, bool open_debuffs) {
  Piles old = {cards_of(g, g.hand), cards_of(g, g.draw.cards), cards_of(g, g.discard)};
  std::vector<std::uint32_t> written;
  for (const auto& zone : zones.cards)
    for (const Card& card : zone.value_or(Pile{}))
      if (card.number != kUnnumbered) written.push_back(card.number);
  take_numbered(old, zones);
  const std::vector<std::uint32_t> open = number_cards(g, old, zones);
  if (std::string error = store(g, merge(old, zones)); !error.empty()) return error;
  const auto among = [](const std::vector<std::uint32_t>& numbers, std::uint32_t number) {
    return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
  };
  for (Card& card : g.cards) {
    if (among(open, card.number))
      open_debuff(g, card);
    else if (open_debuffs && !among(written, card.number))
      check_debuff(g, card);
  }
  return "";
}

}  // namespace jimbot::text

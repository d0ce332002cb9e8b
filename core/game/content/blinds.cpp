// The two ordinary blinds, 23 bosses and 5 finishers.
#include <algorithm>
#include <array>
#include <string_view>

#include "content.h"
#include "hands.h"
#include "table.h"
#include "verbs.h"

namespace jimbot {
namespace {

using enum BlindId;

// Wild Cards count as every suit even when debuffed, Stone Cards as none.
template <Suit S>
bool has_suit(const Game& g, const Card& card) {
  return !card.stone() && (card.enhancement == Enhancement::wild || counts_as(g, card, S));
}

void the_ox(Ctx& c) {
  if (static_cast<std::uint8_t>(c.hand->type) != c.g.ox_hand) return;
  c.earn(-c.g.money);
  c.hand->boss_triggered = true;
}

// The jokers turn face down and are shuffled three times in a row; pinned ones stay leftmost.
void amber_acorn(Ctx& c) {
  Game& g = c.g;
  for (Joker& joker : g.jokers) joker.flags |= Joker::kFaceDown;
  const int n = g.jokers.size();
  if (n < 2) return;
  for (int times = 0; times < 3; ++times) {
    std::sort(g.jokers.begin(), g.jokers.end(),
              [](const Joker& a, const Joker& b) { return a.number < b.number; });
    LuaRandom random;
    random.seed(draw_seed(g.rng, Stream::amber_acorn, g.ante));
    for (int i = n - 1; i >= 1; --i) std::swap(g.jokers[i], g.jokers[random.integer(0, i)]);
  }
  put_pinned_left(g);
  refresh(g);
}

// Debuffs a joker that was not debuffed just before; the last one recovers.
void crimson_heart(Ctx& c, bool new_hand) {
  Game& g = c.g;
  if (!new_hand || g.jokers.empty()) return;
  int chosen = pick_joker(g, Stream::crimson_heart, [](const Joker& j) { return !j.debuffed(); });
  if (chosen < 0) chosen = pick_joker(g, Stream::crimson_heart, [](const Joker&) { return true; });
  for (int i = 0; i < g.jokers.size(); ++i) {
    Joker& joker = g.jokers[i];
    const bool perished = joker.perishable() && joker.rounds_left == 0;
    joker.flags = static_cast<std::uint8_t>(i == chosen || perished ? joker.flags | Joker::kDebuffed
                                                                    : joker.flags & ~Joker::kDebuffed);
  }
  refresh(g);
}

// Forces a card whenever none is forced.
void cerulean_bell(Ctx& c, bool) {
  Game& g = c.g;
  if (g.hand.empty()) return;
  std::uint8_t by_number[kMaxHand];
  for (int i = 0; i < g.hand.size(); ++i) {
    if (g.cards[g.hand[i]].forced()) return;
    by_number[i] = g.hand[i];
  }
  std::sort(by_number, by_number + g.hand.size());
  g.cards[by_number[index_of(g, Stream::cerulean_bell, g.hand.size())]].flags |= Card::kForced;
}

constexpr BlindRow kBlindRows[] = {
    {.id = small, .key = "bl_small", .name = "Small Blind", .score_mult = 1, .reward = 3, .text = "No effect"},
    {.id = big, .key = "bl_big", .name = "Big Blind", .score_mult = 1.5, .reward = 4, .text = "No effect"},
    {.id = hook, .key = "bl_hook", .name = "The Hook", .score_mult = 2, .reward = 5, .min_ante = 1,
     .text = "Each hand played discards 2 random cards you hold",
     .discards_held = 2, .sets_off_matador = true},
    {.id = ox, .key = "bl_ox", .name = "The Ox", .score_mult = 2, .reward = 5, .min_ante = 6,
     .text = "Playing your most played hand sets your money to $0",
     .selected = [](Ctx& c) { c.g.ox_hand = static_cast<std::uint8_t>(most_played_hand(c.g)); },
     .hand_played = the_ox},
    {.id = house, .key = "bl_house", .name = "The House", .score_mult = 2, .reward = 5, .min_ante = 2,
     .text = "The first hand is dealt face down",
     .first_hand_face_down = true},
    {.id = wall, .key = "bl_wall", .name = "The Wall", .score_mult = 4, .reward = 5, .min_ante = 2,
     .text = "Extra large blind",
     .target_divisor = 2},
    {.id = wheel, .key = "bl_wheel", .name = "The Wheel", .score_mult = 2, .reward = 5, .min_ante = 2,
     .text = "1 in 7 cards is drawn face down",
     .face_down_odds = 7},
    {.id = arm, .key = "bl_arm", .name = "The Arm", .score_mult = 2, .reward = 5, .min_ante = 2,
     .text = "The poker hand you play loses a level",
     .levels_lost = 1},
    {.id = club, .key = "bl_club", .name = "The Club", .score_mult = 2, .reward = 5, .min_ante = 1,
     .text = "Clubs are debuffed",
     .debuffs = has_suit<Suit::clubs>},
    {.id = fish, .key = "bl_fish", .name = "The Fish", .score_mult = 2, .reward = 5, .min_ante = 2,
     .text = "Cards drawn after a played hand are face down",
     .face_down_after_play = true},
    {.id = psychic, .key = "bl_psychic", .name = "The Psychic", .score_mult = 2, .reward = 5, .min_ante = 1,
     .text = "Only hands of 5 cards score",
     .least_cards = 5},
    {.id = goad, .key = "bl_goad", .name = "The Goad", .score_mult = 2, .reward = 5, .min_ante = 1,
     .text = "Spades are debuffed",
     .debuffs = has_suit<Suit::spades>},
    {.id = water, .key = "bl_water", .name = "The Water", .score_mult = 2, .reward = 5, .min_ante = 2,
     .text = "No discards",
     .no_discards = true},
    {.id = window, .key = "bl_window", .name = "The Window", .score_mult = 2, .reward = 5, .min_ante = 1,
     .text = "Diamonds are debuffed",
     .debuffs = has_suit<Suit::diamonds>},
    {.id = manacle, .key = "bl_manacle", .name = "The Manacle", .score_mult = 2, .reward = 5, .min_ante = 1,
     .text = "-1 hand size",
     .hand_size = -1},
    {.id = eye, .key = "bl_eye", .name = "The Eye", .score_mult = 2, .reward = 5, .min_ante = 3,
     .text = "A poker hand scores only once this round",
     .allowed = [](const Game& g) { return kAllHandTypes & ~HandTypes{g.eye_hands}; },
     .allowed_after = [](HandTypes allowed, HandType played) { return allowed & ~bit(played); },
     .hand_played = [](Ctx& c) { c.g.eye_hands |= static_cast<std::uint16_t>(bit(c.hand->type)); }},
    {.id = mouth, .key = "bl_mouth", .name = "The Mouth", .score_mult = 2, .reward = 5, .min_ante = 2,
     .text = "Only the poker hand played first scores this round",
     .allowed = [](const Game& g) { return g.mouth_hand == kNone ? kAllHandTypes : HandTypes{1} << g.mouth_hand; },
     .allowed_after = [](HandTypes allowed, HandType played) { return allowed & bit(played) ? bit(played) : allowed; },
     .hand_played = [](Ctx& c) { if (c.g.mouth_hand == kNone) c.g.mouth_hand = static_cast<std::uint8_t>(c.hand->type); }},
    {.id = plant, .key = "bl_plant", .name = "The Plant", .score_mult = 2, .reward = 5, .min_ante = 4,
     .text = "Face cards are debuffed",
     .debuffs = has_face},
    {.id = serpent, .key = "bl_serpent", .name = "The Serpent", .score_mult = 2, .reward = 5, .min_ante = 5,
     .text = "After a play or discard exactly 3 cards are drawn",
     .draws = 3},
    {.id = pillar, .key = "bl_pillar", .name = "The Pillar", .score_mult = 2, .reward = 5, .min_ante = 1,
     .text = "Cards played earlier this ante are debuffed",
     .debuffs_played = true},
    {.id = needle, .key = "bl_needle", .name = "The Needle", .score_mult = 1, .reward = 5, .min_ante = 2,
     .text = "Only 1 hand",
     .only_hands = 1},
    {.id = head, .key = "bl_head", .name = "The Head", .score_mult = 2, .reward = 5, .min_ante = 1,
     .text = "Hearts are debuffed",
     .debuffs = has_suit<Suit::hearts>},
    {.id = tooth, .key = "bl_tooth", .name = "The Tooth", .score_mult = 2, .reward = 5, .min_ante = 3,
     .text = "Each card played costs $1",
     .dollars_per_card = -1, .sets_off_matador = true},
    {.id = flint, .key = "bl_flint", .name = "The Flint", .score_mult = 2, .reward = 5, .min_ante = 2,
     .text = "Base chips and mult are halved",
     .base_factor = 0.5, .sets_off_matador = true},
    {.id = mark, .key = "bl_mark", .name = "The Mark", .score_mult = 2, .reward = 5, .min_ante = 2,
     .text = "Face cards are drawn face down",
     .face_down = has_face},
    {.id = final_acorn, .key = "bl_final_acorn", .name = "Amber Acorn", .score_mult = 2, .reward = 8, .min_ante = 8,
     .showdown = true, .text = "Jokers are turned face down and shuffled",
     .selected = amber_acorn},
    {.id = final_leaf, .key = "bl_final_leaf", .name = "Verdant Leaf", .score_mult = 2, .reward = 8, .min_ante = 8,
     .showdown = true, .text = "All cards are debuffed until you sell a joker",
     .debuffs = [](const Game&, const Card&) { return true; },
     .joker_sold = [](Ctx& c) { c.disable_blind(); }},
    {.id = final_vessel, .key = "bl_final_vessel", .name = "Violet Vessel", .score_mult = 6, .reward = 8, .min_ante = 8,
     .showdown = true, .text = "Very large blind",
     .target_divisor = 3},
    {.id = final_heart, .key = "bl_final_heart", .name = "Crimson Heart", .score_mult = 2, .reward = 8, .min_ante = 8,
     .showdown = true, .text = "A random joker is debuffed, another one after each hand",
     .drawn = crimson_heart, .sets_off_matador = true},
    {.id = final_bell, .key = "bl_final_bell", .name = "Cerulean Bell", .score_mult = 2, .reward = 8, .min_ante = 8,
     .showdown = true, .text = "A random card must be part of every play and discard",
     .drawn = cerulean_bell},
};

static_assert(ids_in_order(kBlindRows, kBlindIds));

// Every boss by byte order of its key: the boss draw indexes into it.
constexpr auto kBosses = [] {
  std::array<BlindId, kBlindIds - 2> ids{};
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = kBlindRows[i + 2].id;
  std::ranges::sort(ids, {}, [](BlindId id) { return std::string_view(row_of(kBlindRows, id).key); });
  return ids;
}();

// Game::blind_took holds one count: what comes back when the boss is disabled.
static_assert(std::ranges::none_of(kBlindRows, [](const BlindRow& r) { return r.no_discards && r.only_hands; }));
static_assert(std::ranges::all_of(kBlindRows, [](const BlindRow& r) { return r.discards_held <= kMaxPlayed; }));

}  // namespace

const BlindRow& row(BlindId id) { return row_of(kBlindRows, id); }
std::span<const BlindId> boss_order() { return kBosses; }

}  // namespace jimbot

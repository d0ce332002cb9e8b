// Text: keys of everything, codes of cards and actions, the one-line notation of a position.
//
// The notation is one line: `jimbot1`, then name=value tokens in any order, lists as [a,b], no spaces inside
// a value. What equals a fresh run of the same options is left out:
//   jimbot1 seed=TUTORIAL deck=blue phase=SELECTING_HAND money=12 jokers=[j_runner:45/x:FOIL] hand=[S_K,H_K]
// Written by hand, creation numbers (#n) may be left out, and so may hand= (the blind is then selected).
// The tokens: fields.h, one line each; options, cards and streams: read.cpp.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "action.h"
#include "state.h"

namespace jimbot {

// Readers return "" or a sentence that says what was given and what is allowed; `out` is untouched then.
std::string write_notation(const Game& g, bool with_rng = true);
std::string read_notation(std::string_view text, Game& out);
// The same tokens over a running game: what is not named stays. The options of the run cannot change.
std::string edit_notation(std::string_view text, Game& g);

// S_K/e:GLASS/x:FOIL/s:RED/b:5/d/f: suit and rank, enhancement, edition, seal, bonus chips, debuffed,
// face down.
std::string card_code(const Card& card);
// Also reads the marks of the notation: /p played this ante, /o forced, /D debuffed for good, /c:H the suit
// it was created with.
bool parse_card_code(std::string_view code, Card& out, std::string& error);

// `play 0,2,4`, `use 0 on 1,2`, `sell_joker 2`, `sort_hand rank`, `rearrange_jokers 2,0,1`, `reroll`...
std::string write_action(const Action& a);
std::string read_action(std::string_view text, Action& out);

// Ids by key (j_joker, c_fool, v_grabber, tag_double, bl_hook, p_arcana_normal_1); row(id).key goes back.
std::optional<JokerId> find_joker(std::string_view key);
std::optional<ConsumableId> find_consumable(std::string_view key);
std::optional<VoucherId> find_voucher(std::string_view key);
std::optional<TagId> find_tag(std::string_view key);
std::optional<BlindId> find_blind(std::string_view key);
std::optional<BoosterId> find_booster(std::string_view key);
// These also take names and short forms, in any case: "b_red", "Red Deck", "red"; "stake_gold", "Gold Stake",
// "gold", "8"; "c_omelette_1", "The Omelette", "omelette"; "Full House", "full_house".
std::optional<DeckId> find_deck(std::string_view text);
std::optional<Stake> find_stake(std::string_view text);
std::optional<ChallengeId> find_challenge(std::string_view text);
std::optional<HandType> find_hand_type(std::string_view text);

// A random stream by the key the game gives it, such as Tag2: its ante, none for one of the run, and whether
// it draws from a pool, so that draws may be repeated ("_resample2").
struct StreamPlace {
  std::optional<int> ante;
  bool pool;
};
std::optional<StreamPlace> find_stream(std::string_view key);
std::string stream_states(const Game& g);  // of every stream that was used: [boss:0.99,cdt1:0.5]
std::string orbital_hands(const Game& g);  // of the last antes: [3:pair:flush:straight]

const char* phase_name(Phase phase);  // SELECTING_HAND
const char* enhancement_code(Enhancement id);  // GLASS; "" for none, as in the next two
const char* edition_code(Edition id);  // HOLO
const char* seal_code(Seal id);  // RED
char suit_code(Suit suit);  // S
char rank_code(int rank);  // 2..9 T J Q K A

// A number as short as it reads back exactly; whole numbers without exponent.
std::string number_text(double number);
// A text of the content tables with its {n} {n2} {value} filled in; the {hand} of a tag is not known yet.
std::string fill_text(const char* text, double n, double n2, double value);

// Texts with what the position adds to them: levels, odds under Oops! All 6s, and behind most counters
// "(Currently +45 Chips)". A debuffed card or joker is described as if it were not.
std::string describe(const Game& g, const Joker& joker);
std::string describe(const Game& g, const Card& card);
std::string describe(const Game& g, ConsumableId id);
std::string describe(const Game& g, BlindId id);
std::string describe(const Game& g, const Tag& tag);  // as an offer: for skipping the next blind
// The number a joker's text shows, none if it shows none; and the card (S_5), rank (K), suit (H) or poker hand
// (Full House) it waits for, "" for none.
std::optional<double> number_in_text(const Game& g, const Joker& joker);
std::string target_in_text(const Game& g, const Joker& joker);

}  // namespace jimbot

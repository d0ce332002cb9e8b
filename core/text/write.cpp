// Writing a position: what differs from a fresh run of the same options.
#include <cstring>

#include "cards.h"
#include "fields.h"
#include "flow/run.h"

namespace jimbot {
namespace {

using text::write_list;

// Everything but these few characters is written as %XX.
std::string encode_seed(std::string_view seed) {
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : seed) {
    const bool plain =
        (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '-';
    const unsigned byte = static_cast<unsigned char>(c);
    if (plain)
      out += c;
    else
      out += {'%', kHex[byte >> 4], kHex[byte & 15]};
  }
  return out;
}

RunOptions options_of(const Game& g) {
  return {seed_text(g.rng), g.deck,         g.stake,         g.challenge,
          g.variant,        g.endless != 0, g.one_chip != 0, 100 - g.target_cut};
}

std::string write_options(const Game& g) {
  std::string out = "jimbot1 seed=" + encode_seed(seed_text(g.rng));
  if (g.deck != DeckId::red) out += " deck=" + text::short_name(g.deck);
  if (g.stake != Stake::white) out += " stake=" + text::short_name(g.stake);
  if (g.challenge != kNone) out += " challenge=" + text::short_name(static_cast<ChallengeId>(g.challenge));
  if (g.variant != Variant::vanilla) out += " variant=" + text::kVariantForm.write(g.variant);
  if (g.endless) out += " endless=1";
  if (g.one_chip) out += " one_chip=1";
  if (g.target_cut) out += " target_percent=" + std::to_string(100 - g.target_cut);
  return out;
}

struct Collect {
  std::vector<std::pair<const char*, std::string>> tokens;
  template <class Member, class Form>
  void operator()(const char* name, const Member& member, const Form& form) {
    tokens.emplace_back(name, form.write(member));
  }
};

// What must be said even if it equals the fresh run: the pack and its cards while one is open, and what the
// cash-out pays, which is reckoned where it is not said.
bool always_written(const Game& g, std::string_view name) {
  if (g.phase == Phase::round_eval) return name == "cash_out";
  return g.phase == Phase::pack && (name == "pack" || name == "pack_cards");
}

void write_differences(const Game& g, const Collect& ours, const Collect& fresh, std::string& out) {
  for (std::size_t i = 0; i < ours.tokens.size(); ++i) {
    const auto& [name, value] = ours.tokens[i];
    if (value != fresh.tokens[i].second || always_written(g, name))
      out += std::string(" ") + name + "=" + value;
  }
}

void write_frame(const Game& g, Game& fresh, std::string& out) {
  Collect ours, theirs;
  text::visit_frame(g, ours);
  text::visit_frame(fresh, theirs);
  write_differences(g, ours, theirs, out);
  fresh.phase = g.phase;
  fresh.ante = g.ante;
  fresh.blind_on_deck = g.blind_on_deck;
  fresh.boss = g.boss;
  fresh.pack = g.pack;
  text::set_frame(fresh);
}

void write_fields(const Game& g, const Game& fresh, std::string& out) {
  Collect ours, theirs;
  text::visit_scalars(g, ours);
  text::visit_lists(g, ours);
  text::visit_scalars(fresh, theirs);
  text::visit_lists(fresh, theirs);
  write_differences(g, ours, theirs, out);
}

template <class Pile>
std::string write_zone(const Game& g, const Pile& pile) {
  std::vector<std::string> cards;
  for (std::uint8_t i : pile) cards.push_back(text::write_one(g.cards[i]));
  return write_list(cards);
}

// In a round hand and draw pile are always written: without hand= the reader selects the blind itself, and
// cards left unsaid get the debuffs of the blind.
void write_zones(const Game& g, const Game& fresh, std::string& out) {
  const bool in_round = g.phase == Phase::selecting_hand;
  const std::string hand = write_zone(g, g.hand), draw = write_zone(g, g.draw.cards);
  if (in_round || !g.hand.empty()) out += " hand=" + hand;
  if (in_round || draw != write_zone(fresh, fresh.draw.cards)) out += " draw=" + draw;
  if (!g.discard.empty()) out += " discard=" + write_zone(g, g.discard);
}

void write_rng(const Game& g, const Game& fresh, std::string& out) {
  const auto all = [](const Rng& rng) {
    const std::string deep = rng.deep.empty() ? "" : " deep=" + text::write_deep(rng);
    const std::string hands = text::write_orbital(rng);
    return " rng=" + text::write_streams(rng) + deep + (hands == "[]" ? "" : " orbital=" + hands);
  };
  if (const std::string own = all(g.rng); own != all(fresh.rng)) out += own;
}

}  // namespace

std::string write_notation(const Game& game, bool with_rng) {
  Game g = game, fresh;
  settle_draw_pile(g, 0);
  start_run(fresh, options_of(g));
  settle_draw_pile(fresh, 0);
  std::string out = write_options(g);
  write_frame(g, fresh, out);
  write_fields(g, fresh, out);
  write_zones(g, fresh, out);
  if (with_rng) write_rng(g, fresh, out);
  return out;
}

}  // namespace jimbot

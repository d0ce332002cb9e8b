// What a seed holds, under the convention of seed reports: nothing is owned or shown, and only cards of the same pack
// exclude each other; and the search for seeds.
#include <charconv>

#include "create.h"
#include "flow/run.h"
#include "lanes.h"
#include "parts.h"
#include "seed_query.h"
#include "seed_search.h"
#include "wire.h"

namespace jimbot::web {
namespace {

constexpr std::uint32_t kMaxSeeds = 10'000'000;
constexpr int kMaxFacts = 1000;

bool allowed(int deck, int stake) {
  return (deck >= 0 && deck < kDeckIds && stake >= 1 && stake <= 8) ||
         refuse("there is no such deck or stake") == 0;
}

void write_ante(Json& json, Game& g) {
  json.open('{').field("ante", g.ante).field("boss", row(roll_boss(g)).key);
  json.field("voucher", row(static_cast<VoucherId>(roll_voucher(g, Stream::voucher))).key);
  json.key("tags").open('[').add(row(roll_tag(g).id).key).add(row(roll_tag(g).id).key).close(']');
  json.key("shop").open('[');
  for (int i = 0; i < kQueue; ++i) {
    write_item(json, g, g.shop.push(make_shop_item(g)));
    g.shop.clear();
  }
  json.close(']').key("packs").open('[');
  for (int i = 0; i < packs_in_shops(g.ante); ++i) {
    const BoosterId pack = roll_booster(g);
    fill_pack(g, pack);
    json.open('{').field("pack", row(pack).key).key("cards").open('[');
    for (const Item& item : g.pack_cards) write_item(json, g, item);
    json.close(']').close('}');
    g.pack_cards.clear();
  }
  json.close(']').close('}');
}

// A condition: one fact a line. Of facts with the same number any will do, and every number must be met.
// `number subject first_ante last_ante first_slot last_slot edition key key ...`
struct Words {
  std::string_view left;

  std::string_view word() {
    const std::size_t end = left.find(' ');
    const std::string_view out = left.substr(0, end);
    left.remove_prefix(end == std::string_view::npos ? left.size() : end + 1);
    return out;
  }
  int number() {
    const std::string_view text = word();
    int out = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    return error == std::errc() && end == text.data() + text.size() ? out : -1;
  }
};

constexpr const char* kSubjects[] = {"boss",    "voucher", "small_tag", "big_tag",
                                     "booster", "shop",    "pack_card", "legendary"};

template <class Id>
bool add_bit(std::optional<Id> id, Fact& fact) {
  if (id) fact.ids |= std::uint64_t{1} << static_cast<int>(*id);
  return id.has_value();
}

bool add_card(std::string_view key, Fact& fact) {
  if (const auto joker = find_joker(key)) {
    const auto i = static_cast<std::size_t>(*joker);
    fact.wanted.jokers[i / 64] |= std::uint64_t{1} << (i % 64);
    return true;
  }
  const auto consumable = find_consumable(key);
  if (consumable) fact.wanted.consumables |= bit(*consumable);
  return consumable.has_value();
}

bool add_key(std::string_view key, Fact& fact) {
  switch (fact.subject) {
    case Subject::boss: return add_bit(find_blind(key), fact);
    case Subject::voucher: return add_bit(find_voucher(key), fact);
    case Subject::small_tag:
    case Subject::big_tag: return add_bit(find_tag(key), fact);
    case Subject::booster: return add_bit(find_booster(key), fact);
    default: return add_card(key, fact);
  }
}

// Its number; kRefused with the reason if the line is none.
int read_fact(std::string_view line, Fact& fact) {
  Words words{line};
  const int number = words.number();
  const std::string_view subject = words.word();
  int which = 0;
  while (which < 8 && subject != kSubjects[which]) ++which;
  const int ends[] = {words.number(), words.number(), words.number(), words.number()};
  const bool antes = ends[0] >= 1 && ends[0] <= ends[1] && ends[1] <= kMaxAskedAnte;
  const bool slots = ends[2] >= 0 && ends[2] <= ends[3] && ends[3] < kQueue;
  if (number < 0 || number >= kMaxFacts || which == 8 || !antes || !slots)
    return refuse("'" + std::string(line.substr(0, 80)) + "' is no fact: antes are 1 to " +
                  std::to_string(kMaxAskedAnte) + ", places of the shop 0 to " + std::to_string(kQueue - 1));
  fact = {.subject = static_cast<Subject>(which), .wanted = {}};
  fact.first_ante = static_cast<std::uint8_t>(ends[0]), fact.last_ante = static_cast<std::uint8_t>(ends[1]);
  fact.first_slot = static_cast<std::uint8_t>(ends[2]), fact.last_slot = static_cast<std::uint8_t>(ends[3]);
  const std::string_view edition = words.word();
  for (int e = 1; e < 5 && edition != "-"; ++e)
    if (std::string_view(row(static_cast<Edition>(e)).key).substr(2) == edition)
      fact.wanted.editions = 1u << e;
  while (!words.left.empty())
    if (const std::string_view key = words.word(); !add_key(key, fact))
      return refuse("the game has no '" + std::string(key.substr(0, 40)) + "' there");
  return number;
}

bool read_query(SeedQuery& query) {
  std::vector<int> all, any;
  int last = -1;
  const auto end_any = [&] {
    if (!any.empty()) all.push_back(query.add(SeedQuery::Join::any, any));
    any.clear();
  };
  for (std::string_view text = given(); !text.empty();) {
    Fact fact{};
    const int number = read_fact(next_line(text), fact);
    if (number < 0) return false;
    if (number != last) end_any();
    last = number;
    any.push_back(query.add(fact));
  }
  end_any();
  if (all.empty()) return refuse("the condition is empty") == 0;
  query.add(SeedQuery::Join::all, all);
  return true;
}

}  // namespace

// Of the seed given.
JIMBOT_EXPORT(seed_report) int seed_report(int deck, int stake, int antes) {
  if (!allowed(deck, stake)) return kRefused;
  const std::string seed(given());
  if (seed.empty() || seed.size() > kMaxSeed)
    return refuse("a seed has 1 to " + std::to_string(kMaxSeed) + " characters");
  if (antes < 1 || antes > kMaxAskedAnte)
    return refuse("1 to " + std::to_string(kMaxAskedAnte) + " antes are allowed");
  Game g;
  start_run(g, {.seed = seed, .deck = static_cast<DeckId>(deck), .stake = static_cast<Stake>(stake)});
  seed_rng(g.rng, seed);
  g.boss_uses = {};
  g.consumables.clear();
  Json json;
  json.open('[');
  for (g.ante = 1; g.ante <= antes; ++g.ante) write_ante(json, g);
  return answer(json.close(']').take());
}

// Seeds that meet the condition given, one a line, among `count` that the draw seed gives from a number on.
JIMBOT_EXPORT(seed_search)
int seed_search(int deck, int stake, std::uint64_t first, std::uint32_t count, std::uint64_t draw_seed) {
  if (!allowed(deck, stake)) return kRefused;
  if (count > kMaxSeeds)
    return refuse("at most " + std::to_string(kMaxSeeds) + " seeds are searched at once");
  SeedQuery query;
  if (!read_query(query)) return kRefused;
  const SeedSpan span{first, count, draw_seed};
  SeedFinder finder(query, static_cast<DeckId>(deck), static_cast<Stake>(stake), lane_codes().front());
  std::string lines;
  for (const std::uint64_t number : finder.find(span, 1)) {
    char seed[9];
    seed_in(span, number, seed);
    lines += std::string(seed, 8) + "\n";
  }
  return answer(lines);
}

}  // namespace jimbot::web

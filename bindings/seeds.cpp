// Conditions on seeds, and the search for seeds that meet them.
#include "bind.h"
#include "check.h"
#include "names.h"
#include "released.h"
#include "seed_search.h"
#include "text.h"
#include "workers.h"

using namespace jimbot;

namespace {

// A call cannot be interrupted: for more seeds there are several calls.
constexpr std::uint64_t kMaxSeeds = 10'000'000;
constexpr int kMaxNodes = 10'000;
constexpr int kMaxDepth = 1'000;  // each level takes some of a thread's stack

using Keys = std::vector<std::string>;

Fact fact_in(Subject subject, int first_ante, int last_ante) {
  check_within("the first ante", first_ante, 1, kMaxAskedAnte);
  check_within("the last ante", last_ante, first_ante, kMaxAskedAnte);
  Fact fact{.subject = subject, .wanted = {}};
  fact.first_ante = static_cast<std::uint8_t>(first_ante);
  fact.last_ante = static_cast<std::uint8_t>(last_ante);
  return fact;
}

template <class Fact>
int added(SeedQuery& query, const Fact& fact) {
  check_within("the number of parts of a condition", static_cast<std::int64_t>(query.nodes().size()), 0,
               kMaxNodes - 1);
  return query.add(fact);
}

template <class Find>
std::uint64_t bits_of(const Keys& keys, const char* what, Find find) {
  std::uint64_t bits = 0;
  for (const std::string& key : keys) {
    const auto id = find(key);
    if (!id) refuse("unknown " + std::string(what) + " key '" + key + "'");
    bits |= std::uint64_t{1} << static_cast<int>(*id);
  }
  return bits;
}

int add_named(SeedQuery& query, std::string_view subject, int first_ante, int last_ante, const Keys& keys) {
  const auto fact = [&](Subject s, std::uint64_t ids) {
    Fact out = fact_in(s, first_ante, last_ante);
    out.ids = ids;
    return out;
  };
  if (subject == "boss") return added(query, fact(Subject::boss, bits_of(keys, "blind", &find_blind)));
  if (subject == "voucher")
    return added(query, fact(Subject::voucher, bits_of(keys, "voucher", &find_voucher)));
  if (subject == "small_tag") return added(query, fact(Subject::small_tag, bits_of(keys, "tag", &find_tag)));
  if (subject == "big_tag") return added(query, fact(Subject::big_tag, bits_of(keys, "tag", &find_tag)));
  if (subject == "booster")
    return added(query, fact(Subject::booster, bits_of(keys, "booster", &find_booster)));
  refuse("unknown subject '" + std::string(subject) +
         "'; boss, voucher, small_tag, big_tag or booster is allowed");
}

// The bit of the one value that has this name; all bits where no name is given.
template <class E, class Name>
std::uint32_t one_bit(const std::optional<std::string>& name, const char* what, Name name_of) {
  if (!name) return ~0u;
  for (E value : kEach<E>)
    if (value != E::none && name_of(value) == name) return 1u << static_cast<int>(value);
  refuse("unknown " + std::string(what) + " '" + *name + "'");
}

template <class Known>
std::uint32_t code_bits(std::string_view codes, const char* what, int first, int count, Known code) {
  std::uint32_t bits = 0;
  for (char c : codes) {
    int i = first;
    while (i < first + count && code(i) != c) ++i;
    if (i == first + count) refuse("unknown " + std::string(what) + " '" + std::string(1, c) + "'");
    bits |= 1u << i;
  }
  return bits;
}

std::uint8_t sticker_bits(const Keys& stickers) {
  std::uint8_t bits = 0;
  for (const std::string& sticker : stickers) {
    if (sticker == "eternal")
      bits |= Joker::kEternal;
    else if (sticker == "perishable")
      bits |= Joker::kPerishable;
    else if (sticker == "rental")
      bits |= Joker::kRental;
    else
      refuse("unknown sticker '" + sticker + "'; eternal, perishable or rental is allowed");
  }
  return bits;
}

int add_card(SeedQuery& query, std::string_view subject, int first_ante, int last_ante, int first_slot,
             int last_slot, const Keys& keys, std::string_view suits, std::string_view ranks,
             const std::optional<std::string>& edition, const std::optional<std::string>& enhancement,
             const std::optional<std::string>& seal, const Keys& stickers) {
  Subject s;
  if (subject == "shop")
    s = Subject::shop;
  else if (subject == "pack_card")
    s = Subject::pack_card;
  else if (subject == "legendary")
    s = Subject::legendary;
  else
    refuse("unknown subject '" + std::string(subject) + "'; shop, pack_card or legendary is allowed");
  Fact fact = fact_in(s, first_ante, last_ante);
  check_within("the first slot", first_slot, 0, kQueue - 1);
  check_within("the last slot", last_slot, first_slot, kQueue - 1);
  fact.first_slot = static_cast<std::uint8_t>(first_slot);
  fact.last_slot = static_cast<std::uint8_t>(last_slot);
  Wanted& wanted = fact.wanted;
  for (const std::string& key : keys) {
    if (const auto joker = find_joker(key))
      wanted.jokers[static_cast<std::size_t>(*joker) / 64] |= std::uint64_t{1}
                                                              << static_cast<int>(*joker) % 64;
    else if (const auto consumable = find_consumable(key))
      wanted.consumables |= bit(*consumable);
    else
      refuse("unknown joker or consumable key '" + key + "'");
  }
  wanted.suits = code_bits(suits, "suit", 0, 4, [](int i) { return suit_code(static_cast<Suit>(i)); });
  wanted.ranks = code_bits(ranks, "rank", 2, 13, [](int i) { return rank_code(i); });
  wanted.editions = one_bit<Edition>(edition, "edition", [](Edition e) { return name_or_none(e); });
  wanted.enhancements =
      one_bit<Enhancement>(enhancement, "enhancement", [](Enhancement e) { return name_or_none(e); });
  wanted.seals = one_bit<Seal>(seal, "seal", &seal_name);
  wanted.stickers = sticker_bits(stickers);
  return added(query, fact);
}

int join(SeedQuery& query, std::string_view how, std::vector<int> parts) {
  check_within("the number of parts of a condition", static_cast<std::int64_t>(query.nodes().size()), 0,
               kMaxNodes - 1);
  for (int part : parts)
    check_within("a part of the condition", part, 0, static_cast<std::int64_t>(query.nodes().size()) - 1);
  if (query.depth_of(parts) >= kMaxDepth)
    refuse("conditions are at most " + std::to_string(kMaxDepth) + " deep");
  if (how == "all") return query.add(SeedQuery::Join::all, std::move(parts));
  if (how == "any") return query.add(SeedQuery::Join::any, std::move(parts));
  if (how == "none") return query.add(SeedQuery::Join::none, std::move(parts));
  refuse("unknown join '" + std::string(how) + "'; all, any or none is allowed");
}

const LaneCode* code_named(std::string_view name) {
  if (name == "reader") return nullptr;
  std::string known;
  for (const LaneCode* code : lane_codes()) {
    if (name == code->name || name.empty()) return code;
    known += std::string(code->name) + ", ";
  }
  refuse("unknown code '" + std::string(name) + "'; " + known + "or reader is allowed here");
}

void check_span(std::uint64_t first, std::uint64_t count, bool at_random) {
  if (!at_random && (first > kSeedNames || count > kSeedNames - first))
    refuse("seeds " + std::to_string(first) + " and " + std::to_string(count) + " more go past the last of " +
           std::to_string(kSeedNames));
}

void make_finder(SeedFinder* self, const SeedQuery& query, int deck, int stake, std::string_view code) {
  check_run("-", deck, stake, kNone);
  if (query.nodes().empty()) refuse("the condition is empty");
  new (self) SeedFinder(query, static_cast<DeckId>(deck), static_cast<Stake>(stake), code_named(code));
}

std::vector<std::pair<std::uint64_t, std::string>> find(SeedFinder& finder, std::uint64_t first,
                                                        std::uint64_t count, int threads,
                                                        std::optional<std::uint64_t> draw_seed) {
  check_within("threads", threads, 1, Workers::kMax);
  if (count > kMaxSeeds)
    refuse("count is " + std::to_string(count) + "; 0 to " + std::to_string(kMaxSeeds) +
           " is allowed in one call");
  check_span(first, count, draw_seed.has_value());
  const SeedSpan span{first, count, draw_seed};
  std::vector<std::pair<std::uint64_t, std::string>> out;
  const Released released;
  for (std::uint64_t number : finder.find(span, threads)) {
    char seed[9];
    seed_in(span, number, seed);
    out.emplace_back(number, std::string(seed, 8));
  }
  return out;
}

std::vector<std::uint64_t> keep(SeedFinder& finder, const std::vector<std::uint64_t>& seeds, int threads) {
  check_within("threads", threads, 1, Workers::kMax);
  if (seeds.size() > kMaxSeeds)
    refuse(std::to_string(seeds.size()) + " seeds; 0 to " + std::to_string(kMaxSeeds) +
           " are allowed in one call");
  for (std::uint64_t seed : seeds) check_span(seed, 1, false);
  const Released released;
  return finder.keep(seeds, threads);
}

using QuestionRow = std::tuple<std::string, int, int, int, int, std::uint64_t, double>;
std::vector<QuestionRow> questions(const SeedFinder& finder) {
  std::vector<QuestionRow> out;
  int number = 0;
  for (const QuestionGroup& group : finder.questions()) {
    for (const StreamQuestion& q : group)
      out.emplace_back(q.key, number, q.first, q.last, q.n, q.wanted, q.limit);
    ++number;
  }
  return out;
}

std::uint64_t digest(std::string_view key, std::uint64_t first, std::uint64_t count, int threads,
                     std::string_view code) {
  check_within("threads", threads, 1, Workers::kMax);
  check_within("the length of the key", static_cast<std::int64_t>(key.size()), 1, kMaxKey - 1);
  if (count > kMaxSeeds)
    refuse("count is " + std::to_string(count) + "; 0 to " + std::to_string(kMaxSeeds) +
           " is allowed in one call");
  check_span(first, count, false);
  const LaneCode* lanes = code_named(code);
  const std::string text(key);
  const Released released;
  return stream_digest(text, {first, count, std::nullopt}, lanes, threads);
}

}  // namespace

void bind_seeds(nb::module_& m) {
  m.attr("MAX_SEEDS") = kMaxSeeds;
  m.attr("SEED_NAMES") = kSeedNames;
  m.attr("SEED_QUEUE") = kQueue;
  m.attr("MAX_ASKED_ANTE") = kMaxAskedAnte;
  nb::class_<SeedQuery>(m, "SeedQuery", "A condition on seeds: facts, joined by all, any and none.")
      .def(nb::init<>())
      .def("named", &add_named, nb::arg("subject"), nb::arg("first_ante"), nb::arg("last_ante"),
           nb::arg("keys"))
      .def("card", &add_card, nb::arg("subject"), nb::arg("first_ante"), nb::arg("last_ante"),
           nb::arg("first_slot"), nb::arg("last_slot"), nb::arg("keys"), nb::arg("suits"), nb::arg("ranks"),
           nb::arg("edition").none(), nb::arg("enhancement").none(), nb::arg("seal").none(),
           nb::arg("stickers"))
      .def("join", &join, nb::arg("how"), nb::arg("parts"));
  nb::class_<SeedFinder>(m, "SeedFinder", "The search for the seeds that meet a condition.")
      .def("__init__", &make_finder, nb::arg("query"), nb::arg("deck"), nb::arg("stake"),
           nb::arg("code") = "")
      .def("find", &find, "Numbers and names of the seeds of a stretch that meet the condition.",
           nb::arg("first"), nb::arg("count"), nb::arg("threads"), nb::arg("draw_seed").none())
      .def("keep", &keep, "Those of these seeds, by number in the order of names, that meet the condition.",
           nb::arg("seeds"), nb::arg("threads"))
      .def_prop_ro(
          "questions", &questions,
          "Key, group, first and last draw, entries, wanted ones, limit: of each group, one question at "
          "least is passed by every seed that meets the condition.")
      .def_prop_ro(
          "stages",
          [](const SeedFinder& finder) {
            std::vector<std::pair<int, int>> out;
            for (const SeedFinder::Stage& stage : finder.stages()) out.emplace_back(stage.part, stage.level);
            return out;
          },
          "Parts of the condition and levels, in the order in which they are asked.");
  m.def(
      "seed_codes",
      [] {
        std::vector<std::string> out;
        for (const LaneCode* code : lane_codes()) out.push_back(code->name);
        return out;
      },
      "Ways of reading seeds side by side on this processor, the fastest first.");
  m.def("stream_digest", &digest,
        "The bits of the first draws of a stream, added up over seeds in the order of their names.",
        nb::arg("key"), nb::arg("first"), nb::arg("count"), nb::arg("threads"), nb::arg("code"));
}

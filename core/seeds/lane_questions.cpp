// Questions about single streams, for a graphics card, which reads seeds without the rest of the engine.
#include <algorithm>
#include <bit>

#include "create.h"
#include "lane_facts.h"

namespace jimbot {
namespace {

constexpr int kMaxPackSize = 5;  // of a pack; 4 of a Spectral Pack, two rolls each

StreamQuestion question(Stream stream, int ante, int resample = 0) {
  char text[kMaxKey];
  const int length = stream_key(stream, ante, resample, text);
  StreamQuestion out;
  out.key.assign(text, static_cast<std::size_t>(length));
  return out;
}

// Above this roll begins the lowest of these editions; negative: plain ones would do.
double lowest_edition(std::uint32_t editions) {
  constexpr double kRates[] = {0, 0.04, 0.02, 0.006, 0.003};
  for (Edition edition : kEach<Edition>)
    if (editions >> static_cast<int>(edition) & 1)
      return edition == Edition::none ? -1 : 1 - kRates[static_cast<std::size_t>(edition)];
  return -1;
}

}  // namespace

std::vector<QuestionGroup> LaneFacts::questions(int number) const {
  const SeedQuery::Node& node = query_.nodes()[static_cast<std::size_t>(number)];
  if (node.join == SeedQuery::Join::fact)
    return fact_questions(node.fact, asked_[static_cast<std::size_t>(number)]);
  std::vector<QuestionGroup> out;
  if (node.join == SeedQuery::Join::none) return out;
  for (int part : node.parts) {
    const std::vector<QuestionGroup> groups = questions(part);
    if (node.join == SeedQuery::Join::all) {
      out.insert(out.end(), groups.begin(), groups.end());
      continue;
    }
    if (groups.empty()) return {};
    if (out.empty()) out.emplace_back();
    out[0].insert(out[0].end(), groups[0].begin(), groups[0].end());
  }
  return out;
}

std::vector<QuestionGroup> LaneFacts::fact_questions(const Fact& fact, const Asked& asked) const {
  static constexpr Stream kJokers[] = {Stream::common_shop, Stream::uncommon_shop, Stream::rare_shop};
  static constexpr Stream kConsumables[] = {Stream::tarot_shop, Stream::planet_shop, Stream::spectral_shop};
  QuestionGroup group, second;
  const auto ask = [](QuestionGroup& to, StreamQuestion q, int first, int last, const Pool& pool) {
    q.first = first, q.last = last, q.n = pool.size, q.wanted = pool.wanted | pool.holes;
    to.push_back(std::move(q));
  };
  const auto ask_above = [](QuestionGroup& to, StreamQuestion q, int last, double limit) {
    q.last = last, q.limit = limit;
    to.push_back(std::move(q));
  };
  const double edition = lowest_edition(fact.wanted.editions);
  const int packs = packs_in_shops(fact.last_ante), slots = fact.last_slot + 1;
  for (int ante = fact.first_ante; ante <= fact.last_ante; ++ante) {
    switch (fact.subject) {
      case Subject::voucher:
        ask(group, question(Stream::voucher, ante), 0, 1, pool(fact.ids, kVoucherIds, voucher_holes_));
        break;
      case Subject::small_tag:
      case Subject::big_tag: {
        const int draw = fact.subject == Subject::big_tag;
        ask(group, question(Stream::tag, ante), draw, draw + 1,
            pool(fact.ids, kTagIds, tag_holes_[static_cast<std::size_t>(ante)]));
        break;
      }
      case Subject::boss: {
        if (fact.last_ante != 1) return {};
        Pool choices;  // in ante 1 none has been
        for (std::size_t i = 0; i < boss_order().size(); ++i) {
          if (!(bosses_[1] >> i & 1)) continue;
          if (fact.ids >> static_cast<int>(boss_order()[i]) & 1) choices.wanted |= 1ull << choices.size;
          ++choices.size;
        }
        ask(group, question(Stream::boss, 0), 0, 1, choices);
        break;
      }
      case Subject::shop: {
        const bool consumables = std::any_of(asked.consumables.begin(), asked.consumables.end(),
                                             [](const Pool& p) { return p.wanted != 0; });
        if (!consumables && edition > 0) {
          ask_above(group, question(Stream::edition_shop, ante), slots, edition);
          break;
        }
        if (asked.any_joker) return {};
        for (std::size_t i = 0; i < 3; ++i) {
          if (asked.jokers[i].wanted) ask(group, question(kJokers[i], ante), 0, slots, asked.jokers[i]);
          if (asked.consumables[i].wanted)
            ask(group, question(kConsumables[i], ante), 0, slots, asked.consumables[i]);
        }
        if (group.size() == static_cast<std::size_t>(ante - fact.first_ante + 1) && asked.jokers[2].wanted)
          ask_above(second, question(Stream::rarity_shop, ante), slots, 0.95);
        break;
      }
      case Subject::legendary:
        ask_above(group, question(Stream::soul_tarot, ante), packs * kMaxPackSize, kSoulAbove);
        ask_above(group, question(Stream::soul_spectral, ante), packs * 8, kSoulAbove);
        break;
      default: return {};
    }
  }
  if (second.size() == static_cast<std::size_t>(fact.last_ante - fact.first_ante + 1))
    return {std::move(second), std::move(group)};
  return {std::move(group)};
}

}  // namespace jimbot

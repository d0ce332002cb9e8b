// What players know of the cards: rough values, to be overruled by measurement wherever that is possible.
#include "strategist/knowledge.h"

#include <algorithm>
#include <cstddef>

#include "jokers.h"

namespace jimbot::strategist {
namespace {

// joker, order, value 0-10 bought in antes 1-2, 3-5, 6-8, growth of its counter and dollars per round
constexpr JokerLore kJokers[] = {
    {JokerId::joker, Order::mult, 5, 2, 0, 0, 0},
    {JokerId::greedy_joker, Order::cards, 5, 4, 2, 0, 0},
    {JokerId::lusty_joker, Order::cards, 5, 4, 2, 0, 0},
    {JokerId::wrathful_joker, Order::cards, 5, 4, 2, 0, 0},
    {JokerId::gluttenous_joker, Order::cards, 5, 4, 2, 0, 0},
    {JokerId::jolly, Order::mult, 7, 4, 1, 0, 0},
    {JokerId::zany, Order::mult, 4, 3, 1, 0, 0},
    {JokerId::mad, Order::mult, 5, 4, 1, 0, 0},
    {JokerId::crazy, Order::mult, 3, 3, 1, 0, 0},
    {JokerId::droll, Order::mult, 5, 4, 1, 0, 0},
    {JokerId::sly, Order::chips, 7, 4, 2, 0, 0},
    {JokerId::wily, Order::chips, 4, 3, 2, 0, 0},
    {JokerId::clever, Order::chips, 5, 4, 2, 0, 0},
    {JokerId::devious, Order::chips, 3, 3, 2, 0, 0},
    {JokerId::crafty, Order::chips, 5, 4, 2, 0, 0},
    {JokerId::half, Order::mult, 9, 5, 2, 0, 0},
    {JokerId::stencil, Order::times, 6, 4, 3, 0, 0},
    {JokerId::four_fingers, Order::any, 5, 5, 4, 0, 0},
    {JokerId::mime, Order::cards, 2, 4, 6, 0, 0},
    {JokerId::credit_card, Order::any, 1, 0, 0, 0, 0},
    {JokerId::ceremonial, Order::place, 6, 6, 3, 5, 0},
    {JokerId::banner, Order::chips, 7, 4, 2, 0, 0},
    {JokerId::mystic_summit, Order::mult, 6, 4, 2, 0, 0},
    {JokerId::marble, Order::any, 1, 1, 1, 0, 0},
    {JokerId::loyalty_card, Order::times, 4, 5, 4, 0, 0},
    {JokerId::eight_ball, Order::any, 2, 2, 1, 0, 1},
    {JokerId::misprint, Order::mult, 7, 4, 1, 0, 0},
    {JokerId::dusk, Order::cards, 4, 4, 4, 0, 0},
    {JokerId::raised_fist, Order::cards, 6, 4, 2, 0, 0},
    {JokerId::chaos, Order::any, 5, 5, 3, 0, 3},
    {JokerId::fibonacci, Order::cards, 6, 6, 3, 0, 0},
    {JokerId::steel_joker, Order::times, 2, 4, 5, 0, 0},
    {JokerId::scary_face, Order::cards, 5, 4, 3, 0, 0},
    {JokerId::abstract, Order::mult, 6, 5, 2, 0, 0},
    {JokerId::delayed_grat, Order::any, 4, 3, 1, 0, 3},
    {JokerId::hack, Order::cards, 4, 5, 4, 0, 0},
    {JokerId::pareidolia, Order::any, 2, 3, 3, 0, 0},
    {JokerId::gros_michel, Order::mult, 8, 5, 2, 0, 0},
    {JokerId::even_steven, Order::cards, 6, 4, 2, 0, 0},
    {JokerId::odd_todd, Order::cards, 6, 4, 2, 0, 0},
    {JokerId::scholar, Order::cards, 4, 4, 2, 0, 0},
    {JokerId::business, Order::any, 5, 3, 1, 0, 3},
    {JokerId::supernova, Order::mult, 6, 6, 4, 2.5, 0},
    {JokerId::ride_the_bus, Order::mult, 5, 6, 5, 1.8, 0},
    {JokerId::space, Order::any, 5, 6, 4, 0, 0},
    {JokerId::egg, Order::any, 5, 3, 1, 0, 3},
    {JokerId::burglar, Order::any, 5, 5, 4, 0, 0},
    {JokerId::blackboard, Order::times, 5, 6, 6, 0, 0},
    {JokerId::runner, Order::chips, 3, 3, 2, 10, 0},
    {JokerId::ice_cream, Order::chips, 8, 3, 0, -10, 0},
    {JokerId::dna, Order::any, 5, 6, 4, 0, 0},
    {JokerId::splash, Order::any, 3, 2, 1, 0, 0},
    {JokerId::blue_joker, Order::chips, 7, 5, 3, 0, 0},
    {JokerId::sixth_sense, Order::any, 4, 3, 2, 0, 1},
    {JokerId::constellation, Order::times, 5, 7, 5, 0.12, 0},
    {JokerId::hiker, Order::cards, 4, 4, 2, 0, 0},
    {JokerId::faceless, Order::any, 6, 4, 1, 0, 4},
    {JokerId::green_joker, Order::mult, 5, 5, 3, 1.5, 0},
    {JokerId::superposition, Order::any, 1, 1, 1, 0, 0},
    {JokerId::todo_list, Order::any, 4, 3, 1, 0, 3},
    {JokerId::cavendish, Order::times, 9, 10, 10, 0, 0},
    {JokerId::card_sharp, Order::times, 6, 8, 8, 0, 0},
    {JokerId::red_card, Order::mult, 4, 4, 2, 2, 0},
    {JokerId::madness, Order::times, 5, 5, 4, 0.5, 0},
    {JokerId::square, Order::chips, 4, 3, 2, 5, 0},
    {JokerId::seance, Order::any, 1, 1, 1, 0, 0},
    {JokerId::riff_raff, Order::any, 7, 4, 1, 0, 2},
    {JokerId::vampire, Order::times, 4, 6, 6, 0.15, 0},
    {JokerId::shortcut, Order::any, 3, 4, 3, 0, 0},
    {JokerId::hologram, Order::times, 6, 8, 7, 0.3, 0},
    {JokerId::vagabond, Order::any, 4, 4, 2, 0, 2},
    {JokerId::baron, Order::cards, 4, 6, 8, 0, 0},
    {JokerId::cloud_9, Order::any, 7, 5, 1, 0, 4},
    {JokerId::rocket, Order::any, 7, 5, 1, 0, 5},
    {JokerId::obelisk, Order::times, 2, 3, 3, 0.2, 0},
    {JokerId::midas_mask, Order::any, 3, 4, 2, 0, 4},
    {JokerId::luchador, Order::any, 3, 4, 5, 0, 0},
    {JokerId::photograph, Order::cards, 6, 7, 6, 0, 0},
    {JokerId::gift, Order::any, 5, 4, 1, 0, 4},
    {JokerId::turtle_bean, Order::any, 5, 3, 2, 0, 0},
    {JokerId::erosion, Order::mult, 1, 3, 3, 0, 0},
    {JokerId::reserved_parking, Order::any, 4, 3, 1, 0, 3},
    {JokerId::mail, Order::any, 7, 5, 2, 0, 4},
    {JokerId::to_the_moon, Order::any, 5, 5, 1, 0, 4},
    {JokerId::hallucination, Order::any, 4, 3, 2, 0, 1},
    {JokerId::fortune_teller, Order::mult, 3, 4, 3, 1, 0},
    {JokerId::juggler, Order::any, 4, 4, 3, 0, 0},
    {JokerId::drunkard, Order::any, 4, 4, 3, 0, 0},
    {JokerId::stone, Order::chips, 1, 2, 2, 0, 0},
    {JokerId::golden, Order::any, 8, 5, 1, 0, 4},
    {JokerId::lucky_cat, Order::times, 2, 4, 4, 0.1, 0},
    {JokerId::baseball, Order::times, 4, 7, 8, 0, 0},
    {JokerId::bull, Order::chips, 5, 5, 4, 0, 0},
    {JokerId::diet_cola, Order::any, 3, 3, 1, 0, 0},
    {JokerId::trading, Order::any, 7, 6, 2, 0, 3},
    {JokerId::flash, Order::mult, 4, 5, 4, 3, 0},
    {JokerId::popcorn, Order::mult, 8, 3, 0, -4, 0},
    {JokerId::trousers, Order::mult, 6, 6, 4, 4, 0},
    {JokerId::ancient, Order::cards, 5, 6, 5, 0, 0},
    {JokerId::ramen, Order::times, 7, 6, 3, -0.08, 0},
    {JokerId::walkie_talkie, Order::cards, 5, 4, 2, 0, 0},
    {JokerId::selzer, Order::cards, 4, 4, 4, 0, 0},
    {JokerId::castle, Order::chips, 4, 3, 2, 9, 0},
    {JokerId::smiley, Order::cards, 6, 5, 3, 0, 0},
    {JokerId::campfire, Order::times, 4, 5, 5, 0, 0},
    {JokerId::ticket, Order::any, 2, 2, 1, 0, 2},
    {JokerId::mr_bones, Order::any, 3, 5, 8, 0, 0},
    {JokerId::acrobat, Order::times, 5, 7, 6, 0, 0},
    {JokerId::sock_and_buskin, Order::cards, 4, 6, 6, 0, 0},
    {JokerId::swashbuckler, Order::mult, 5, 5, 3, 0, 0},
    {JokerId::troubadour, Order::any, 4, 5, 5, 0, 0},
    {JokerId::certificate, Order::any, 4, 4, 2, 0, 1},
    {JokerId::smeared, Order::any, 4, 4, 3, 0, 0},
    {JokerId::throwback, Order::times, 3, 4, 3, 0, 0},
    {JokerId::hanging_chad, Order::cards, 7, 7, 6, 0, 0},
    {JokerId::rough_gem, Order::cards, 6, 4, 1, 0, 5},
    {JokerId::bloodstone, Order::cards, 5, 7, 7, 0, 0},
    {JokerId::arrowhead, Order::cards, 6, 6, 4, 0, 0},
    {JokerId::onyx_agate, Order::cards, 6, 6, 4, 0, 0},
    {JokerId::glass, Order::times, 2, 3, 4, 0.1, 0},
    {JokerId::ring_master, Order::any, 1, 2, 2, 0, 0},
    {JokerId::flower_pot, Order::times, 4, 5, 5, 0, 0},
    {JokerId::blueprint, Order::place, 6, 9, 10, 0, 0},
    {JokerId::wee, Order::chips, 4, 5, 3, 12, 0},
    {JokerId::merry_andy, Order::any, 4, 4, 4, 0, 0},
    {JokerId::oops, Order::any, 2, 3, 3, 0, 0},
    {JokerId::idol, Order::cards, 3, 4, 6, 0, 0},
    {JokerId::seeing_double, Order::times, 6, 7, 7, 0, 0},
    {JokerId::matador, Order::any, 3, 3, 1, 0, 2},
    {JokerId::hit_the_road, Order::times, 3, 4, 4, 0, 0},
    {JokerId::duo, Order::times, 8, 9, 9, 0, 0},
    {JokerId::trio, Order::times, 6, 8, 8, 0, 0},
    {JokerId::family, Order::times, 4, 5, 6, 0, 0},
    {JokerId::order, Order::times, 5, 6, 6, 0, 0},
    {JokerId::tribe, Order::times, 6, 7, 7, 0, 0},
    {JokerId::stuntman, Order::chips, 7, 6, 4, 0, 0},
    {JokerId::invisible, Order::any, 3, 6, 4, 0, 0},
    {JokerId::brainstorm, Order::place, 5, 8, 9, 0, 0},
    {JokerId::satellite, Order::any, 4, 4, 1, 0, 4},
    {JokerId::shoot_the_moon, Order::cards, 6, 5, 3, 0, 0},
    {JokerId::drivers_license, Order::times, 1, 3, 4, 0, 0},
    {JokerId::cartomancer, Order::any, 6, 6, 3, 0, 3},
    {JokerId::astronomer, Order::any, 6, 6, 3, 0, 3},
    {JokerId::burnt, Order::any, 5, 7, 5, 0, 0},
    {JokerId::bootstraps, Order::mult, 5, 5, 4, 0, 0},
    {JokerId::caino, Order::times, 6, 8, 8, 0.5, 0},
    {JokerId::triboulet, Order::cards, 10, 10, 10, 0, 0},
    {JokerId::yorick, Order::times, 7, 9, 8, 0.5, 0},
    {JokerId::chicot, Order::any, 6, 8, 9, 0, 0},
    {JokerId::perkeo, Order::any, 7, 8, 8, 0, 0},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < std::size(kJokers); ++i)
    if (static_cast<std::size_t>(kJokers[i].id) != i) return false;
  return std::size(kJokers) == kJokerIds;
}
static_assert(in_order());

// Fair prices in dollars at ante 3, in the order of the ids; 0 where the position decides.
constexpr float kConsumables[] = {0, 4, 6, 5, 6, 4, 3, 6,  8, 0, 3, 4, 6, 8,  0,  4, 3, 5,
                                  5, 5, 8, 5, 6, 6, 6, 6,  6, 6, 6, 3, 4, 6,  5,  6, 5, 6,
                                  5, 5, 6, 9, 7, 6, 9, 16, 4, 8, 4, 6, 5, 10, 40, 15};
constexpr float kVouchers[] = {14, 12, 14, 20, 4,  6,  10, 10, 8, 6, 12, 14, 14, 12, 10, 9,
                               8,  5,  8,  5,  14, 12, 1,  25, 4, 5, 15, 15, 6,  8,  16, 16};
// What is left of a voucher's value in antes 6-8.
constexpr float kVouchersLate[] = {0.5, 0.43, 0.38, 0.44, 0.67, 0.67, 1,    1,   0.8, 1,    0.83,
                                   1.6, 0.75, 0.71, 0.83, 1,    0.6,  0.67, 0.8, 1,   0.14, 0.17,
                                   0,   0.89, 0.67, 0.67, 1.2,  1.2,  1.7,  1.7, 1,   1};
static_assert(std::size(kConsumables) == kConsumableIds && std::size(kVouchers) == kVoucherIds);
static_assert(std::size(kVouchersLate) == kVoucherIds);

}  // namespace

const JokerLore& lore(JokerId id) { return kJokers[static_cast<std::size_t>(id)]; }

double rough_value(JokerId id, int ante) {
  const JokerLore& l = lore(id);
  return ante <= 2 ? l.early : ante <= 5 ? l.mid : l.late;
}

double dollars(const Game& g, ConsumableId id) {
  switch (id) {
    case ConsumableId::hermit: return static_cast<double>(std::clamp<std::int64_t>(g.money, 0, 20));
    case ConsumableId::temperance: {
      std::int64_t sum = 0;
      for (const Joker& joker : g.jokers) sum += sell_value(g, joker);
      return static_cast<double>(std::min<std::int64_t>(sum, 50));
    }
    case ConsumableId::fool:
      return g.last_consumable == kNone || g.last_consumable == static_cast<std::uint8_t>(id)
                 ? 0
                 : dollars(g, static_cast<ConsumableId>(g.last_consumable));
    default: return kConsumables[static_cast<std::size_t>(id)];
  }
}

double dollars(const Game& g, VoucherId id) {
  const double late = kVouchersLate[static_cast<std::size_t>(id)];
  const double share = std::clamp((g.ante - 2) / 5.0, 0.0, 1.0);
  return kVouchers[static_cast<std::size_t>(id)] * (1 - share + share * late);
}

}  // namespace jimbot::strategist

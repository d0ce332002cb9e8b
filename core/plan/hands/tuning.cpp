// Knobs by name.
#include "tuning.h"

namespace jimbot {
namespace {

using T = Tuning;
constexpr Knob kKnobs[] = {
    {"plays_looked_at", &T::plays_looked_at, 1, 12},
    {"junk_plays", &T::junk_plays, 0, 24},
    {"second_half", &T::second_half, 1, 64},
    {"played_out", &T::played_out, 1, 16},
    {"close", &T::close, 0, 1},
    {"first_estimate", &T::first_estimate, 0, 1000},
    {"progress", &T::progress, 0, 0.1},
    {"hand_bonus", &T::hand_bonus, 0, 0.2},
    {"uncertain", &T::uncertain, 0, 1},
    {"likely", &T::likely, 0, 1},
    {"unlikely", &T::unlikely, 0, 1},
    {"short_of_need", &T::short_of_need, 0.1, 1},
    {"dollars_per_step", &T::dollars_per_step, 0, 10},
    {"dollars_of_glass", &T::dollars_of_glass, 0, 20},
    {"dollars_of_held", &T::dollars_of_held, 0, 20},
    {"dollars_of_card", &T::dollars_of_card, 0, 1},
    {"second_discard", &T::second_discard, 0, 1},
    {"one_pair_of_several", &T::one_pair_of_several, 0, 2},
    {"three_to_full_house", &T::three_to_full_house, 0, 1},
    {"three_to_four", &T::three_to_four, 0, 1},
    {"two_pair_to_full_house", &T::two_pair_to_full_house, 0, 1},
    {"pair_to_two_pair", &T::pair_to_two_pair, 0, 1},
    {"pair_to_three", &T::pair_to_three, 0, 1},
    {"pair_to_full_house", &T::pair_to_full_house, 0, 1},
    {"none_to_pair", &T::none_to_pair, 0, 1},
    {"none_to_two_pair", &T::none_to_two_pair, 0, 1},
    {"predicted", &T::predicted, 0.1, 3},
    {"foresight", &T::foresight, 0, 3},
    {"few_samples", &T::few_samples, 0, 100},
    {"gamble_draws", &T::gamble_draws, 1, 32},
    {"swaps", &T::swaps, 0, 32},
    {"drawn_by_then", &T::drawn_by_then, 0, 60},
    {"order_rounds", &T::order_rounds, 2, 64},
    {"value_glass_steel", &T::value_glass_steel, 0, 40},
    {"value_mult_lucky", &T::value_mult_lucky, 0, 40},
    {"value_bonus_gold", &T::value_bonus_gold, 0, 40},
    {"value_seal", &T::value_seal, 0, 40},
    {"value_edition", &T::value_edition, 0, 40},
    {"value_of_rank", &T::value_of_rank, 0, 20},
    {"death_gain", &T::death_gain, 0, 40},
    {"hermit_waits_below", &T::hermit_waits_below, 0, 40},
};

}  // namespace

std::span<const Knob> knobs() { return kKnobs; }

double value_of(const Tuning& tuning, const Knob& knob) {
  return std::visit([&](auto field) { return static_cast<double>(tuning.*field); }, knob.field);
}

void set(Tuning& tuning, const Knob& knob, double value) {
  std::visit(
      [&](auto field) {
        using Value = std::remove_reference_t<decltype(tuning.*field)>;
        tuning.*field = static_cast<Value>(value);
      },
      knob.field);
}

}  // namespace jimbot

// The 32 booster packs, in the order of the weighted draw.
#include "content.h"
#include "table.h"

namespace jimbot {
namespace {

using enum BoosterId;
using enum BoosterKind;

// id, key, name, kind, size, cost, cards, picks, weight, deals a hand
constexpr BoosterRow kBoosterRows[] = {
    {arcana_normal_1, "p_arcana_normal_1", "Arcana Pack", arcana, "normal", 4, 3, 1, 1, true},
    {arcana_normal_2, "p_arcana_normal_2", "Arcana Pack", arcana, "normal", 4, 3, 1, 1, true},
    {arcana_normal_3, "p_arcana_normal_3", "Arcana Pack", arcana, "normal", 4, 3, 1, 1, true},
    {arcana_normal_4, "p_arcana_normal_4", "Arcana Pack", arcana, "normal", 4, 3, 1, 1, true},
    {arcana_jumbo_1, "p_arcana_jumbo_1", "Jumbo Arcana Pack", arcana, "jumbo", 6, 5, 1, 1, true},
    {arcana_jumbo_2, "p_arcana_jumbo_2", "Jumbo Arcana Pack", arcana, "jumbo", 6, 5, 1, 1, true},
    {arcana_mega_1, "p_arcana_mega_1", "Mega Arcana Pack", arcana, "mega", 8, 5, 2, 0.25, true},
    {arcana_mega_2, "p_arcana_mega_2", "Mega Arcana Pack", arcana, "mega", 8, 5, 2, 0.25, true},
    {celestial_normal_1, "p_celestial_normal_1", "Celestial Pack", celestial, "normal", 4, 3, 1, 1, false},
    {celestial_normal_2, "p_celestial_normal_2", "Celestial Pack", celestial, "normal", 4, 3, 1, 1, false},
    {celestial_normal_3, "p_celestial_normal_3", "Celestial Pack", celestial, "normal", 4, 3, 1, 1, false},
    {celestial_normal_4, "p_celestial_normal_4", "Celestial Pack", celestial, "normal", 4, 3, 1, 1, false},
    {celestial_jumbo_1, "p_celestial_jumbo_1", "Jumbo Celestial Pack", celestial, "jumbo", 6, 5, 1, 1, false},
    {celestial_jumbo_2, "p_celestial_jumbo_2", "Jumbo Celestial Pack", celestial, "jumbo", 6, 5, 1, 1, false},
    {celestial_mega_1, "p_celestial_mega_1", "Mega Celestial Pack", celestial, "mega", 8, 5, 2, 0.25, false},
    {celestial_mega_2, "p_celestial_mega_2", "Mega Celestial Pack", celestial, "mega", 8, 5, 2, 0.25, false},
    {standard_normal_1, "p_standard_normal_1", "Standard Pack", standard, "normal", 4, 3, 1, 1, false},
    {standard_normal_2, "p_standard_normal_2", "Standard Pack", standard, "normal", 4, 3, 1, 1, false},
    {standard_normal_3, "p_standard_normal_3", "Standard Pack", standard, "normal", 4, 3, 1, 1, false},
    {standard_normal_4, "p_standard_normal_4", "Standard Pack", standard, "normal", 4, 3, 1, 1, false},
    {standard_jumbo_1, "p_standard_jumbo_1", "Jumbo Standard Pack", standard, "jumbo", 6, 5, 1, 1, false},
    {standard_jumbo_2, "p_standard_jumbo_2", "Jumbo Standard Pack", standard, "jumbo", 6, 5, 1, 1, false},
    {standard_mega_1, "p_standard_mega_1", "Mega Standard Pack", standard, "mega", 8, 5, 2, 0.25, false},
    {standard_mega_2, "p_standard_mega_2", "Mega Standard Pack", standard, "mega", 8, 5, 2, 0.25, false},
    {buffoon_normal_1, "p_buffoon_normal_1", "Buffoon Pack", buffoon, "normal", 4, 2, 1, 0.6, false},
    {buffoon_normal_2, "p_buffoon_normal_2", "Buffoon Pack", buffoon, "normal", 4, 2, 1, 0.6, false},
    {buffoon_jumbo_1, "p_buffoon_jumbo_1", "Jumbo Buffoon Pack", buffoon, "jumbo", 6, 4, 1, 0.6, false},
    {buffoon_mega_1, "p_buffoon_mega_1", "Mega Buffoon Pack", buffoon, "mega", 8, 4, 2, 0.15, false},
    {spectral_normal_1, "p_spectral_normal_1", "Spectral Pack", spectral, "normal", 4, 2, 1, 0.3, true},
    {spectral_normal_2, "p_spectral_normal_2", "Spectral Pack", spectral, "normal", 4, 2, 1, 0.3, true},
    {spectral_jumbo_1, "p_spectral_jumbo_1", "Jumbo Spectral Pack", spectral, "jumbo", 6, 4, 1, 0.3, true},
    {spectral_mega_1, "p_spectral_mega_1", "Mega Spectral Pack", spectral, "mega", 8, 4, 2, 0.07, true},
};
static_assert(ids_in_order(kBoosterRows, kBoosterIds));

constexpr WeightSums add_weights(BitsOf<BoosterId> banned) {
  WeightSums sums{};
  double total = 0;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (!(banned & bit(kBoosterRows[i].id))) total += kBoosterRows[i].weight;
    sums[i] = total;
  }
  return sums;
}
constexpr WeightSums kAllWeights = add_weights(0);

}  // namespace

const BoosterRow& row(BoosterId id) { return row_of(kBoosterRows, id); }

WeightSums booster_weight_sums(BitsOf<BoosterId> banned) { return banned ? add_weights(banned) : kAllWeights; }

}  // namespace jimbot

// Names of a joker's hooks, by the bits of hook_bits.
#pragma once

inline constexpr const char* kHookNames[] = {"blind_selected",  "first_hand_drawn",
                                             "discard_started", "discarded",
                                             "before",          "retrigger",
                                             "scored",          "held",
                                             "retrigger_held",  "main",
                                             "other_joker",     "destroys",
                                             "after",           "card_destroyed",
                                             "cards_added",     "round_end",
                                             "payout",          "rerolled",
                                             "pack_opened",     "pack_skipped",
                                             "consumable_used", "sold",
                                             "other_sold",      "shop_left"};

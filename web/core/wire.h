// What crosses the border: numbers as arguments, texts in one buffer each way. Every function that is exported returns
// a number; below 0 it is refused, and the text that is answered says why.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "state.h"

#define JIMBOT_EXPORT(name) extern "C" [[clang::export_name(#name)]]

namespace jimbot::web {

inline constexpr int kRefused = -1;

std::string_view given();  // the text of the caller
int answer(std::string text);  // 0
int refuse(std::string why);  // kRefused

Game* game_of(int handle);  // none: refused already
int keep(const Game& g);  // its handle

// A line of given(), taken from its front.
std::string_view next_line(std::string_view& text);

}  // namespace jimbot::web

// Buffers and handles.
#include "wire.h"

#include <memory>
#include <vector>

// The one thread never ends: what is to be destroyed with it stays.
extern "C" int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }

namespace jimbot::web {
namespace {

std::string text_in, text_out;
std::vector<std::unique_ptr<Game>> games;
std::vector<int> unused;

}  // namespace

std::string_view given() { return text_in; }

int answer(std::string text) {
  text_out = std::move(text);
  return 0;
}

int refuse(std::string why) {
  text_out = std::move(why);
  return kRefused;
}

Game* game_of(int handle) {
  const auto at = static_cast<std::size_t>(handle);
  if (handle >= 0 && at < games.size() && games[at]) return games[at].get();
  refuse("there is no game " + std::to_string(handle));
  return nullptr;
}

int keep(const Game& g) {
  if (unused.empty()) {
    games.push_back(nullptr);
    unused.push_back(static_cast<int>(games.size()) - 1);
  }
  const int handle = unused.back();
  unused.pop_back();
  games[static_cast<std::size_t>(handle)] = std::make_unique<Game>(g);
  return handle;
}

std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

JIMBOT_EXPORT(room) char* room(std::uint32_t size) {
  text_in.resize(size);
  return text_in.data();
}
JIMBOT_EXPORT(answered) const char* answered() { return text_out.data(); }
JIMBOT_EXPORT(answered_size) std::uint32_t answered_size() {
  return static_cast<std::uint32_t>(text_out.size());
}

JIMBOT_EXPORT(copy) int copy(int handle) {
  const Game* g = game_of(handle);
  return g ? keep(*g) : kRefused;
}

JIMBOT_EXPORT(drop) int drop(int handle) {
  if (!game_of(handle)) return kRefused;
  games[static_cast<std::size_t>(handle)].reset();
  unused.push_back(handle);
  return 0;
}

}  // namespace jimbot::web

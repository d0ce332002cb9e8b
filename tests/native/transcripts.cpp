// Golden transcripts.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <vector>

#include "elsewhere.h"
#include "legal.h"
#include "step.h"
#include "text.h"

namespace jimbot::fuzz {
namespace {

constexpr std::string_view kOptions = "jimbot-run ", kPosition = "#   position ";

// The first line of a transcript as a notation of the position that its run begins with.
std::string beginning(std::string line) {
  std::replace(line.begin(), line.end(), '\t', ' ');
  for (std::size_t at; (at = line.find("=True")) != std::string::npos;) line.replace(at, 5, "=1");
  return "jimbot1 " + line.substr(kOptions.size());
}

// What is wrong with a transcript; "" if nothing is.
std::string fault_of(const std::filesystem::path& path, int& decisions) {
  std::ifstream file(path);
  std::string line;
  const auto g = std::make_unique<Game>();
  if (!std::getline(file, line) || !line.starts_with(kOptions)) return "no transcript";
  if (std::string error = read_notation(beginning(line), *g); !error.empty()) return error;
  bool ended = false;
  while (std::getline(file, line)) {
    if (line.starts_with(kPosition)) ended = write_notation(*g) == line.substr(kPosition.size());
    if (line.empty() || line[0] == '#') continue;
    Action a{};
    if (std::string error = read_action(line, a); !error.empty()) return error;
    if (!is_legal(*g, a)) return line + " is not legal";
    apply(*g, a);
    ++decisions;
  }
  return ended ? "" : "it ends in another position";
}

}  // namespace

bool replay_transcripts(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (entry.path().extension() == ".txt") files.push_back(entry.path());
  int decisions = 0, faults = 0;
  for (const auto& path : files)
    if (const std::string fault = fault_of(path, decisions); !fault.empty()) {
      std::fprintf(stderr, "FAILED: %s: %s\n", path.filename().string().c_str(), fault.c_str());
      ++faults;
    }
  std::printf("%d of %d transcripts as kept, %d decisions\n", static_cast<int>(files.size()) - faults,
              static_cast<int>(files.size()), decisions);
  return faults == 0 && !files.empty();
}

}  // namespace jimbot::fuzz

// What a build must do as any other does: for systems on which the Python tests do not run.
#pragma once
#include <cstdint>
#include <string>

namespace jimbot::fuzz {

// Plays every golden transcript of a folder: each decision is legal, and the last position is the one kept.
bool replay_transcripts(const std::string& folder);

// Whole games of the agents with the weights of a file (tools/portable.py writes it). Prints two sums of hashes:
// of their decisions, and of every number that they compared.
bool play_agents(const std::string& weights, const std::string& agent, std::uint64_t games);

}  // namespace jimbot::fuzz

// How often this process was forked since the first call: threads do not survive a fork.
#pragma once

namespace jimbot {

unsigned forks();

}  // namespace jimbot

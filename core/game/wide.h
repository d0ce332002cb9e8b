// 128-bit arithmetic. Other compilers than gcc and clang need another type here.
#pragma once

namespace jimbot {

__extension__ using Wide = unsigned __int128;

}  // namespace jimbot

// The voucher table.
#include "content/vouchers.h"

#include "table.h"

namespace jimbot {

static_assert(ids_in_order(kVoucherRows, kVoucherIds));

const VoucherRow& row(VoucherId id) { return kVoucherRows[static_cast<std::size_t>(id)]; }

}  // namespace jimbot

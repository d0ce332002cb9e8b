// The voucher table.
#include "content/vouchers.h"

#include "table.h"

namespace jimbot {

static_assert(ids_in_order(kVoucherRows, kVoucherIds));

const VoucherRow& row(VoucherId id) { return row_of(kVoucherRows, id); }

}  // namespace jimbot

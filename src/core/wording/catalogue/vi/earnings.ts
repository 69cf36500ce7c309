// Commission terms, states and tables in Vietnamese.
import type { Earnings } from "../english.ts";

const have =
  "Bạn có {metric, select, sales {{count, plural, other {# đơn hàng}}} customers {{count, plural, other {# khách hàng mới}}} other {{amount} doanh số}} {period, select, month {trong tháng này} other {tổng cộng}}";

export const earnings: Earnings = {
  listSeparator: ", ",
  earnsFirstPayment: "{earned} {kind, select, share {của} other {cho}} lần thanh toán đầu tiên",
  earnsEach: "{earned} {kind, select, share {của} other {cho}} mỗi đơn hàng",
  earnsEachMonths:
    "{earned} {kind, select, share {của} other {cho}} mỗi đơn hàng trong {months, plural, other {# tháng}}",
  earnsPayments:
    "{earned} {kind, select, share {của} other {cho mỗi lần trong}} {payments, plural, other {# lần thanh toán đầu tiên}}",
  earnsPaymentsMonths:
    "{earned} {kind, select, share {của} other {cho mỗi lần trong}} {payments, plural, other {# lần thanh toán đầu tiên}}, tối đa {months, plural, other {# tháng}}",
  earnsOnFirstSale: "{earned} {kind, select, share {của} other {cho}} đơn hàng đầu tiên của một khách hàng",
  tierFromSales: "{rate} từ {count, plural, other {# đơn hàng}} {period, select, month {mỗi tháng} other {tổng cộng}}",
  tierFromCustomers:
    "{rate} từ {count, plural, other {# khách hàng mới}} {period, select, month {mỗi tháng} other {tổng cộng}}",
  tierFromAmount: "{rate} từ doanh số {amount} {period, select, month {mỗi tháng} other {tổng cộng}}",
  tierFrom: "{rate} từ {figure}",
  tierPaysMonth: "cho mọi đơn hàng của tháng đó",
  tierAtClose: "Khi chốt tháng, bậc của bạn áp dụng cho mọi đơn hàng trong tháng.",
  capPerCustomer: "tối đa {amount} mỗi khách hàng",
  capPerPartner: "tối đa {amount} mỗi đối tác mỗi tháng",
  capOfProgram: "tối đa {amount} mỗi tháng cho tất cả đối tác",
  youEarn: "Bạn nhận {terms}.",
  tierNow: `${have}.`,
  tierNowEarning: `${have}, nên hiện bạn nhận {rate}.`,
  tierHighest: `${have}, nên hiện bạn nhận {rate}: bậc cao nhất.`,
  tierMissing:
    "Thêm {metric, select, sales {{count, plural, other {# đơn hàng}}} customers {{count, plural, other {# khách hàng mới}}} other {{amount} doanh số}} {period, select, month {trong tháng này} other {tổng cộng}} nữa, bạn sẽ nhận {rate}.",

  sale: "Đơn hàng",
  earnedBy:
    "{kind, select, lead {Khách hàng tiềm năng} bonus {Tiền thưởng} referral {Đối tác được giới thiệu} other {Đơn hàng}}",
  amount: "Số tiền",
  commission: "Hoa hồng",
  state: "Trạng thái",
  noSales: "Chưa có đơn hàng. Hãy chia sẻ liên kết của bạn: đơn hàng sẽ hiện ở đây sau vài giây.",
  payout: "Khoản chi trả",
  made: "Ngày lập",
  onItsWay: "Đang chuyển",
  paid: "Đã trả",
  cameBack: "Bị hoàn lại",
  notClaimed: "Chưa được nhận",
  notPaid: "Chưa chi trả",
  noPayout: "Chưa có khoản chi trả. Phần đã duyệt sẽ được trả trong lần tới.",
  moneyCameBack:
    "Tiền đã bị hoàn lại: vui lòng kiểm tra thông tin nhận tiền của bạn. Chúng tôi vẫn ghi nhận số tiền phải trả bạn.",
  beingPaidNow: "Đang chi trả.",
  beingPaidBy: "Đang chi trả qua {how}.",
  paidOn: "Đã trả ngày {day}.",
  paidOnBy: "Đã trả ngày {day} qua {how}.",
  reported: "Thời điểm báo",
  step: "Bước",
  lead: "Khách hàng tiềm năng",
  confirmed: "Đã xác nhận",
  notConfirmed: "Chưa xác nhận",
  noLead: "Chưa có khách hàng tiềm năng.",
  clicked: "Thời điểm nhấp",
  noClick: "Chưa có lượt nhấp.",
  newest: "Mới nhất",
  older: "Cũ hơn",
  theLatest: "{count, plural, other {# mục mới nhất.}}",

  notEarned: "Không được hưởng",
  customerRefunded: "Khách hàng đã được hoàn tiền.",
  customerPartlyRefunded: "Khách hàng đã được hoàn một phần tiền, đây là phần còn lại.",
  disputeLost: "Khách hàng đã khiếu nại khoản thanh toán và ngân hàng đã hoàn tiền.",
  programEnded: "Chương trình đã chấm dứt quan hệ đối tác trước khi chi trả.",
  programReversed: "Chương trình đã xem xét giao dịch này và không trả gì cho nó.",
  belowBonus: "Do hoàn tiền, số đơn hàng được tính không còn đủ cho khoản thưởng.",
  onHoldUntil: "Tạm giữ đến {day}",
  programWaits:
    "{days, plural, =0 {Đơn hàng được xem lại một lần nữa, vì khách hàng vẫn có thể yêu cầu hoàn tiền.} other {Chương trình chờ # ngày sau mỗi đơn hàng, vì khách hàng vẫn có thể yêu cầu hoàn tiền.}}",
  onHoldNow: "Tạm giữ",
  heldByProgram: "Chương trình đã tạm giữ khoản này và đang xem xét đơn hàng.",
  heldNote: "Chương trình cho biết: “{note}”",
  heldUntilReleased: "Khoản này sẽ được xử lý tiếp khi chương trình bỏ tạm giữ.",
  heldBackNow: "Giữ lại",
  heldByChain: "Không tìm thấy khoản thanh toán trên blockchain đúng như đã báo. Chương trình đang xem xét.",
  heldByDispute:
    "Khách hàng đang khiếu nại khoản thanh toán với ngân hàng. Kết quả sẽ có khi khiếu nại được giải quyết.",
  approved: "Đã duyệt",
  approvedNext: "Khoản này là của bạn và sẽ được trả trong lần chi trả tới.",
  beingPaid: "Đang chi trả",
  partOfPayout: "Khoản này thuộc khoản chi trả {payout}, đang được chuyển.",
  paidPlain: "Đã trả.",
  paidWith: "Đã trả trong khoản chi trả {payout}.",
  paidOnWith: "Đã trả ngày {day} trong khoản chi trả {payout}.",
  takenOff: "Sau đó một phần đơn hàng đã được hoàn: {amount} sẽ được trừ vào khoản chi trả tới của bạn.",
  moreOwed: "Bạn được nhận thêm {amount} trong khoản chi trả tới.",
};

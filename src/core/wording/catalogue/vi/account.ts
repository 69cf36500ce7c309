// The forms and mails of partners in Vietnamese.
import type { Account } from "../english.ts";

export const account: Account = {
  language: "Ngôn ngữ",
  trackedWith: "Theo dõi bằng {product}",
  partnerPages: "Trang đối tác",
  overview: "Tổng quan",
  signOut: "Đăng xuất",
  save: "Lưu",
  saved: "Đã lưu.",
  backToYourPage: "Quay lại trang của bạn",
  yourPrograms: "Các chương trình của bạn",
  signInAsPartner: "Đăng nhập dành cho đối tác",
  signIn: "Đăng nhập",
  noPassword: "Bạn không cần mật khẩu: liên kết đăng nhập sẽ được gửi tới email của bạn.",
  email: "Email",
  mailMeALink: "Gửi liên kết cho tôi",
  brandSignIn: "Bạn là thương hiệu? Đăng nhập tại đây",
  signedOut: "Bạn đã đăng xuất.",
  signInFirst: "Vui lòng đăng nhập trước.",
  linkGone:
    "Liên kết này đã được dùng hoặc đã hết hạn: mỗi liên kết chỉ dùng được một lần trong thời gian ngắn. Hãy yêu cầu liên kết mới bên dưới.",
  signInLinkSent: "Nếu {email} là của một đối tác, liên kết đăng nhập đang được gửi đi.",
  confirmLinkSent: "Liên kết xác nhận {email} đang được gửi đi.",
  checkMail: "Hãy kiểm tra email",
  checkMailText:
    "Liên kết dùng được một lần, trong vòng {minutes, plural, other {# phút}}. Không nhận được? Hãy xem thư mục thư rác, hoặc hỏi thương hiệu xem họ đang lưu email nào của bạn.",
  useAnotherEmail: "Dùng email khác",
  oneMoreStep:
    "Còn một bước nữa: bước này cho thấy một người đã mở liên kết, chứ không phải một chương trình quét thư.",
  notAnEmail: "Đây không phải là địa chỉ email. Địa chỉ email có dạng {example}.",
  tooMany: "Quá nhiều lần thử. Vui lòng thử lại sau {seconds, plural, other {# giây}}.",
  cannotBeRead: "Không đọc được nội dung bạn gửi. Vui lòng thử lại.",

  joinClosed: "Đã ngừng nhận đăng ký",
  joinClosedText: "Chương trình này không nhận đối tác mới qua trang này. Hãy hỏi thương hiệu xem họ có mời bạn không.",
  partnerAlready: "Bạn đã là đối tác? Đăng nhập",
  becomePartnerOf: "Trở thành đối tác của {program}",
  openToAll: "Xác nhận email của bạn, và liên kết của bạn đã sẵn sàng.",
  openByApproval: "{program} xem xét từng yêu cầu. Trước tiên hãy xác nhận email của bạn.",
  name: "Tên",
  yourCode: "Mã của bạn",
  codeHint: "Mã là một phần trong liên kết của bạn, như {code} trong {link}. Mã không thể thay đổi.",
  becomePartner: "Trở thành đối tác",
  askToBecomePartner: "Đăng ký làm đối tác",
  yoursAfter: "Hoa hồng thuộc về bạn {days, plural, other {# ngày}} sau đơn hàng.",
  nameFault: "Tên cần có từ 1 đến 100 ký tự, không chứa địa chỉ web hoặc ký tự làm đổi hướng viết.",
  codeFault: "Mã cần có từ 1 đến 64 ký tự: chữ cái, chữ số và, trừ ký tự đầu tiên, {characters}",

  nothingHere: "Không có gì ở đây",
  noPartnerHere: "Với email bạn dùng để đăng nhập, bạn không phải là đối tác của chương trình này.",
  noPrograms:
    "Với email này, bạn chưa là đối tác của chương trình nào. Hãy nhờ thương hiệu thêm email, hoặc đăng ký trên trang dành cho đối tác của thương hiệu.",
  declined: "Bị từ chối",
  waiting: "Đang chờ duyệt",
  brandLooks:
    "Một thương hiệu đang xem xét yêu cầu của bạn. Hãy đăng nhập lại sau một hoặc hai ngày: trang của thương hiệu sẽ có ở đây.",

  taxDetails: "Thông tin thuế",
  payoutDetails: "Thông tin nhận tiền",
  payoutDetailsText: "Nơi {program} gửi tiền cho bạn. Được mã hóa khi lưu, chỉ chủ thương hiệu và bạn xem được.",
  payoutEmail: "Email tài khoản PayPal hoặc Wise của bạn",
  payoutNameHint: "Đúng như tên tại ngân hàng của bạn.",
  accountHolder: "Chủ tài khoản",
  holderPerson: "Tôi, cá nhân",
  holderInstitution: "Một công ty",
  payoutsGoThere: "Đã lưu. Các khoản chi trả tới của bạn sẽ được gửi đến đó.",
  payoutEmailFault: "Hãy nhập một địa chỉ email bắt đầu bằng chữ cái hoặc chữ số.",
  payoutNameFault: "Tên cần có từ 1 đến 140 ký tự, ký tự đầu là chữ cái hoặc chữ số và không có ký tự điều khiển.",
  accountHolderFault: "Hãy chọn chủ tài khoản là cá nhân hay công ty.",

  postback: "Postback",
  postbackText:
    "URL của mạng lưới hoặc hệ thống theo dõi của bạn, được gọi khi bạn có hoa hồng. Để trống nếu muốn dừng.",
  postbackHolds: "URL có thể chứa {names}.",
  address: "Địa chỉ",
  suchAs: "Ví dụ: {example}",
  howCalled: "Cách gọi",
  byGet: "GET, với địa chỉ được điền sẵn",
  byPost: "POST, với JSON",
  messages: "Thông báo",
  newCommissions: "Hoa hồng mới",
  newAndLater: "Hoa hồng mới và các thay đổi sau đó",
  postbackUnknown: "Địa chỉ chứa các biến không xác định: {names}.",
  postbackFault: "Không thể gọi địa chỉ này: cần một địa chỉ đầy đủ trên internet công cộng, bắt đầu bằng https://.",
  postbackFull: "Không thể lưu địa chỉ: chương trình đã đặt đủ số postback tối đa cho bạn.",

  mailSignIn: "Đăng nhập trang đối tác của bạn",
  mailSignInText:
    "Ai đó, có lẽ là bạn, muốn đăng nhập với tư cách đối tác bằng địa chỉ email này. Hãy mở liên kết này trong vòng {minutes, plural, other {# phút}}; liên kết chỉ dùng được một lần:",
  mailConfirm: "Xác nhận địa chỉ email của bạn",
  mailConfirmText:
    "Ai đó, có lẽ là bạn, muốn trở thành đối tác bằng địa chỉ email này. Hãy xác nhận trong vòng {minutes, plural, other {# phút}}:",
  mailIgnore: "Nếu không phải bạn, hãy bỏ qua thư này: sẽ không có gì xảy ra.",
  mailApproved: "Bạn đã trở thành đối tác",
  mailApprovedText:
    "{program} đã nhận bạn làm đối tác. Hãy đăng nhập bằng địa chỉ email này để xem liên kết của bạn, và sau này là hoa hồng cùng các khoản chi trả:",
  mailDeclined: "Đăng ký làm đối tác của bạn",
  mailDeclinedText:
    "{program} chưa nhận bạn làm đối tác. Bạn có thể hỏi lý do từ thương hiệu; chúng tôi chỉ chuyển lại quyết định của họ.",
  mailWhy: "Bạn nhận được thư này vì đã đăng ký làm đối tác.",
};

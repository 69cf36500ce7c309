// The forms and mails of partners in Japanese.
import type { Account } from "../english.ts";

export const account: Account = {
  language: "言語",
  trackedWith: "{product}で計測",
  partnerPages: "パートナーページ",
  overview: "概要",
  signOut: "ログアウト",
  save: "保存",
  saved: "保存しました。",
  backToYourPage: "あなたのページに戻る",
  yourPrograms: "参加中のプログラム",
  signInAsPartner: "パートナーとしてログイン",
  signIn: "ログイン",
  noPassword: "パスワードは不要です。ログイン用のリンクをメールでお送りします。",
  email: "メールアドレス",
  mailMeALink: "リンクを送信",
  brandSignIn: "ブランドの方はこちらからログイン",
  signedOut: "ログアウトしました。",
  signInFirst: "先にログインしてください。",
  linkGone:
    "このリンクは使用済みか、期限が切れています。リンクは短時間に一度だけ使えます。下から新しいリンクを請求してください。",
  signInLinkSent: "{email}がパートナーのものであれば、ログイン用のリンクをお送りしました。",
  confirmLinkSent: "{email}を確認するためのリンクをお送りしました。",
  checkMail: "メールをご確認ください",
  checkMailText:
    "リンクは{minutes, plural, other {#分}}以内に一度だけ使えます。届かない場合は、迷惑メールのフォルダーを確認するか、登録されているメールアドレスをブランドにお問い合わせください。",
  useAnotherEmail: "別のメールアドレスを使う",
  oneMoreStep: "あと一歩です。メールを検査するプログラムではなく、ご本人がリンクを開いたことを確認します。",
  notAnEmail: "メールアドレスではありません。{example}のように入力してください。",
  tooMany: "試行回数が多すぎます。{seconds, plural, other {#秒}}後にもう一度お試しください。",
  cannotBeRead: "送信された内容を読み取れませんでした。もう一度お試しください。",

  joinClosed: "登録は締め切られています",
  joinClosedText:
    "このプログラムは、このページから新しいパートナーを受け付けていません。招待についてはブランドにお問い合わせください。",
  partnerAlready: "すでにパートナーの方はログイン",
  becomePartnerOf: "{program}のパートナーになる",
  openToAll: "メールアドレスを確認すると、リンクをすぐにお使いいただけます。",
  openByApproval: "{program}が申し込みを一件ずつ審査します。まずメールアドレスを確認してください。",
  name: "お名前",
  yourCode: "コード",
  codeHint: "{link}の{code}のように、リンクの一部になります。後から変更できません。",
  becomePartner: "パートナーになる",
  askToBecomePartner: "パートナーに申し込む",
  yoursAfter: "報酬は売上から{days, plural, other {#日}}後に確定します。",
  nameFault: "お名前は1～100文字で入力してください。ウェブアドレスや、文字の方向を変える文字は使えません。",
  codeFault: "コードは1～64文字の英字と数字で入力してください。2文字目からは次の記号も使えます：{characters}",

  nothingHere: "ここには何もありません",
  noPartnerHere: "ログインに使ったメールアドレスは、このプログラムのパートナーとして登録されていません。",
  noPrograms:
    "このメールアドレスでパートナーになっているプログラムはありません。ブランドに追加を依頼するか、ブランドのパートナー向けページから登録してください。",
  declined: "不承認",
  waiting: "承認待ち",
  brandLooks:
    "ブランドが申し込みを確認しています。1～2日後にもう一度ログインしてください。ブランドのページがここに表示されます。",

  taxDetails: "税務情報",
  payoutDetails: "お受け取り先",
  payoutDetailsText: "{program}の送金先です。暗号化して保管し、ブランドの所有者とご本人にだけ表示します。",
  payoutEmail: "PayPalまたはWiseのアカウントのメールアドレス",
  payoutNameHint: "銀行に登録されているとおりに入力してください。",
  accountHolder: "口座名義人",
  holderPerson: "個人（本人）",
  holderInstitution: "法人",
  payoutsGoThere: "保存しました。次回のお支払いからこちらに送金されます。",
  payoutEmailFault: "文字または数字で始まるメールアドレスを入力してください。",
  payoutNameFault: "お名前は1～140文字で、最初を文字か数字にし、制御文字を含めずに入力してください。",
  accountHolderFault: "口座名義人が個人か法人かを選んでください。",

  postback: "ポストバック",
  postbackText:
    "報酬が発生したときに呼び出される、あなたのネットワークまたは計測ツールのURLです。空欄にすると呼び出しを停止します。",
  postbackHolds: "次の項目を含められます：{names}",
  address: "アドレス",
  suchAs: "例：{example}",
  howCalled: "呼び出し方法",
  byGet: "GET（アドレスに値を埋め込む）",
  byPost: "POST（JSON）",
  messages: "通知する内容",
  newCommissions: "新しい報酬",
  newAndLater: "新しい報酬とその後の変更",
  postbackUnknown: "アドレスに不明な項目が含まれています：{names}",
  postbackFault:
    "このアドレスは呼び出せません。https://で始まる、公開されたインターネット上の完全なアドレスを入力してください。",
  postbackFull: "アドレスを設定できません。プログラムが設定できるポストバックの数が上限に達しています。",

  mailSignIn: "パートナーページへのログイン",
  mailSignInText:
    "このメールアドレスでパートナーとしてログインするリクエストがありました。{minutes, plural, other {#分}}以内に次のリンクを開いてください。リンクは一度だけ使えます。",
  mailConfirm: "メールアドレスの確認",
  mailConfirmText:
    "このメールアドレスでパートナーになるための申し込みがありました。{minutes, plural, other {#分}}以内に次のリンクから確認してください。",
  mailIgnore: "お心当たりがない場合は、このメールを無視してください。何も行われません。",
  mailApproved: "パートナーとして承認されました",
  mailApprovedText:
    "{program}があなたをパートナーとして承認しました。このメールアドレスでログインすると、リンクや、今後の報酬とお支払いをご覧いただけます。",
  mailDeclined: "パートナー申し込みの結果",
  mailDeclinedText:
    "{program}はパートナーの申し込みを承認しませんでした。理由は直接お問い合わせください。当サービスは結果のみをお伝えしています。",
  mailWhy: "パートナーへの申し込みをいただいたため、このメールをお送りしています。",
};

// What people can be notified of in a program, and who is notified unless they chose otherwise.
import type { WorkspaceRole } from "./access/workspace-roles.ts";

export const noticeKinds = [
  "first_sale",
  "deliveries_failed",
  "deliveries_refused",
  "deliveries_stopped",
  "endpoint_paused",
  "export_failed",
  "parked_long",
  "key_rotation",
  "payouts_due",
  "payouts_to_approve",
  "payouts_scheduled",
  "payout_unclear",
  "discount_failed",
  "verification_failed",
  "daily_digest",
  "weekly_digest",
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** A person's role in a program. An operator need not belong to its workspace. */
export type Standing = { readonly role: WorkspaceRole | null; readonly isOperator: boolean };

type About = {
  readonly title: string;
  readonly about: string;
  readonly onFor: readonly (WorkspaceRole | "operator")[];
};

export const aboutNotices: Readonly<Record<NoticeKind, About>> = {
  first_sale: { title: "First sale", about: "The program's first live sale, once.", onFor: ["owner", "member"] },
  deliveries_failed: {
    title: "Failed deliveries",
    about: "Events that could not be read or booked: one notice for each cause and day, however many they are.",
    onFor: ["owner", "support"],
  },
  deliveries_refused: {
    title: "Refused deliveries",
    about: "A provider's deliveries carry no right signature: many in an hour for one connection, at most once a day.",
    onFor: ["owner", "support"],
  },
  deliveries_stopped: {
    title: "Deliveries stopped",
    about: "A live connection has received nothing for at least six hours and twice its usual longest pause: once.",
    onFor: ["owner", "support"],
  },
  endpoint_paused: {
    title: "Webhook endpoint paused",
    about: "Nothing arrived at an endpoint of yours for so long that nothing is sent there any more.",
    onFor: ["owner", "support"],
  },
  export_failed: {
    title: "Export not written",
    about: "A day's file could not be written, and not at the second try either: once for each export and day.",
    onFor: ["owner"],
  },
  parked_long: {
    title: "Waiting too long",
    about: "Events that have waited a week for something, such as a payment for its click: at most once a day.",
    onFor: ["owner", "support"],
  },
  key_rotation: {
    title: "Key to replace",
    about:
      "The program's key must be replaced: when that is demanded, a week and a day before, and when it is refused.",
    onFor: ["owner"],
  },
  payouts_due: {
    title: "Payouts due",
    about: "What is owed to partners and in no payout yet, in the first week of a month.",
    onFor: ["owner", "finance"],
  },
  payouts_to_approve: {
    title: "Payouts to approve",
    about: "Payouts wait for the approval of a second person: once a day while any do.",
    onFor: ["owner", "finance"],
  },
  payouts_scheduled: {
    title: "Scheduled payouts",
    about: "A schedule created payouts, or had none to create.",
    onFor: ["owner", "finance"],
  },
  payout_unclear: {
    title: "Payout not clear",
    about: "A payment provider does not say whether it paid a payout: once a day until that is known.",
    onFor: ["owner", "finance"],
  },
  discount_failed: {
    title: "Discount code not made",
    about:
      "A partner's discount code could not be made, or changed, at its payment provider: when that fails for an hour, and when it is not tried again.",
    onFor: ["owner"],
  },
  verification_failed: {
    title: "Verification found something",
    about: "Log, books and what was signed do not agree: once a day until the alarm is acknowledged.",
    onFor: ["owner", "operator"],
  },
  daily_digest: { title: "Daily digest", about: "Yesterday's figures compared with the day before.", onFor: [] },
  weekly_digest: {
    title: "Weekly digest",
    about: "Last week's figures compared with the week before, on Mondays.",
    onFor: ["owner", "member"],
  },
};

export function isOnByDefault(kind: NoticeKind, { role, isOperator }: Standing): boolean {
  const { onFor } = aboutNotices[kind];
  return (role !== null && onFor.includes(role)) || (isOperator && onFor.includes("operator"));
}

export function isNoticeKind(text: string): text is NoticeKind {
  return Object.hasOwn(aboutNotices, text);
}

/** What a new channel receives by default. */
export const channelKindsDefault: readonly NoticeKind[] = noticeKinds.filter((kind) => kind !== "daily_digest");

export const letterStatuses = ["pending", "sending", "sent", "failed", "unclear", "dropped"] as const;
export type LetterStatus = (typeof letterStatuses)[number];

// How far a payout is, as people say it.
import type { Schemas } from "../../api/queries.ts";
import { type Meaning, Status } from "../../components/values/status.tsx";
import { say } from "../../texts/payouts.ts";

type State = Schemas["Payout"]["status"];

const looks: Readonly<Record<State, readonly [word: string, meaning: Meaning]>> = {
  created: [say("toBePaid"), "info"],
  sending: [say("beingSent"), "info"],
  sent: [say("onItsWay"), "info"],
  unclaimed: [say("partnerMustAcceptIt"), "warn"],
  paid: [say("paid"), "good"],
  failed: [say("notPaid"), "bad"],
  cancelled: [say("canceled"), "neutral"],
  returned: [say("returned"), "bad"],
};

export const payoutStates = Object.entries(looks).map(([value, [label]]) => ({ value, label }));

type PayoutStatusProps = { readonly payout: Pick<Schemas["Payout"], "status" | "exported_at" | "approvals"> };

/** A payment provider has it, and its result may arrive at any moment. */
export function isMoving({ status }: Pick<Schemas["Payout"], "status">): boolean {
  return status === "sending" || status === "sent" || status === "unclaimed";
}

/** Whether it waits for a second person. */
export function awaitsApproval({ status, approvals }: Pick<Schemas["Payout"], "status" | "approvals">): boolean {
  return status === "created" && approvals !== null && approvals.missing > 0;
}

/** Who created or approved it already is one of the people that it needs, and never the next. */
export function mayApprove({ approvals }: Pick<Schemas["Payout"], "approvals">, accountId: string): boolean {
  const account = `account:${accountId}`;
  return approvals !== null && approvals.created_by !== account && approvals.given.every(({ by }) => by !== account);
}

export function PayoutStatus({ payout }: PayoutStatusProps) {
  const { status, exported_at } = payout;
  if (awaitsApproval(payout)) return <Status of={status} word={say("toBeApproved")} meaning="warn" />;
  const [word, meaning] = looks[status];
  const isInFile = status === "created" && exported_at !== null;
  return <Status of={status} word={isInFile ? say("exportedToBePaid") : word} meaning={meaning} />;
}

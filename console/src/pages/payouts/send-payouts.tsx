// Hands payouts to the program's payment provider, states the sum before, and names those that it could not hand over.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button, type ButtonKind } from "../../components/button.tsx";
import { Confirm, Dialog } from "../../components/dialog.tsx";
import { Notice } from "../../components/notice.tsx";
import { formatSums } from "../../format.ts";
import { say } from "../../texts/payouts.ts";
import { FixLink, type FixReason } from "./fix-link.tsx";

type Payout = Pick<Schemas["Payout"], "payout_id" | "amount_cents" | "currency">;

type NotSent = {
  readonly payout_id: number;
  readonly partner_id: number | null;
  readonly reason: FixReason;
  readonly message: string;
};

/** Of one call. */
const payoutsPerCallMax = 500;

/** In as many calls as it takes; what one call hands over stays handed over if a later one fails. */
async function sendPayouts(programId: number, payoutIds: readonly number[]): Promise<NotSent[]> {
  const notSent: NotSent[] = [];
  for (let from = 0; from < payoutIds.length; from += payoutsPerCallMax) {
    const params = { path: { program_id: programId } };
    const body = { payout_ids: payoutIds.slice(from, from + payoutsPerCallMax) };
    const answer = await ask(api.POST("/api/v1/programs/{program_id}/payout-sending", { params, body }));
    notSent.push(...answer.not_sent);
  }
  return notSent;
}

type SendPayoutsProps = {
  readonly programId: number;
  readonly payouts: readonly Payout[];
  /** The provider's name. */
  readonly rail: string;
  readonly kind?: ButtonKind;
  readonly onDone: () => void;
};

export function SendPayouts({ programId, payouts, rail, kind = "primary", onDone }: SendPayoutsProps) {
  const [isAsked, setIsAsked] = useState(false);
  const [notSent, setNotSent] = useState<readonly NotSent[]>([]);
  const client = useQueryClient();
  const sums = formatSums(payouts);
  const many = say("payoutsCounted", { count: payouts.length });
  return (
    <>
      <Button kind={kind} onClick={() => setIsAsked(true)}>
        {say("sendByRail", { rail })}
      </Button>
      <Confirm
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={say("sendManyByRail", { many, rail })}
        effect={say("railPaysSumsAPayoutThat", { rail, sums })}
        action={say("sendSums", { sums })}
        onConfirm={async () => {
          const left = await sendPayouts(
            programId,
            payouts.map(({ payout_id }) => payout_id),
          ).finally(() => client.invalidateQueries({ queryKey: ["program", programId] }));
          setNotSent(left);
          if (left.length === 0) onDone();
        }}
      />
      <NotSentDialog
        programId={programId}
        notSent={notSent}
        onClose={() => {
          setNotSent([]);
          onDone();
        }}
      />
    </>
  );
}

type NotSentProps = { readonly programId: number; readonly notSent: readonly NotSent[]; readonly onClose: () => void };

function NotSentDialog({ programId, notSent, onClose }: NotSentProps) {
  return (
    <Dialog isOpen={notSent.length > 0} onClose={onClose} title={say("payoutsNotSent", { payouts: notSent.length })}>
      <Notice meaning="warn">{say("theyStayAsTheyAreFix")}</Notice>
      <ul className="result-lines">
        {notSent.map(({ payout_id, partner_id, reason, message }) => (
          <li key={payout_id}>
            {say("payoutIdMessage", { payoutId: payout_id, message })}{" "}
            <FixLink programId={programId} partnerId={partner_id} reason={reason} />
          </li>
        ))}
      </ul>
      <div className="dialog-foot">
        <Button onClick={onClose}>{say("close")}</Button>
      </div>
    </Dialog>
  );
}

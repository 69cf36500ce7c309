// What a person found at the payment provider of a payout of which it is not known whether it was paid: it was, or it was not.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Confirm, Dialog } from "../../components/dialog.tsx";
import { Form, TextField } from "../../components/form.tsx";
import { formatSums } from "../../format.ts";
import { say } from "../../texts/payouts.ts";

type SettleUnknownProps = {
  readonly programId: number;
  readonly payout: Schemas["Payout"];
  /** The provider's name. */
  readonly rail: string;
};

export function SettleUnknown({ programId, payout, rail }: SettleUnknownProps) {
  const [asked, setAsked] = useState<"paid" | "failed" | null>(null);
  const client = useQueryClient();
  const close = () => setAsked(null);
  const params = { path: { program_id: programId, payout_id: payout.payout_id } };
  const sums = formatSums([payout]);
  const changed = () => client.invalidateQueries({ queryKey: ["program", programId] });
  return (
    <>
      <Button onClick={() => setAsked("failed")}>{say("itWasNotPaid")}</Button>
      <Button onClick={() => setAsked("paid")}>{say("itWasPaid")}</Button>
      <Dialog isOpen={asked === "paid"} onClose={close} title={say("didRailPaySums", { rail, sums })}>
        <p className="dialog-text">{say("copyThePaymentsIdFromRail", { rail })}</p>
        <Form
          action={say("markSumsPaid", { sums })}
          onCancel={close}
          onSubmit={async ({ reference = "" }) => {
            const body = { method: payout.rail, reference: reference.trim() || null };
            await ask(api.POST("/api/v1/programs/{program_id}/payouts/{payout_id}/mark-paid", { params, body }));
            await changed();
            close();
          }}
        >
          <TextField name="reference" label={say("paymentIdAtRail", { rail })} />
        </Form>
      </Dialog>
      <Confirm
        isOpen={asked === "failed"}
        onClose={close}
        title={say("didRailNotPayIt", { rail })}
        effect={say("sumsAreOwedAgainIfRail", { sums, rail })}
        action={say("markSumsNotPaid", { sums })}
        isDangerous={true}
        asksReason={true}
        onConfirm={async (reason) => {
          const body = { reason };
          await ask(api.POST("/api/v1/programs/{program_id}/payouts/{payout_id}/mark-failed", { params, body }));
          await changed();
        }}
      />
    </>
  );
}

// What a person found at the payment provider of a payout of which it is not known whether it was paid: it was, or it was not.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Confirm, Dialog } from "../../components/dialog.tsx";
import { Form, TextField } from "../../components/form.tsx";
import { formatSums } from "../../format.ts";

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
      <Button onClick={() => setAsked("failed")}>It was not paid</Button>
      <Button onClick={() => setAsked("paid")}>It was paid</Button>
      <Dialog isOpen={asked === "paid"} onClose={close} title={`Did ${rail} pay ${sums}?`}>
        <p className="dialog-text">Copy the payment's id from {rail}. This only records it; no money moves.</p>
        <Form
          action={`Mark ${sums} paid`}
          onCancel={close}
          onSubmit={async ({ reference = "" }) => {
            const body = { method: payout.rail, reference: reference.trim() || null };
            await ask(api.POST("/api/v1/programs/{program_id}/payouts/{payout_id}/mark-paid", { params, body }));
            await changed();
            close();
          }}
        >
          <TextField name="reference" label={`Payment id at ${rail}`} />
        </Form>
      </Dialog>
      <Confirm
        isOpen={asked === "failed"}
        onClose={close}
        title={`Did ${rail} not pay it?`}
        effect={`${sums} are owed again. If ${rail} pays it all the same, the partner is paid twice: look there first.`}
        action={`Mark ${sums} not paid`}
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

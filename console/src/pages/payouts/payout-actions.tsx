// What can be done with payouts: a file for the payment tool, paid, cancelled, come back.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import { type Schemas, sessionQuery } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Confirm, Dialog } from "../../components/dialog.tsx";
import { Form, TextField } from "../../components/form.tsx";
import { formatSums } from "../../format.ts";
import { say } from "../../texts/payouts.ts";
import { PayoutFile } from "./payout-file.tsx";
import { awaitsApproval, mayApprove } from "./payout-status.tsx";
import { useChosenRail } from "./rails-query.ts";
import { SendPayouts } from "./send-payouts.tsx";

type Payout = Schemas["Payout"];
type ActionsProps = { readonly programId: number; readonly payouts: readonly Payout[]; readonly onDone: () => void };
type Asked = "paid" | "file" | "cancel" | "returned" | "approve";

export function BulkActions({ programId, payouts, onDone }: ActionsProps) {
  const waiting = payouts.filter(({ status }) => status === "created");
  return waiting.length === 0 ? (
    <span>{say("noneOfThemIsWaitingFor")}</span>
  ) : (
    <Actions programId={programId} payouts={waiting} onDone={onDone} />
  );
}

/** All of one state. */
export function Actions({ programId, payouts, onDone }: ActionsProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { data: person } = useQuery(sessionQuery);
  const client = useQueryClient();
  const rail = useChosenRail(programId);
  const close = () => setAsked(null);
  const [first] = payouts;
  const each = async (change: (payoutId: number) => Promise<unknown>) => {
    for (const { payout_id } of payouts) await change(payout_id);
    await client.invalidateQueries({ queryKey: ["program", programId] });
    onDone();
  };
  const params = (payoutId: number) => ({ path: { program_id: programId, payout_id: payoutId } });
  if (first === undefined) return null;
  const sums = formatSums(payouts);
  const many =
    payouts.length === 1
      ? say("payoutIdInSentence", { payoutId: first.payout_id })
      : say("payoutsPayouts", { payouts: payouts.length });
  if (first.status === "paid") {
    return (
      <>
        <Button onClick={() => setAsked("returned")}>{say("moneyReturned")}</Button>
        <Confirm
          isOpen={asked === "returned"}
          onClose={close}
          title={say("wasTheMoneyReturned")}
          effect={say("sumsAreOwedAgainAndGo", { sums })}
          action={say("returnSums", { sums })}
          isDangerous={true}
          asksReason={true}
          onConfirm={(reason) =>
            each((payoutId) =>
              ask(
                api.POST("/api/v1/programs/{program_id}/payouts/{payout_id}/mark-returned", {
                  params: params(payoutId),
                  body: { reason },
                }),
              ),
            )
          }
        />
      </>
    );
  }
  if (first.status !== "created") return null;
  const unapproved = payouts.filter(awaitsApproval);
  const toApprove = unapproved.filter((payout) => mayApprove(payout, person?.id ?? ""));
  const isApproved = unapproved.length === 0;
  return (
    <>
      <Button onClick={() => setAsked("cancel")} kind="quiet">
        {isApproved ? say("cancelPayout") : say("refuse")}
      </Button>
      {isApproved ? (
        <>
          {rail === null ? <Button onClick={() => setAsked("file")}>{say("exportFile")}</Button> : null}
          <Button onClick={() => setAsked("paid")}>{say("markPaid")}</Button>
          {rail === null ? null : <SendPayouts programId={programId} payouts={payouts} rail={rail} onDone={onDone} />}
        </>
      ) : null}
      {toApprove.length === 0 ? null : <Button onClick={() => setAsked("approve")}>{say("approve")}</Button>}
      <Confirm
        isOpen={asked === "approve"}
        onClose={close}
        title={say("approvePayouts", { toApprove: toApprove.length, payoutId: toApprove[0]?.payout_id })}
        effect={say("toApproveMayBePaidOnceEnough", { toApprove: formatSums(toApprove) })}
        action={say("approveToApprove", { toApprove: formatSums(toApprove) })}
        onConfirm={() =>
          Promise.all(
            toApprove.map(({ payout_id }) =>
              ask(api.POST("/api/v1/programs/{program_id}/payouts/{payout_id}/approve", { params: params(payout_id) })),
            ),
          )
            .finally(() => client.invalidateQueries({ queryKey: ["program", programId] }))
            .then(onDone)
        }
      />
      <Dialog isOpen={asked === "paid"} onClose={close} title={say("markManyPaid", { many })}>
        <p className="dialog-text">{say("sumsWerePaidExactlyAsCreated", { sums })}</p>
        <Form
          action={say("markSumsPaid", { sums })}
          onCancel={close}
          onSubmit={({ method = "", reference = "" }) =>
            each((payoutId) =>
              ask(
                api.POST("/api/v1/programs/{program_id}/payouts/{payout_id}/mark-paid", {
                  params: params(payoutId),
                  body: { method: method.trim() || null, reference: reference.trim() || null },
                }),
              ),
            ).then(close)
          }
        >
          <TextField name="method" label={say("paymentMethod")} placeholder={say("bankTransfer")} />
          <TextField name="reference" label={say("reference")} hint={say("theBanksReference")} />
        </Form>
      </Dialog>
      <Confirm
        isOpen={asked === "cancel"}
        onClose={close}
        title={isApproved ? say("cancelManyAsked", { many }) : say("refuseManyAsked", { many })}
        effect={say("sumsAreOwedAsBeforeNothing", {
          sums,
          some: payouts.some(({ exported_at }) => exported_at !== null) ? "yes" : "other",
        })}
        action={isApproved ? say("cancelMany", { many }) : say("refuseMany", { many })}
        isDangerous={true}
        asksReason={!isApproved}
        onConfirm={(reason) =>
          each((payoutId) =>
            isApproved
              ? ask(api.POST("/api/v1/programs/{program_id}/payouts/{payout_id}/cancel", { params: params(payoutId) }))
              : ask(
                  api.POST("/api/v1/programs/{program_id}/payouts/{payout_id}/refuse", {
                    params: params(payoutId),
                    body: { reason },
                  }),
                ),
          )
        }
      />
      <Dialog isOpen={asked === "file"} onClose={close} title={say("fileForMany", { many })}>
        <PayoutFile programId={programId} payouts={payouts} onClose={close} />
      </Dialog>
    </>
  );
}

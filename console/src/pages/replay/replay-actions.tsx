// Applying what was looked at, by its hash and with a reason, or dropping it.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import { Confirm } from "../../components/dialog.tsx";
import { formatAmount, formatList } from "../../format.ts";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/books/replay.ts";
import type { MoneyChange } from "./difference-sums.tsx";

type ReplayActionsProps = { readonly programId: number; readonly run: Schemas["ReplaysPlan"] };

export function ReplayActions({ programId, run }: ReplayActionsProps) {
  const [asked, setAsked] = useState<"apply" | "discard" | null>(null);
  const [sendsCorrections, setSendsCorrections] = useState(false);
  const client = useQueryClient();
  const close = () => setAsked(null);
  const { run_id, status, plan_hash, money } = run;
  const params = { path: { run_id } };
  const changed = () => client.invalidateQueries({ queryKey: ["program", programId] });
  const mayApply = plan_hash !== null && (status === "planned" || status === "apply_interrupted");
  const mayDrop = status === "planned" || status === "running" || status === "interrupted";
  const what = effectOf(money);
  return (
    <>
      <ButtonLink to={pathOf(programId, "replay")}>{say("backToHistory")}</ButtonLink>
      {mayDrop ? <Button onClick={() => setAsked("discard")}>{say("discard")}</Button> : null}
      {mayApply ? (
        <Button kind="primary" onClick={() => setAsked("apply")}>
          {what}
        </Button>
      ) : null}
      <Confirm
        isOpen={asked === "discard"}
        onClose={close}
        title={say("discardThisPlan")}
        effect={say("nothingIsChangedTheRunStays")}
        action={say("discard")}
        onConfirm={() => ask(api.POST("/api/v1/replays/{run_id}/discard", { params })).then(changed)}
      />
      <Confirm
        isOpen={asked === "apply"}
        onClose={close}
        title={`${what}?`}
        effect={
          <>
            <p>{say("theBooksBecomeWhatIsShown")}</p>
            <ul>
              {money.map((change) => (
                <li key={`${change.partner_id} ${change.book} ${change.currency}`}>
                  {change.partner_name ?? say("noPartner")}, {change.book.replaceAll("_", " ")}:{" "}
                  {signed(change.change_cents, change.currency)}
                </li>
              ))}
            </ul>
            <Corrections run={run} isOn={sendsCorrections} onSwitch={setSendsCorrections} />
          </>
        }
        action={what}
        isDangerous={true}
        asksReason={true}
        onConfirm={(reason) =>
          ask(
            api.POST("/api/v1/replays/{run_id}/apply", {
              params,
              body: { plan_hash: plan_hash ?? "", reason, send_corrections: sendsCorrections },
            }),
          ).then(changed)
        }
      />
    </>
  );
}

type CorrectionsProps = {
  readonly run: ReplayActionsProps["run"];
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
};

/** A resumed run keeps its options: there is nothing to choose. */
function Corrections({ run, isOn, onSwitch }: CorrectionsProps) {
  const { status, sends_corrections, correction_messages } = run;
  if (status === "apply_interrupted") {
    return <p>{sends_corrections ? say("endpointsGetAMessageForEach") : say("endpointsGetReplayAppliedAndNo")}</p>;
  }
  if (correction_messages === 0) {
    return <p>{say("endpointsGetReplayAppliedNoneSubscribes")}</p>;
  }
  return (
    <label className="choice">
      <input type="checkbox" checked={isOn} onChange={(event) => onSwitch(event.target.checked)} />
      <span>{say("alsoSendEndpointsARowCorrected", { messages: correction_messages })}</span>
    </label>
  );
}

/** `Apply +10.00 USD to 3 partners`: what it does to commissions. */
function effectOf(money: readonly MoneyChange[]): string {
  const earned = money.filter(({ book }) => book === "commission" || book === "adjustment");
  const currencies = [...new Set(earned.map(({ currency }) => currency))];
  if (currencies.length === 0) return say("apply");
  const sums = currencies.map((currency) => {
    const these = earned.filter((change) => change.currency === currency);
    return signed(these.reduce((sum, { change_cents }) => sum + BigInt(change_cents), 0n).toString(), currency);
  });
  const partners = new Set(earned.map(({ partner_id }) => partner_id)).size;
  return say("applySumsToPartners", { sums: formatList(sums), partners });
}

function signed(cents: number | string, currency: string): string {
  return `${BigInt(cents) > 0n ? "+" : ""}${formatAmount(cents, currency)} ${currency}`;
}

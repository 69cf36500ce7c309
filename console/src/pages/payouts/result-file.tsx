// Imports payout results from a payment tool's file: previewed line by line and in sums, then recorded.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Faults, FileField, Form, SelectField } from "../../components/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { type Meaning, Status } from "../../components/values/status.tsx";
import { type Cents, formatAmount } from "../../format.ts";
import { say } from "../../texts/payouts.ts";

const tools = [
  { value: "paypal", label: say("payPal") },
  { value: "wise", label: say("wise") },
  { value: "bank", label: say("anotherBankColumnsPayoutIdAnd") },
] as const;
type Tool = (typeof tools)[number]["value"];

type Line = Schemas["PayoutsRecordResults"];
type Result = Line["result"];
type Total = {
  readonly result: Result;
  readonly currency: string | null;
  readonly amount_cents: Cents;
  readonly count: number;
};
type Read = {
  readonly tool: Tool;
  readonly csv: string;
  readonly lines: readonly Line[];
  readonly totals: readonly Total[];
  readonly applied: boolean;
};

const looks: Readonly<Record<Result, readonly [word: string, meaning: Meaning]>> = {
  paid: [say("paid"), "good"],
  cancelled: [say("failedOwedAgain"), "warn"],
  returned: [say("returnedOwedAgain"), "bad"],
  unchanged: [say("nothingToChange"), "neutral"],
  waits: [say("notPaidYet"), "info"],
  fault: [say("notUnderstood"), "bad"],
};

export function ResultFile({ programId }: { readonly programId: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const [read, setRead] = useState<Read | null>(null);
  const close = () => {
    setIsOpen(false);
    setRead(null);
  };
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{say("readResultFile")}</Button>
      <Dialog isOpen={isOpen} onClose={close} title={say("importPayoutResults")}>
        {read === null ? (
          <Choose programId={programId} onRead={setRead} onCancel={close} />
        ) : (
          <Found programId={programId} read={read} onApplied={setRead} onClose={close} />
        )}
      </Dialog>
    </>
  );
}

async function send(programId: number, tool: Tool, csv: string, apply: boolean): Promise<Read> {
  const { data, totals, applied } = await ask(
    api.POST("/api/v1/programs/{program_id}/payout-results", {
      params: { path: { program_id: programId } },
      body: { tool, csv, apply },
    }),
  );
  return { tool, csv, lines: data, totals, applied };
}

type ChooseProps = {
  readonly programId: number;
  readonly onRead: (read: Read) => void;
  readonly onCancel: () => void;
};

function Choose({ programId, onRead, onCancel }: ChooseProps) {
  const [file, setFile] = useState<File | null>(null);
  return (
    <>
      <p className="dialog-text">{say("chooseTheCsvOfResultsFrom")}</p>
      <Form
        action={say("preview")}
        onCancel={onCancel}
        onSubmit={async ({ tool }) => {
          if (file === null) throw new Faults({ csv: say("isRequired") });
          const chosen = tools.find(({ value }) => value === tool)?.value ?? "bank";
          onRead(await send(programId, chosen, await file.text(), false));
        }}
      >
        <SelectField name="tool" label={say("paymentTool")} choices={tools} />
        <FileField name="csv" label={say("resultFile")} accept=".csv,text/csv" onChange={setFile} />
      </Form>
    </>
  );
}

type FoundProps = {
  readonly programId: number;
  readonly read: Read;
  readonly onApplied: (read: Read) => void;
  readonly onClose: () => void;
};

const changing: readonly Result[] = ["paid", "cancelled", "returned"];

function Found({ programId, read, onApplied, onClose }: FoundProps) {
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error: unknown }>(calm);
  const client = useQueryClient();
  const { lines, totals, applied } = read;
  const changes = lines.filter(({ result }) => changing.includes(result)).length;
  const apply = () => {
    setState({ isBusy: true, error: null });
    send(programId, read.tool, read.csv, true)
      .then(async (done) => {
        await client.invalidateQueries({ queryKey: ["program", programId] });
        setState(calm);
        onApplied(done);
      })
      .catch((error: unknown) => setState({ isBusy: false, error }));
  };
  return (
    <>
      {applied ? <Notice meaning="good">{say("recordedTheSameFileAgainWould")}</Notice> : null}
      <ul className="amounts">
        {totals.map((total) => (
          <li key={`${total.result} ${total.currency}`}>
            <Status of={total.result} word={looks[total.result][0]} meaning={looks[total.result][1]} />
            <span>{wordsOf(total)}</span>
          </li>
        ))}
      </ul>
      <details open={lines.some(({ result }) => result === "fault")}>
        <summary>{say("lineByLine")}</summary>
        <ul className="result-lines">
          {lines.map(({ line, payout_id, message }) => (
            <li key={line}>
              {say("linePayoutIdMessage", {
                line,
                payoutIdGiven: payout_id === null ? "none" : "other",
                payoutId: payout_id,
                message,
              })}
            </li>
          ))}
        </ul>
      </details>
      {state.error === null ? null : <ErrorNotice error={state.error} isChange={true} />}
      <div className="dialog-foot">
        <Button onClick={onClose}>{applied ? say("close") : say("cancel")}</Button>
        {applied || changes === 0 ? null : (
          <Button kind="primary" isBusy={state.isBusy} onClick={apply}>
            {say("recordPayouts", { changes })}
          </Button>
        )}
      </div>
    </>
  );
}

const calm = { isBusy: false, error: null } as const;

function wordsOf({ count, currency, amount_cents }: Total): string {
  const many = say("lines", { count });
  return currency === null ? many : `${many}, ${formatAmount(amount_cents, currency)} ${currency}`;
}

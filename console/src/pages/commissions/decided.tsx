// The result of a decision about commissions: what was done, what was not and why, and an undo.
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Notice } from "../../components/notice.tsx";
import { formatSums } from "../../format.ts";
import { say } from "../../texts/commissions.ts";
import { type Decided, useDecide, type What } from "./bulk-decisions.tsx";

type DecidedNoticeProps = {
  readonly programId: number;
  readonly decided: Decided;
  readonly onUndone: (decided: Decided) => void;
  readonly onClose: () => void;
};

type Done = "holdDone" | "releaseDone" | "approveDone";

const did: Readonly<
  Record<What, { readonly result: string; readonly done: Done; readonly undo: What; readonly undoWords: string }>
> = {
  hold: { result: "held", done: "holdDone", undo: "release", undoWords: say("undoReleaseThem") },
  release: { result: "released", done: "releaseDone", undo: "hold", undoWords: say("undoPutThemOnHoldAgain") },
  approve: { result: "approved", done: "approveDone", undo: "hold", undoWords: say("stopThemPutThemOnHold") },
};

const mistakes: Readonly<Record<What, string>> = {
  hold: say("holdWasAMistake"),
  release: say("releaseWasAMistake"),
  approve: say("approveWasAMistake"),
};

export function DecidedNotice({ programId, decided, onUndone, onClose }: DecidedNoticeProps) {
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error: unknown }>({
    isBusy: false,
    error: null,
  });
  const decide = useDecide(programId);
  const { result, done: sentence, undo, undoWords } = did[decided.did];
  const done = decided.data.filter((one) => one.result === result);
  const others = decided.data.filter((one) => one.result !== result);
  const ids = done.map(({ commission_id }) => commission_id);
  const takeBack = () => {
    setState({ isBusy: true, error: null });
    decide(undo, ids, mistakes[decided.did]).then(onUndone, (error: unknown) => setState({ isBusy: false, error }));
  };
  return (
    <div className="verdict">
      <Notice meaning={others.length === 0 ? "good" : "warn"}>
        <p>
          {done.length === 0
            ? say("nothingWasChanged")
            : say(sentence, { done: done.length, sums: formatSums(decided.totals) })}
        </p>
        {others.length === 0 ? null : (
          <ul>
            {others.map(({ commission_id, message }) => (
              <li key={commission_id}>{say("commissionIdMessage", { commissionId: commission_id, message })}</li>
            ))}
          </ul>
        )}
        {state.error === null ? null : <ErrorNotice error={state.error} isChange={true} />}
        <div className="row">
          {done.length === 0 ? null : (
            <Button isBusy={state.isBusy} onClick={takeBack}>
              {undoWords}
            </Button>
          )}
          <Button kind="quiet" onClick={onClose}>
            {say("close")}
          </Button>
        </div>
      </Notice>
    </div>
  );
}

// The result of a decision about commissions: what was done, what was not and why, and an undo.
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Notice } from "../../components/notice.tsx";
import { formatCount, formatSums } from "../../format.ts";
import { type Decided, useDecide, type What } from "./bulk-decisions.tsx";

type DecidedNoticeProps = {
  readonly programId: number;
  readonly decided: Decided;
  readonly onUndone: (decided: Decided) => void;
  readonly onClose: () => void;
};

const did: Readonly<
  Record<What, { readonly result: string; readonly words: string; readonly undo: What; readonly undoWords: string }>
> = {
  hold: { result: "held", words: "put on hold", undo: "release", undoWords: "Undo: release them" },
  release: { result: "released", words: "released", undo: "hold", undoWords: "Undo: put them on hold again" },
  approve: { result: "approved", words: "approved", undo: "hold", undoWords: "Stop them: put them on hold" },
};

export function DecidedNotice({ programId, decided, onUndone, onClose }: DecidedNoticeProps) {
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error: unknown }>({
    isBusy: false,
    error: null,
  });
  const decide = useDecide(programId);
  const { result, words, undo, undoWords } = did[decided.did];
  const done = decided.data.filter((one) => one.result === result);
  const others = decided.data.filter((one) => one.result !== result);
  const ids = done.map(({ commission_id }) => commission_id);
  const many = done.length === 1 ? "1 commission" : `${formatCount(done.length)} commissions`;
  const takeBack = () => {
    setState({ isBusy: true, error: null });
    decide(undo, ids, `Undone: they were ${words} by mistake`).then(onUndone, (error: unknown) =>
      setState({ isBusy: false, error }),
    );
  };
  return (
    <div className="verdict">
      <Notice meaning={others.length === 0 ? "good" : "warn"}>
        <p>{done.length === 0 ? "Nothing was changed." : `${many} ${words}: ${formatSums(decided.totals)}.`}</p>
        {others.length === 0 ? null : (
          <ul>
            {others.map(({ commission_id, message }) => (
              <li key={commission_id}>
                Commission {commission_id}: {message}
              </li>
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
            Close
          </Button>
        </div>
      </Notice>
    </div>
  );
}

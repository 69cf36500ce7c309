// Retries one failed delivery or all of them, and shows the result.

import { useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { May } from "../../components/may.tsx";
import { Notice } from "../../components/notice.tsx";
import { say } from "../../texts/inbox.ts";

type RetryButtonProps = {
  readonly programId: number;
  /** All that failed when left out. */
  readonly eventId?: number;
  readonly label?: string;
};

type Came = { readonly takenUp: number; readonly failedAgain: number; readonly reason: string | null };

export function RetryButton({ programId, eventId, label = say("retry") }: RetryButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [came, setCame] = useState<Came | null>(null);
  const [error, setError] = useState<unknown>(null);
  const client = useQueryClient();
  const close = () => {
    setCame(null);
    setError(null);
    void client.invalidateQueries({ queryKey: ["program", programId] });
  };
  const retry = () => {
    setIsBusy(true);
    retryAll(programId, eventId)
      .then(setCame, setError)
      .finally(() => setIsBusy(false));
  };
  return (
    <May programId={programId} right="deliveries">
      <Button isBusy={isBusy} onClick={retry} icon={<RotateCw size={14} aria-hidden="true" />}>
        {label}
      </Button>
      <Dialog isOpen={came !== null || error !== null} onClose={close} title={say("retried")}>
        {came === null ? null : <Result {...came} />}
        {error === null ? null : <ErrorNotice error={error} />}
        <div className="dialog-foot">
          <Button onClick={close}>{say("close")}</Button>
        </div>
      </Dialog>
    </May>
  );
}

function Result({ takenUp, failedAgain, reason }: Came) {
  return (
    <>
      {takenUp === 0 ? null : <Notice meaning="good">{say("areRetriedEventsShowsTheResult", { takenUp })}</Notice>}
      {failedAgain === 0 ? null : (
        <Notice meaning="bad">
          <p>{say("failedAgainNothingWasChanged", { failedAgain })}</p>
          {reason === null ? null : <p className="wraps">{reason}</p>}
        </Notice>
      )}
      {takenUp + failedAgain === 0 ? <Notice meaning="info">{say("thereIsNothingLeftToRetry")}</Notice> : null}
    </>
  );
}

async function retryAll(programId: number, eventId: number | undefined): Promise<Came> {
  let came: Came = { takenUp: 0, failedAgain: 0, reason: null };
  for (let after: number | null | undefined; after !== null; ) {
    const { data } = await ask(
      api.POST("/api/v1/programs/{program_id}/inbox/retry", {
        params: { path: { program_id: programId } },
        body: {
          ...(eventId === undefined ? {} : { event_id: eventId }),
          ...(after === undefined ? {} : { after_event_id: after }),
        },
      }),
    );
    came = {
      takenUp: came.takenUp + data.taken_up,
      failedAgain: came.failedAgain + data.failed_again,
      reason: came.reason ?? data.deliveries.find(({ reason }) => reason !== null)?.reason ?? null,
    };
    after = data.next_after_event_id;
  }
  return came;
}

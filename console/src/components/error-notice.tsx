// What happened, whether anything was changed, what to do, and the id the request has in the service's log.
import { CircleX } from "lucide-react";
import { CallFailed } from "../api/client.ts";
import { rich, say } from "../texts/components.ts";
import { Button } from "./button.tsx";
import { Copy } from "./values/copy.tsx";

type ErrorNoticeProps = {
  readonly error: unknown;
  /** Whether it was to change something: then that nothing was is said. */
  readonly isChange?: boolean;
  readonly onRetry?: () => void;
};

export function ErrorNotice({ error, isChange = false, onRetry }: ErrorNoticeProps) {
  const { message, advice, requestId } = wordsOf(error, isChange);
  return (
    <div className="notice notice-bad" role="alert">
      <CircleX size={16} aria-hidden="true" />
      <div>
        <p>{message}</p>
        <p className="quiet">{advice}</p>
        {requestId === null ? null : (
          <p className="quiet">
            {rich("requestIdCopy", {
              requestId: <code>{requestId}</code>,
              copy: <Copy text={requestId} label={say("copyTheRequestsId")} />,
            })}
          </p>
        )}
        {onRetry === undefined ? null : <Button onClick={onRetry}>{say("tryAgain")}</Button>}
      </div>
    </div>
  );
}

function wordsOf(error: unknown, isChange: boolean) {
  if (!(error instanceof CallFailed)) {
    return { message: say("thisPageFailed"), advice: say("loadItAgainNothingWasChanged"), requestId: null };
  }
  const { status, code, message, requestId } = error;
  if (code === "second_factor_required") return { message, advice: say("setItUpThenLoadThe"), requestId };
  const advice = adviceOn(status);
  return { message, advice: isChange ? say("nothingWasChangedAndAdvice", { advice }) : advice, requestId };
}

function adviceOn(status: number): string {
  if (status === 0) return say("checkYourConnectionAndThatThe");
  if (status === 401) return say("signInAgain");
  if (status === 403) return say("askAnOwnerOfTheWorkspace");
  if (status === 404) return say("itMayHaveBeenRemovedOr");
  if (status === 429) return say("waitAMomentThenTryAgain");
  return status >= 500 ? say("theServiceFailedTryAgain") : say("fixTheFieldItNamesThen");
}

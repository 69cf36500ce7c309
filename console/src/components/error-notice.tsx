// What happened, whether anything was changed, what to do, and the id the request has in the service's log.
import { CircleX } from "lucide-react";
import { CallFailed } from "../api/client.ts";
import { Button } from "./button.tsx";
import { Copy } from "./copy.tsx";

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
            Request <code>{requestId}</code> <Copy text={requestId} label="Copy the request's id" />
          </p>
        )}
        {onRetry === undefined ? null : <Button onClick={onRetry}>Try again</Button>}
      </div>
    </div>
  );
}

function wordsOf(error: unknown, isChange: boolean) {
  if (!(error instanceof CallFailed)) {
    return { message: "This page failed.", advice: "Load it again. Nothing was changed.", requestId: null };
  }
  const { status, code, message, requestId } = error;
  if (code === "second_factor_required") return { message, advice: "Set it up, then load the page again.", requestId };
  return { message, advice: `${isChange ? "Nothing was changed. " : ""}${adviceOn(status)}`, requestId };
}

function adviceOn(status: number): string {
  if (status === 0) return "Check your connection and that the service is running, then retry.";
  if (status === 401) return "Sign in again.";
  if (status === 403) return "Ask an owner of the workspace.";
  if (status === 404) return "It may have been removed, or belong to a workspace that is not yours.";
  if (status === 429) return "Wait a moment, then try again.";
  return status >= 500 ? "The service failed. Try again." : "Fix the field it names, then retry.";
}

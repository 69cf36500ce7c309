// A time in the reader's own zone, with UTC on hover.
import { formatAgo, formatTime, formatUtc } from "../../format.ts";
import { say } from "../../texts/components.ts";

export function Time({ at, isAgo = false }: { readonly at: string | null; readonly isAgo?: boolean }) {
  if (at === null) return <span className="quiet">{say("unknown")}</span>;
  return (
    <time dateTime={at} title={isAgo ? `${formatTime(at)} (${formatUtc(at)})` : formatUtc(at)} className="figure">
      {isAgo ? formatAgo(at, Date.now()) : formatTime(at)}
    </time>
  );
}

// Events that need attention: failed, pending or unused, grouped by cause with their number, the reason and the next step as a button.
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { inboxQuery, type Schemas } from "../../api/queries.ts";
import { ButtonLink } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { sourceNamed } from "../../components/values/source-name.tsx";
import { Time } from "../../components/values/time.tsx";
import { formatCount, sentenceOf } from "../../format.ts";
import { pathOf } from "../../paths.ts";
import { rich, say } from "../../texts/inbox.ts";
import { KeyToRotate, useKeyDeadline } from "./key-to-rotate.tsx";
import { OpenDisputes, useOpenDisputes } from "./open-disputes.tsx";
import { OpenFlags, useOpenFlags } from "./open-flags.tsx";
import { RetryButton } from "./retry-button.tsx";

type Cause = Schemas["Inbox"]["causes"][number];

const sections = [
  {
    outcome: "failed",
    title: say("failed"),
    about: say("theyCouldNotBeReadOr"),
  },
  {
    outcome: "parked",
    title: say("waiting"),
    about: say("paymentsWithoutAKnownPartnerYet"),
  },
  { outcome: "expired", title: say("tooLate"), about: say("theClickWasOutsideTheAttribution") },
  { outcome: "ignored", title: say("notUsed"), about: say("theyAreKeptAndChangedNothing") },
] as const;

export function InboxPage() {
  const { programId } = useParams({ from: "/programs/$programId/inbox" });
  const { data, error, isPending } = useQuery(inboxQuery(programId));
  const causes = data ?? [];
  const openFlags = useOpenFlags(programId);
  const openDisputes = useOpenDisputes(programId);
  const keyDeadline = useKeyDeadline(programId);
  const isEmpty = causes.length === 0 && openFlags === 0 && openDisputes?.count === 0 && keyDeadline === null;
  return (
    <Page title={say("inbox")} about={say("openProblemsByCauseEachWith")}>
      <KeyToRotate programId={programId} />
      <OpenDisputes programId={programId} />
      <OpenFlags programId={programId} />
      {isPending ? <Skeleton lines={8} /> : null}
      {error === null ? null : <ErrorNotice error={error} />}
      {data !== undefined && isEmpty ? (
        <EmptyState title={say("allIsWell")}>{say("failedAndPendingDeliveriesAndOpen")}</EmptyState>
      ) : null}
      {sections.map(({ outcome, title, about }) => {
        const these = causes.filter((cause) => cause.outcome === outcome);
        return these.length === 0 ? null : (
          <Section
            key={outcome}
            title={title}
            about={about}
            actions={outcome === "failed" ? <RetryButton programId={programId} label={say("retryAll")} /> : undefined}
          >
            <ul className="causes">
              {these.map((cause) => (
                <CauseOf key={`${cause.reason} ${cause.source}`} programId={programId} cause={cause} />
              ))}
            </ul>
          </Section>
        );
      })}
    </Page>
  );
}

function CauseOf({ programId, cause }: { readonly programId: number; readonly cause: Cause }) {
  const { outcome, reason, source, count, is_counted_whole, first_at, last_at } = cause;
  const isOne = count === 1;
  return (
    <li className="cause">
      <p className="cause-count">
        {formatCount(count)}
        {is_counted_whole ? "" : "+"}
      </p>
      <div className="cause-words">
        <h3>
          {reason === null ? sentenceOf(outcome) : sentenceOf(reason)} · {sourceNamed(source)}
        </h3>
        <p>{cause.summary}</p>
        {cause.next_action === "none" ? null : <p className="quiet">{cause.next_words}</p>}
        <p className="step-source">
          {isOne ? (
            <Time at={last_at} />
          ) : (
            rich("timeToTime", { first: <Time at={first_at} />, last: <Time at={last_at} /> })
          )}
        </p>
      </div>
      <div className="row">
        {cause.next_action === "retry" && isOne ? (
          <RetryButton programId={programId} eventId={cause.example_event_id} />
        ) : null}
        {isOne ? (
          <ButtonLink to={pathOf(programId, "events", cause.example_event_id)}>
            {cause.next_action === "none" ? say("look") : say("review")}
          </ButtonLink>
        ) : (
          <Link to={pathOf(programId, "events")} search={{ outcome, source }} className="button button-plain">
            {say("showAll")}
          </Link>
        )}
      </div>
    </li>
  );
}

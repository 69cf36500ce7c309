// The integration checklist, refetched every few seconds while the page is visible: steps are checked off by themselves.
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, CircleMinus, CircleX, FlaskConical } from "lucide-react";
import { readinessQuery, statusQuery } from "../../api/queries.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Time } from "../../components/values/time.tsx";
import { sentenceOf } from "../../format.ts";
import { rich, say } from "../../texts/connections/integration.ts";

const refetchInterval = 3000;

export const gateIcons = {
  passed: [CircleCheck, "good"],
  tested: [FlaskConical, "info"],
  open: [CircleDashed, "neutral"],
  failed: [CircleX, "bad"],
  not_needed: [CircleMinus, "neutral"],
} as const;

/** What each gate means to a developer who integrates. */
const words: Readonly<Record<string, string>> = {
  program_active: say("theProgramIsActive"),
  partner: say("aPartnerIsAdded"),
  api_key: say("theProgramHasItsKey"),
  click: say("aClickArrived"),
  lead: say("aSignUpArrived"),
  sale: say("aSaleArrived"),
  webhook: say("aWebhookArrived"),
  failed_events: say("nothingHasFailed"),
  parked_events: say("nothingWaits"),
};

/** In the console's own words, where the API names calls. */
const ways: Readonly<Record<string, string>> = {
  api_key: say("anOwnerCreatesItInStep"),
  parked_events: say("somePaymentsWaitForASign"),
};

export const gateStates = {
  passed: "done",
  tested: say("onlyInTestModeSoFar"),
  open: say("toDo"),
  failed: "failed",
  not_needed: say("notNeeded"),
};

export function Checklist({ programId }: { readonly programId: number }) {
  const { data: readiness, error } = useQuery({ ...readinessQuery(programId), refetchInterval });
  const { data: status } = useQuery({ ...statusQuery(programId), refetchInterval });
  if (error !== null && readiness === undefined) return <ErrorNotice error={error} />;
  if (readiness === undefined) return <Skeleton lines={8} />;
  const first = readiness.gates.find(({ status: state }) => state !== "passed" && state !== "not_needed");
  return (
    <section className="panel">
      <h2>{readiness.is_ready ? say("allEventsArrive") : say("checklist")}</h2>
      <ol className="checks">
        {readiness.gates.map(({ gate, status: state, next_action }) => {
          const [Icon, meaning] = gateIcons[state];
          const seen = status?.steps.find(({ step }) => step === gate);
          const at = (seen?.live ?? seen?.test)?.first_seen_at;
          return (
            <li key={gate} className={`check status-${meaning}`}>
              <Icon size={16} aria-hidden="true" />
              <div>
                {words[gate] ?? sentenceOf(gate)}
                <span className="visually-hidden">, {gateStates[state]}</span>
                {state === "tested" ? <span className="quiet"> {say("inTestMode")}</span> : null}
                {state === "not_needed" ? <span className="quiet"> {say("isNotNeeded")}</span> : null}
                {at === undefined ? null : (
                  <span className="quiet">
                    {" "}
                    · <Time at={at} isAgo={true} />
                  </span>
                )}
                {gate === first?.gate && next_action !== null ? (
                  <p className="quiet">{ways[gate] ?? next_action}</p>
                ) : null}
              </div>
            </li>
          );
        })}
      </ol>
      <p className="quiet">
        {status?.last_event == null
          ? say("nothingArrivedYetThisListUpdates")
          : rich("lastArrivedSplitTime", {
              split: sentenceOf(status.last_event.type.split(".").join(" ")),
              time: <Time at={status.last_event.received_at} isAgo={true} />,
            })}
      </p>
    </section>
  );
}

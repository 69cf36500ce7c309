// The integration checklist, refetched every few seconds while the page is visible: steps are checked off by themselves.
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, CircleMinus, CircleX, FlaskConical } from "lucide-react";
import { readinessQuery, statusQuery } from "../../api/queries.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Time } from "../../components/time.tsx";
import { sentenceOf } from "../../format.ts";

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
  program_active: "The program is active",
  partner: "A partner is added",
  api_key: "The program has its key",
  click: "A click arrived",
  lead: "A sign-up arrived",
  sale: "A sale arrived",
  webhook: "A webhook arrived",
  failed_events: "Nothing has failed",
  parked_events: "Nothing waits",
};

/** In the console's own words, where the API names calls. */
const ways: Readonly<Record<string, string>> = {
  api_key: "An owner creates it in step 2.",
  parked_events: "Some payments wait for a sign-up or payment that is not known yet.",
};

export const gateStates = {
  passed: "done",
  tested: "only in test mode so far",
  open: "to do",
  failed: "failed",
  not_needed: "not needed",
};

export function Checklist({ programId }: { readonly programId: number }) {
  const { data: readiness, error } = useQuery({ ...readinessQuery(programId), refetchInterval });
  const { data: status } = useQuery({ ...statusQuery(programId), refetchInterval });
  if (error !== null && readiness === undefined) return <ErrorNotice error={error} />;
  if (readiness === undefined) return <Skeleton lines={8} />;
  const first = readiness.gates.find(({ status: state }) => state !== "passed" && state !== "not_needed");
  return (
    <section className="panel">
      <h2>{readiness.is_ready ? "All events arrive" : "Checklist"}</h2>
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
                {state === "tested" ? <span className="quiet"> (test mode)</span> : null}
                {state === "not_needed" ? <span className="quiet"> (not needed)</span> : null}
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
        {status?.last_event == null ? (
          "Nothing arrived yet. This list updates by itself."
        ) : (
          <>
            Last arrived: {sentenceOf(status.last_event.type.split(".").join(" "))},{" "}
            <Time at={status.last_event.received_at} isAgo={true} />
          </>
        )}
      </p>
    </section>
  );
}

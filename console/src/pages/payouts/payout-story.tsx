// What happened to a payout: who did what, what its payment provider was sent and answered, and how it ended.
import { Link } from "@tanstack/react-router";
import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleX,
  FileDown,
  Hourglass,
  type LucideIcon,
  Receipt,
  RefreshCw,
  Send,
  Undo2,
  UserCheck,
  Wallet,
} from "lucide-react";
import type { Schemas } from "../../api/queries.ts";
import { JsonTree } from "../../components/values/json-tree.tsx";
import { Time } from "../../components/values/time.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/payouts.ts";

type Step = Schemas["PayoutsStory"]["steps"][number];
type Exchange = Step["exchanges"][number];
type Look = { readonly icon: LucideIcon; readonly meaning: "good" | "warn" | "bad" | "neutral" };

const looks: Readonly<Record<Step["kind"], Look>> = {
  created: { icon: Wallet, meaning: "neutral" },
  approved: { icon: UserCheck, meaning: "good" },
  exported: { icon: FileDown, meaning: "neutral" },
  handed_over: { icon: Send, meaning: "neutral" },
  request: { icon: RefreshCw, meaning: "neutral" },
  accepted: { icon: CircleCheck, meaning: "good" },
  unclaimed: { icon: Hourglass, meaning: "warn" },
  costs: { icon: Receipt, meaning: "neutral" },
  declined: { icon: Ban, meaning: "warn" },
  paid: { icon: CircleCheck, meaning: "good" },
  failed: { icon: CircleX, meaning: "bad" },
  cancelled: { icon: Ban, meaning: "neutral" },
  returned: { icon: Undo2, meaning: "bad" },
  next_look: { icon: CircleDashed, meaning: "neutral" },
};

export function PayoutTimeline({ programId, steps }: { readonly programId: number; readonly steps: readonly Step[] }) {
  return (
    <section className="looked-for">
      <h3>{say("whatHappened")}</h3>
      <ol className="story">
        {steps.map((step) => (
          <StepOf key={`${step.at} ${step.kind} ${step.attempt} ${step.summary}`} programId={programId} step={step} />
        ))}
      </ol>
    </section>
  );
}

function StepOf({ programId, step }: { readonly programId: number; readonly step: Step }) {
  const { icon: Icon, meaning } = looks[step.kind];
  return (
    <li className={`step step-${meaning}${step.is_upcoming ? " step-ahead" : ""}`}>
      <span className="step-mark">
        <Icon size={14} aria-hidden="true" />
      </span>
      <div className="step-words">
        <p className="wraps">{step.summary}</p>
        <p className="step-source">
          <Time at={step.at} />
          {step.is_upcoming ? ` · ${say("aheadInSentence")}` : ""}
          {step.by_name === null ? "" : ` · ${say("byName", { byName: step.by_name })}`}
          {step.event_id === null ? null : (
            <>
              {" · "}
              <Link to={pathOf(programId, "events", step.event_id)}>{say("eventId", { eventId: step.event_id })}</Link>
            </>
          )}
        </p>
        {step.exchanges.length === 0 ? null : <Exchanges exchanges={step.exchanges} />}
      </div>
    </li>
  );
}

function Exchanges({ exchanges }: { readonly exchanges: readonly Exchange[] }) {
  return (
    <details className="exchanges">
      <summary>{say("requestsAndWhatWasAnswered", { requests: exchanges.length })}</summary>
      <ol>
        {exchanges.map(({ method, path, sent, status, answered }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order.
          <li key={index}>
            <p className="exchange-head">
              <code className="wraps">
                {method} {path}
              </code>
              <span>{status === null ? say("noAnswer") : say("httpStatus", { status })}</span>
            </p>
            <Part title={say("sent")} value={sent} />
            <Part title={say("answered")} value={answered} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function Part({ title, value }: { readonly title: string; readonly value: unknown }) {
  if (value === null || value === undefined) return null;
  return (
    <div className="exchange-part">
      <p className="quiet">{title}</p>
      {typeof value === "object" ? <JsonTree value={value} /> : <p className="wraps">{String(value)}</p>}
    </div>
  );
}

// The timeline of a payment or a customer, from click to payout, with the source, event and reason of each step. Steps that did not happen
// are listed too.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleDollarSign,
  Copy,
  Flag,
  Gavel,
  HandCoins,
  Hourglass,
  type LucideIcon,
  MousePointerClick,
  PenLine,
  ShoppingCart,
  Undo2,
  UserPlus,
  Wallet,
} from "lucide-react";
import { api, ask } from "../api/client.ts";
import type { Schemas } from "../api/queries.ts";
import { pathOf } from "../paths.ts";
import { rich, say } from "../texts/components.ts";
import { ErrorNotice } from "./error-notice.tsx";
import { LookedFor } from "./looked-for.tsx";
import { Notice } from "./notice.tsx";
import { Skeleton } from "./skeleton.tsx";
import { CodeBlock } from "./values/code-block.tsx";
import { Money } from "./values/money.tsx";
import { SourceName } from "./values/source-name.tsx";
import { Time } from "./values/time.tsx";

export type Story = Schemas["CustomersStory"];
type Step = Story["steps"][number];

type Look = { readonly icon: LucideIcon; readonly meaning: "good" | "warn" | "bad" | "neutral" };

const looks: Readonly<Record<Step["kind"], Look>> = {
  click: { icon: MousePointerClick, meaning: "neutral" },
  lead: { icon: UserPlus, meaning: "neutral" },
  payment: { icon: CircleDollarSign, meaning: "neutral" },
  sale: { icon: ShoppingCart, meaning: "good" },
  no_sale: { icon: Ban, meaning: "warn" },
  commission: { icon: HandCoins, meaning: "good" },
  no_commission: { icon: Ban, meaning: "warn" },
  hold: { icon: Hourglass, meaning: "neutral" },
  flag: { icon: Flag, meaning: "warn" },
  approval: { icon: CircleCheck, meaning: "good" },
  payout: { icon: Wallet, meaning: "neutral" },
  paid: { icon: CircleCheck, meaning: "good" },
  payout_withdrawn: { icon: Undo2, meaning: "bad" },
  refund: { icon: Undo2, meaning: "bad" },
  dispute: { icon: Gavel, meaning: "bad" },
  correction: { icon: PenLine, meaning: "warn" },
  repeated: { icon: Copy, meaning: "neutral" },
  other: { icon: CircleDashed, meaning: "neutral" },
};

type PaymentStoryProps = { readonly programId: number } & NamedPayment;

export function PaymentStory({ programId, ...name }: PaymentStoryProps) {
  return <Timeline programId={programId} {...usePaymentStory(programId, name)} />;
}

/** What the brand's call sent with the sale. */
export function SentWithSale({ programId, saleId }: { readonly programId: number; readonly saleId: number }) {
  const { data: story, error, isPending } = usePaymentStory(programId, { saleId });
  if (isPending) return <Skeleton lines={4} />;
  if (story === undefined) return <ErrorNotice error={error} />;
  const sale = story.sales.find(({ sale_id }) => sale_id === saleId);
  const items = sale?.line_items ?? null;
  const more = sale?.additional_data ?? null;
  if (items === null && more === null) return <p>{say("nothingWasSentWithThisSale")}</p>;
  return (
    <>
      {items === null ? null : <CodeBlock title={say("lineItems")} code={JSON.stringify(items, null, 2)} />}
      {more === null ? null : <CodeBlock title={say("additionalData")} code={JSON.stringify(more, null, 2)} />}
    </>
  );
}

type NamedPayment = { readonly saleId: number } | { readonly transactionId: string };

function usePaymentStory(programId: number, name: NamedPayment) {
  const query = "saleId" in name ? { sale_id: name.saleId } : { transaction_id: name.transactionId };
  return useQuery({
    queryKey: ["program", programId, "payment-story", query],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/payment-story", { params: { path: { program_id: programId }, query } }),
      ),
    select: ({ data }) => data,
  });
}

type CustomerStoryProps = {
  readonly programId: number;
  readonly query: { readonly customer_key: string } | { readonly provider_customer_id: string };
};

export function CustomerStory({ programId, query }: CustomerStoryProps) {
  const found = useQuery({
    queryKey: ["program", programId, "customer-story", query],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/customer-story", {
          params: { path: { program_id: programId }, query },
        }),
      ),
    select: ({ data }) => data,
  });
  return <Timeline programId={programId} {...found} />;
}

type TimelineProps = {
  readonly programId: number;
  readonly data: Story | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
};

function Timeline({ programId, data: story, error, isPending }: TimelineProps) {
  if (isPending) return <Skeleton lines={8} />;
  if (story === undefined) return <ErrorNotice error={error} />;
  return (
    <>
      <ol className="story">
        {story.steps.map((step) => (
          <StepOf key={keyOf(step)} programId={programId} step={step} />
        ))}
      </ol>
      {story.is_cut ? <Notice meaning="info">{say("onlyTheOldestEventsAreShown")}</Notice> : null}
      <LookedFor programId={programId} found={story.lookups} />
    </>
  );
}

function keyOf({ kind, event_id, sale_id, at, summary }: Step): string {
  return [kind, event_id, sale_id, at, summary].join(" ");
}

function StepOf({ programId, step }: { readonly programId: number; readonly step: Step }) {
  const { icon: Icon, meaning } = looks[step.kind];
  return (
    <li className={`step step-${meaning}${step.is_upcoming ? " step-ahead" : ""}`}>
      <span className="step-mark">
        <Icon size={14} aria-hidden="true" />
      </span>
      <div className="step-words">
        <p>{step.summary}</p>
        <p className="step-source">
          {step.at === null ? say("ahead") : <Time at={step.at} />}
          {step.is_upcoming && step.at !== null ? ` · ${say("aheadInSentence")}` : ""}
          {step.reported_by === null ? null : (
            <>
              {" · "}
              {rich("fromSource", { source: <SourceName of={step.reported_by} /> })}
            </>
          )}
          {step.event_id === null ? null : (
            <>
              {" · "}
              <Link to={pathOf(programId, "events", step.event_id)}>{say("eventId", { eventId: step.event_id })}</Link>
            </>
          )}
        </p>
      </div>
      {step.amount_cents === null || step.currency === null ? null : (
        <Money cents={step.amount_cents} currency={step.currency} />
      )}
    </li>
  );
}

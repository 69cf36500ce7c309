// An event's payload, as a tree and raw; for a provider's delivery also its headers and how it was read.
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { Facts } from "../../components/facts.tsx";
import { JsonTree } from "../../components/json-tree.tsx";
import { LookedFor } from "../../components/looked-for.tsx";
import { Notice } from "../../components/notice.tsx";
import { Time } from "../../components/time.tsx";
import { formatCount, sentenceOf } from "../../format.ts";
import { pathOf } from "../../paths.ts";
import type { EventDetail, EventProps } from "./event-sheet.tsx";
import { titleOf } from "./event-words.tsx";

type OfEvent = { readonly event: EventDetail };

export function EventPayload({ event }: OfEvent) {
  const [isRaw, setIsRaw] = useState(false);
  const body = event.delivery?.body;
  const value = body === undefined ? event.data : body.payload;
  return (
    <div className="stack payload">
      {body?.state === "erased" ? <Notice meaning="info">The payload was erased on request.</Notice> : null}
      {body?.state === "changed" ? <Notice meaning="bad">The payload was changed after it was received.</Notice> : null}
      <Button aria-pressed={isRaw} onClick={() => setIsRaw(!isRaw)}>
        {isRaw ? "Show as a tree" : "Show raw"}
      </Button>
      {isRaw ? <CodeBlock title="Payload" code={JSON.stringify(value, null, 2)} /> : <JsonTree value={value} />}
      <p className="step-source">Personal data and secrets are hidden.</p>
    </div>
  );
}

export function EventHeaders({ event: { delivery, signature } }: OfEvent) {
  if (delivery === null) return null;
  return (
    <>
      <div className="verdict">
        {signature === "verified" ? (
          <Notice meaning="good">The provider's signature is valid.</Notice>
        ) : (
          <Notice meaning="info">It was fetched from the provider, without a signature.</Notice>
        )}
      </div>
      <Facts
        facts={Object.entries(delivery.headers).map(([name, value]) => [
          name,
          <code key={name} className="wraps">
            {value}
          </code>,
        ])}
      />
    </>
  );
}

export function EventReading({ programId, event: { delivery, data } }: EventProps) {
  if (delivery === null) return null;
  const { body, now, lookups, rereadings } = delivery;
  return (
    <>
      {now === null ? null : (
        <div className="verdict">
          <Notice meaning="info">Read again now: {now.summary}</Notice>
        </div>
      )}
      <Facts
        facts={[
          ["Provider's event", <code key="type">{delivery.provider_event_type}</code>],
          [
            "Provider's id",
            <code key="id" className="wraps">
              {delivery.provider_event_id}
            </code>,
          ],
          ["Read as", titleOf(delivery)],
          ["Adapter version", delivery.adapter_version],
          ["Size", `${formatCount(body.bytes)} bytes`],
          ["Waits for", delivery.waits_for.join(", ")],
        ]}
      />
      <section className="looked-for">
        <h3>What it contains</h3>
        <JsonTree value={data} />
      </section>
      {rereadings.length === 0 ? null : (
        <section className="looked-for">
          <h3>Later readings</h3>
          <ul>
            {rereadings.map((one) => (
              <li key={one.event_id}>
                <Link to={pathOf(programId, "events", one.event_id)}>{titleOf(one)}</Link>
                <p className="step-source">
                  <Time at={one.reread_at} /> · version {one.adapter_version}
                  {one.reason === null ? "" : ` · ${sentenceOf(one.reason)}`}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <LookedFor programId={programId} found={lookups} />
    </>
  );
}

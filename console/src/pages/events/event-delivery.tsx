// An event's payload, as a tree and raw; for a provider's delivery also its headers and how it was read.
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { LookedFor } from "../../components/looked-for.tsx";
import { Notice } from "../../components/notice.tsx";
import { CodeBlock } from "../../components/values/code-block.tsx";
import { Facts } from "../../components/values/facts.tsx";
import { JsonTree } from "../../components/values/json-tree.tsx";
import { Time } from "../../components/values/time.tsx";
import { sentenceOf } from "../../format.ts";
import { pathOf } from "../../paths.ts";
import { rich, say } from "../../texts/events.ts";
import type { EventDetail, EventProps } from "./event-props.ts";
import { titleOf } from "./event-words.tsx";

type OfEvent = { readonly event: EventDetail };

export function EventPayload({ event }: OfEvent) {
  const [isRaw, setIsRaw] = useState(false);
  const body = event.delivery?.body;
  const value = body === undefined ? event.data : body.payload;
  return (
    <div className="stack payload">
      {body?.state === "erased" ? <Notice meaning="info">{say("thePayloadWasErasedOnRequest")}</Notice> : null}
      {body?.state === "changed" ? <Notice meaning="bad">{say("thePayloadWasChangedAfterIt")}</Notice> : null}
      <Button aria-pressed={isRaw} onClick={() => setIsRaw(!isRaw)}>
        {isRaw ? say("showAsATree") : say("showRaw")}
      </Button>
      {isRaw ? <CodeBlock title={say("payload")} code={JSON.stringify(value, null, 2)} /> : <JsonTree value={value} />}
      <p className="step-source">{say("personalDataAndSecretsAreHidden")}</p>
    </div>
  );
}

export function EventHeaders({ event: { delivery, signature } }: OfEvent) {
  if (delivery === null) return null;
  return (
    <>
      <div className="verdict">
        {signature === "verified" ? (
          <Notice meaning="good">{say("theProvidersSignatureIsValid")}</Notice>
        ) : (
          <Notice meaning="info">{say("itWasFetchedFromTheProvider")}</Notice>
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
          <Notice meaning="info">{say("readAgainNowSummary", { summary: now.summary })}</Notice>
        </div>
      )}
      <Facts
        facts={[
          [say("providersEvent"), <code key="type">{delivery.provider_event_type}</code>],
          [
            say("providersId"),
            <code key="id" className="wraps">
              {delivery.provider_event_id}
            </code>,
          ],
          [say("readAs"), titleOf(delivery)],
          [say("adapterVersion"), delivery.adapter_version],
          [say("size"), say("bytesBytes", { bytes: body.bytes })],
          [say("waitsFor"), delivery.waits_for.join(", ")],
        ]}
      />
      <section className="looked-for">
        <h3>{say("whatItContains")}</h3>
        <JsonTree value={data} />
      </section>
      {rereadings.length === 0 ? null : (
        <section className="looked-for">
          <h3>{say("laterReadings")}</h3>
          <ul>
            {rereadings.map((one) => (
              <li key={one.event_id}>
                <Link to={pathOf(programId, "events", one.event_id)}>{titleOf(one)}</Link>
                <p className="step-source">
                  {rich("timeVersionAdapterVersionReason", {
                    time: <Time at={one.reread_at} />,
                    adapterVersion: one.adapter_version,
                    reasonGiven: one.reason === null ? "none" : "other",
                    reason: one.reason === null ? null : sentenceOf(one.reason),
                  })}
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

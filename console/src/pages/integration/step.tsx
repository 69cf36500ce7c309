// One step of the integration. Its mark follows the gates of the checklist, which asks again every few seconds.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { readinessQuery } from "../../api/queries.ts";
import { Section } from "../../components/page.tsx";
import { gateIcons, gateStates } from "./checklist.tsx";

type State = keyof typeof gateIcons;

/** The least advanced of a step's gates is the step's state. */
const order: readonly State[] = ["failed", "open", "tested", "passed", "not_needed"];

type StepProps = {
  readonly programId: number;
  readonly number: number;
  readonly title: string;
  readonly about: string;
  readonly gates: readonly string[];
  readonly children: ReactNode;
};

export function Step({ programId, number, title, about, gates, children }: StepProps) {
  const { data: readiness } = useQuery(readinessQuery(programId));
  const seen = readiness?.gates.filter(({ gate }) => gates.includes(gate)).map(({ status }) => status) ?? [];
  const state = order.find((each) => seen.includes(each)) ?? "open";
  const [Icon, meaning] = gateIcons[state];
  return (
    <Section
      title={
        <span className={`step status-${meaning}`}>
          <Icon size={20} aria-hidden="true" />
          <span>
            {number}. {title}
            <span className="visually-hidden"> ({gateStates[state]})</span>
          </span>
        </span>
      }
      about={about}
    >
      {children}
    </Section>
  );
}

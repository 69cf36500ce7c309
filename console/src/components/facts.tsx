// What is known of one thing: names on the left, values on the right.
import type { ReactNode } from "react";

export type Fact = readonly [name: string, value: ReactNode];

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name} className="fact">
          <dt>{name}</dt>
          <dd>{value === null || value === "" ? <span className="quiet">None</span> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

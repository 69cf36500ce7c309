// What people read about a provider, as far as it follows from the adapter: the row in docs/providers.md, and the parts every guide has.
import type { Adapter } from "../../adapters/adapter.ts";

export function providerRow({ provider, reports }: Adapter): string {
  const { oneOff, firstOfSubscription, renewals, partialRefunds, disputes, foundBy } = reports;
  const cells = [oneOff, firstOfSubscription, renewals, partialRefunds, disputes, foundBy];
  return `| [${provider}](providers/${provider}.md) | ${cells.join(" | ")} |`;
}

/** The headings of a guide, in their order; between them a guide may have more. */
export function guideParts({ title }: Adapter): string[] {
  return [
    "## Set up",
    "## Attribution keys",
    "## Events we use",
    "## Names of a payment",
    "## Test it",
    `## What ${title} does not report`,
  ];
}

export function connectLine({ provider }: Adapter): string {
  return `npm run --silent svc -- connections add --program 1 --provider ${provider} --secret -`;
}

export function connectByKeyLine({ provider }: Adapter): string {
  return `npm run --silent svc -- connections add --program 1 --provider ${provider} --api-key -`;
}

/** What a guide that is not written yet begins with. */
export function guideSkeleton(adapter: Adapter): string {
  const [setUp, ...parts] = guideParts(adapter);
  return [`# ${adapter.title}`, setUp, `\`\`\`sh\n${connectLine(adapter)} < secret\n\`\`\``, ...parts].join("\n\n");
}

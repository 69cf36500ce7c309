// A year of the story, up to its last hour, which is the one before now.
import { openSecrets } from "../../src/access/secrets/secrets.ts";
import { beginJourney } from "./journeys.ts";
import type { LogWriter } from "./log-writer.ts";
import { found } from "./market.ts";
import { keepBooks } from "./payday.ts";
import type { DeliveryCheck } from "./steps.ts";
import { hoursPerDay, Story, type StoryProgram } from "./story.ts";
import { requireTrueReading } from "./stripe-deliveries.ts";

export const benchSecretKey = "only-for-the-bench-only-for-the-bench";

const days = 360;
const hours = days * hoursPerDay;
const millisecondsPerHour = 3_600_000;
/** Of so many deliveries one is read by the adapter. */
const deliveriesPerCheck = 1_000;

export type Year = {
  /** In all, those that found the programs included. */
  readonly events: number;
  readonly seed: number;
  readonly onProgress?: (events: number) => void;
};

export async function recordYear(
  writer: LogWriter,
  programs: readonly StoryProgram[],
  { events, seed, onProgress }: Year,
): Promise<void> {
  const end = Math.floor(Date.now() / millisecondsPerHour) * millisecondsPerHour;
  const start = new Date(end - hours * millisecondsPerHour);
  found(writer, programs, start);
  const story = new Story(writer, programs, { seed, start });
  for (const program of programs) keepBooks({ story, program });
  const check = sampleOfDeliveries();
  for (let hour = 0; hour < hours; hour += 1) {
    const left = events - writer.eventCount;
    const ofThisHour = Math.round(left / (hours - hour));
    if (ofThisHour > 0) await story.runHour(ofThisHour, (each) => beginJourney(each, check));
    else story.skipHour();
    onProgress?.(writer.eventCount);
  }
}

function sampleOfDeliveries(): DeliveryCheck {
  const secrets = openSecrets([benchSecretKey]);
  let deliveries = 0;
  return (delivery, body) => {
    if (deliveries % deliveriesPerCheck === 0) requireTrueReading(delivery, body, secrets);
    deliveries += 1;
  };
}

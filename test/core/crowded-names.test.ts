// A name that very many events wait under is nobody's: it must not make each further payment that names it read all of them.
import { expect, test } from "vitest";
import { waitingUnderNameMax } from "../../src/core/fold/parking.ts";
import { MemoryProgram } from "../support/memory-program.ts";
import { anna, click, lead, partnerJoined, payment, programCreated } from "../support/told.ts";

test("the oldest payments of a crowded address wait for its lead, the others for names of their own", () => {
  const program = new MemoryProgram();
  for (const one of [programCreated(), partnerJoined(anna), click(2)]) program.tell(one);
  const shared = { email_hash: "guest" };
  const paid = Array.from({ length: waitingUnderNameMax + 2 }, (_, index) => {
    const payer = { ...shared, provider_customer_id: `cus_${index}` };
    program.tell(payment({ transaction_id: `pi_${index}`, payer, day: 3 }));
    return program.log.at(-1)?.id ?? 0;
  });
  expect(paid.map((id) => program.outcomeOf(id))).toEqual(paid.map(() => "parked"));
  const waiting = program.rows("parked");
  expect(waiting.filter(({ wait_key }) => wait_key === "identity:email:guest")).toHaveLength(waitingUnderNameMax);
  expect(waiting.filter(({ wait_key }) => wait_key.startsWith("identity:payer:cus_"))).toHaveLength(paid.length);
  program.tell(lead({ customer_key: "guest", email_hash: "guest", day: 4 }));
  expect(program.rows("sale").map(({ sale_id }) => sale_id)).toEqual(paid.slice(0, waitingUnderNameMax));
  expect(program.replay(51).dump()).toBe(program.dump());
});

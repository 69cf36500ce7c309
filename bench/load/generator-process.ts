// The generator as a process of its own, so that it shares its processor time with nothing. It makes the requests and sends them on
// command, and answers with the result; see generator.ts for the other side.
import { runClosedLoop } from "./closed-loop.ts";
import { type Ask, commandOf, type Reply } from "./generator-messages.ts";
import { runOpenLoop } from "./open-loop.ts";
import { stormOrder } from "./order.ts";
import { makeRequests } from "./requests.ts";
import { Supply } from "./supply.ts";

let supply = new Supply([], null);

process.on("message", (message) => {
  answer(commandOf(message)).then(
    (reply) => process.send?.(reply),
    (error) => process.send?.({ kind: "failed", message: error instanceof Error ? error.message : String(error) }),
  );
});
process.on("disconnect", () => process.exit());

async function answer(ask: Ask): Promise<Reply> {
  switch (ask.kind) {
    case "prepare": {
      const { recipe } = ask;
      const copies = recipe.copies ?? 1;
      const requests = makeRequests(recipe, Math.floor(Date.now() / 1000));
      supply = new Supply(requests, copies === 1 ? null : stormOrder(requests.length, copies));
      return { kind: "prepared" };
    }
    case "run": {
      const { ports, loop, counted } = ask;
      const result =
        loop.kind === "closed"
          ? await runClosedLoop(supply, ports, loop, counted)
          : await runOpenLoop(supply, ports, loop, counted);
      return { kind: "ran", result };
    }
  }
}

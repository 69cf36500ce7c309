// A bare redirect as a contender: what a link costs that records nothing.
import { startServer } from "../child-server.ts";
import { linkTarget } from "../load/recipe.ts";
import { Demand } from "./demand.ts";
import { type Arena, closedTurn, openTurn, type UnderLoad } from "./http-turn.ts";
import type { LoadContender } from "./load-contender.ts";

export async function openBareRedirect(arena: Arena, name: string, connections: number): Promise<LoadContender> {
  const server = await startServer(new URL("../limits/bare-redirect.ts", import.meta.url));
  const target: UnderLoad = { name, ports: [server.port], pids: [server.pid] };
  const demand = new Demand();
  let answered = 0;
  const recipeOf = (run: string, requests: number) =>
    ({ kind: "other", targets: [linkTarget("anna-1")], run, requests }) as const;
  return {
    name,
    about: "Express: response.redirect, and nothing is kept",
    kind: "limit",
    async turn({ run, seconds }) {
      const recipe = recipeOf(run, demand.requests(seconds));
      const { measured, figures } = await closedTurn(arena, target, recipe, { connections, seconds });
      demand.seen(measured.perSecond, measured.ranOut);
      answered += measured.answered;
      return figures;
    },
    async openTurn({ run, seconds, perSecond }) {
      const recipe = recipeOf(run, Math.floor(perSecond * seconds));
      const { measured, figures } = await openTurn(arena, target, recipe, { perSecond, seconds });
      answered += measured.answered;
      return figures;
    },
    check: async () => `${name}: ${answered} redirects, nothing kept`,
    close: () => server.stop(),
  };
}

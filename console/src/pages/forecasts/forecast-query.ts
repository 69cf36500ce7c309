// A forecast; polled while its books are built.
import { queryOptions } from "@tanstack/react-query";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { isWorkedOn } from "../replay/run-query.ts";

export type Forecast = Schemas["Forecast"];
export type ForecastMonth = NonNullable<Forecast["months"]>[number];
export type ForecastPartner = NonNullable<Forecast["partners"]>[number];

const pollMilliseconds = 1_000;

export function forecastQuery(programId: number, runId: number) {
  return queryOptions({
    queryKey: ["program", programId, "forecast", runId],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/forecasts/{run_id}", {
          params: { path: { program_id: programId, run_id: runId } },
        }),
      ),
    select: ({ data }) => data,
    refetchInterval: ({ state }) =>
      state.data !== undefined && isWorkedOn(state.data.data) ? pollMilliseconds : false,
  });
}

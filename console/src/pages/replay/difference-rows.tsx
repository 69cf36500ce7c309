// Each row that differs, before and after, with what changes in it marked.
import { useInfiniteQuery } from "@tanstack/react-query";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Money } from "../../components/values/money.tsx";
import { sentenceOf } from "../../format.ts";
import { say } from "../../texts/books/replay.ts";

type Change = Schemas["ReplaysRows"];

const rowsOfAPage = 20;

export function DifferenceRows({ programId, runId }: { readonly programId: number; readonly runId: number }) {
  const found = useInfiniteQuery({
    queryKey: ["program", programId, "replay-rows", runId],
    queryFn: ({ pageParam }) =>
      ask(
        api.GET("/api/v1/replays/{run_id}/rows", {
          params: {
            path: { run_id: runId },
            query: { limit: rowsOfAPage, ...(pageParam === "" ? {} : { cursor: pageParam }) },
          },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
  if (found.isError) return <ErrorNotice error={found.error} />;
  if (found.isPending) return <Skeleton lines={6} />;
  const rows = found.data.pages.flatMap(({ data }) => data);
  return (
    <>
      <ul className="causes">
        {rows.map((row) => (
          <RowOf key={`${row.book} ${JSON.stringify(row.row_key)}`} row={row} />
        ))}
      </ul>
      {found.hasNextPage ? (
        <div className="list-more">
          <Button isBusy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {say("showMore")}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function RowOf({ row: { book, row_key, before, after } }: { readonly row: Change }) {
  const key = Object.entries(row_key)
    .map(([name, value]) => `${sentenceOf(name).toLowerCase()} ${wordsOf(value)}`)
    .join(", ");
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changed = names.filter((name) => wordsOf(before?.[name]) !== wordsOf(after?.[name]));
  return (
    <li className="change">
      <h3>
        {sentenceOf(book)}, {key}: {kindOf(before, after)}
      </h3>
      <div className="change-table">
        <table className="table">
          <caption className="visually-hidden">
            {sentenceOf(book)}, {key}
          </caption>
          <thead>
            <tr>
              <th scope="col">{say("field")}</th>
              <th scope="col">{say("before")}</th>
              <th scope="col">{say("after")}</th>
            </tr>
          </thead>
          <tbody>
            {changed.map((name) => (
              <tr key={name}>
                <th scope="row">{sentenceOf(name.replace(/_cents$/, ""))}</th>
                <td>
                  {before === null ? <span className="quiet">{say("absent")}</span> : <Cell name={name} row={before} />}
                </td>
                <td>
                  {after === null ? (
                    <span className="quiet">{say("gone")}</span>
                  ) : (
                    <mark>
                      <Cell name={name} row={after} />
                    </mark>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </li>
  );
}

type CellProps = { readonly name: string; readonly row: Readonly<Record<string, unknown>> };

function Cell({ name, row }: CellProps) {
  const value = row[name];
  const { currency } = row;
  if (name.endsWith("_cents") && typeof value === "number" && typeof currency === "string") {
    return <Money cents={value} currency={currency} />;
  }
  return wordsOf(value);
}

function kindOf(before: Change["before"], after: Change["after"]): string {
  if (before === null) return say("rowAdded");
  return after === null ? say("rowRemoved") : say("rowChanged");
}

function wordsOf(value: unknown): string {
  if (value === undefined || value === null) return "none";
  return typeof value === "string" ? value : JSON.stringify(value);
}

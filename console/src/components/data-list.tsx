// A list: filters as chips in the address, columns chosen and kept, pages by cursor, a row opens at an address of its own, rows
// chosen for a bulk action, and the CSV of exactly what is shown.

import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { columnVisibilityFeature, rowSelectionFeature, tableFeatures, useTable } from "@tanstack/react-table";
import { Download } from "lucide-react";
import { type ReactNode, useEffect, useMemo } from "react";
import { serviceAddress } from "../api/client.ts";
import type { Page } from "../api/queries.ts";
import type { Search } from "../api/search.ts";
import { say } from "../texts/components.ts";
import { Button } from "./button.tsx";
import { ColumnChoice, keepColumns, keptColumns } from "./column-choice.tsx";
import { EmptyState } from "./empty-state.tsx";
import { ErrorNotice } from "./error-notice.tsx";
import { type Filter, Filters, useFilters } from "./filters.tsx";
import { NewRows, newRowsMax } from "./new-rows.tsx";
import { Skeleton } from "./skeleton.tsx";

export type Column<Row> = {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures are right-aligned. */
  readonly isFigure?: boolean;
  /** Sentences, which may take more than one line. */
  readonly isProse?: boolean;
  /** Not shown until it is chosen. */
  readonly isExtra?: boolean;
  /** Not shown on a phone, where the row's own sheet says it. */
  readonly isWide?: boolean;
};

type DataListProps<Row> = {
  /** Under this name its columns are kept in this browser. */
  readonly name: string;
  readonly label: string;
  /** Starts with ["program", id], so that every change of the program refetches it. */
  readonly queryKey: readonly unknown[];
  /** `query` is the query string; pass it to the client as `querySerializer`. */
  readonly load: (query: () => string) => Promise<Page<Row>>;
  readonly columns: readonly Column<Row>[];
  readonly rowId: (row: Row) => string;
  /** Where the row opens; the list's filters are kept. */
  readonly rowPath?: (row: Row) => string;
  readonly filters?: readonly Filter[];
  /** What is always asked for, such as an order. */
  readonly always?: Readonly<Record<string, string>>;
  /** What else the service needs to be asked for, given all the rest. */
  readonly complete?: (query: URLSearchParams) => URLSearchParams;
  /** The list's path behind the service's address, for its CSV. */
  readonly csvPath?: string;
  /** Shown next to the number of selected rows. */
  readonly bulk?: (rows: readonly Row[], clear: () => void) => ReactNode;
  /** Its newest rows come first: what comes in is counted on top and shown when that is asked for, so that nothing jumps. */
  readonly isLive?: boolean;
  /** When there is nothing at all. */
  readonly empty: ReactNode;
};

const rowsOfAPage = 50;
const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });

export function DataList<Row extends object>(props: DataListProps<Row>) {
  const { queryKey, load, rowId, filters = [], always = {}, complete = asItIs, csvPath, isLive = false, empty } = props;
  const set = useFilters(filters);
  const search = new URLSearchParams(set).toString();
  const queryOf = (more: Readonly<Record<string, string>>) =>
    complete(new URLSearchParams({ ...always, ...set, ...more })).toString();
  const key = [...queryKey, always, search];
  const found = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => load(() => queryOf({ limit: String(rowsOfAPage), ...cursorOf(pageParam) })),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    refetchOnWindowFocus: !isLive,
  });
  const rows = useMemo(() => found.data?.pages.flatMap(({ data }) => data) ?? [], [found.data]);
  const isFiltered = search !== "";
  const csv = `${serviceAddress}${csvPath}?${queryOf({ format: "csv" })}`;
  const first = rows[0];
  const newRows = found.isSuccess ? (
    <NewRows
      listKey={key}
      load={() => load(() => queryOf({ limit: String(newRowsMax) }))}
      rowId={rowId}
      first={first === undefined ? null : rowId(first)}
      onShow={() => void found.refetch()}
    />
  ) : (
    // The place it will take: the rows below it do not move.
    <div className="tail" />
  );
  if (found.isError && rows.length === 0) {
    return <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />;
  }
  if (found.isSuccess && rows.length === 0 && !isFiltered) {
    return (
      <>
        {isLive ? newRows : null}
        {empty}
      </>
    );
  }
  return (
    <div className="list">
      {isLive ? newRows : null}
      <Rows
        {...props}
        rows={rows}
        before={<Filters filters={filters} />}
        after={
          csvPath === undefined ? null : (
            <a className="button button-quiet" href={csv} download>
              <Download size={14} aria-hidden="true" />
              {say("csv")}
            </a>
          )
        }
      />
      {found.isPending ? <Skeleton lines={8} /> : null}
      {found.isSuccess && rows.length === 0 ? (
        <EmptyState title={say("nothingMatches")}>{say("removeAFilterToSeeMore")}</EmptyState>
      ) : null}
      {found.hasNextPage ? (
        <div className="list-more">
          <Button isBusy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {say("showMore")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function asItIs(query: URLSearchParams): URLSearchParams {
  return query;
}

function cursorOf(cursor: string): Record<string, string> {
  return cursor === "" ? {} : { cursor };
}

type RowsProps<Row> = DataListProps<Row> & {
  readonly rows: readonly Row[];
  readonly before: ReactNode;
  readonly after: ReactNode;
};

function Rows<Row extends object>({ name, label, columns, rows, rowId, rowPath, bulk, before, after }: RowsProps<Row>) {
  const navigate = useNavigate();
  const table = useTable<typeof features, Row>({
    features,
    columns: useMemo(() => columns.map(({ id }) => ({ id })), [columns]),
    data: useMemo(() => [...rows], [rows]),
    getRowId: rowId,
    initialState: { columnVisibility: keptColumns(name, columns) },
  });
  const { columnVisibility } = table.state;
  useEffect(() => keepColumns(name, columnVisibility), [name, columnVisibility]);
  const shown = columns.filter(({ id }) => columnVisibility[id] !== false);
  const chosen = bulk === undefined ? [] : table.getSelectedRowModel().rows.map(({ original }) => original);
  return (
    <>
      <div className="list-bar">
        {before}
        <div className="list-tools">
          <ColumnChoice
            columns={columns}
            isShown={(id) => columnVisibility[id] !== false}
            onChange={(id, isShown) => table.setColumnVisibility((known) => ({ ...known, [id]: isShown }))}
          />
          {after}
        </div>
      </div>
      {chosen.length > 0 && bulk !== undefined ? (
        <div className="bulk" role="status">
          <span>{say("chosenChosen", { chosen: chosen.length })}</span>
          {bulk(chosen, () => table.resetRowSelection(true))}
        </div>
      ) : null}
      {rows.length === 0 ? null : (
        <div className="table-frame">
          <table className="table">
            <caption className="visually-hidden">{label}</caption>
            <thead>
              <tr>
                {bulk === undefined ? null : (
                  <th className="cell-check">
                    <input
                      type="checkbox"
                      aria-label={say("selectAllRowsShown")}
                      checked={table.getIsAllRowsSelected()}
                      onChange={table.getToggleAllRowsSelectedHandler()}
                    />
                  </th>
                )}
                {shown.map((column) => (
                  <th key={column.id} scope="col" className={cellClass(column)}>
                    {column.title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.getRowModel().rows.map((row) => {
                const path = rowPath?.(row.original);
                return (
                  // Its first cell holds the link that keys reach.
                  <tr
                    key={row.id}
                    className={path === undefined ? "" : "row-opens"}
                    aria-selected={row.getIsSelected() || undefined}
                    onClick={(event) => {
                      if (path === undefined || isOwnClick(event.target)) return;
                      void navigate({ to: path, search: keepSearch });
                    }}
                  >
                    {bulk === undefined ? null : (
                      <td className="cell-check">
                        <input
                          type="checkbox"
                          aria-label={say("selectRowId", { id: row.id })}
                          checked={row.getIsSelected()}
                          onChange={row.getToggleSelectedHandler()}
                        />
                      </td>
                    )}
                    {shown.map((column, index) => (
                      <td key={column.id} className={cellClass(column)}>
                        {index === 0 && path !== undefined ? (
                          <Link to={path} search={keepSearch} className="row-link">
                            {column.cell(row.original)}
                          </Link>
                        ) : (
                          column.cell(row.original)
                        )}
                      </td>
                    ))}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

/** A link, a button or a box in a row does what it does itself; a text that is being marked opens nothing. */
function isOwnClick(target: EventTarget): boolean {
  const isControl = target instanceof Element && target.closest("a, button, input, label") !== null;
  return isControl || getSelection()?.isCollapsed === false;
}

function keepSearch(search: Search): Search {
  return search;
}

function cellClass<Row>({ isFigure = false, isWide = false, isProse = false }: Column<Row>): string {
  return `${isFigure ? "cell-figure" : ""}${isWide ? " cell-wide" : ""}${isProse ? " cell-prose" : ""}`;
}

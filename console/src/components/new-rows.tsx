// What came in since a list was shown, newest first: counted on top of it, and shown when that is asked for. While the tab is not
// looked at nothing is asked.
import { useQuery } from "@tanstack/react-query";
import type { Page } from "../api/queries.ts";
import { say } from "../texts/components.ts";
import { Button } from "./button.tsx";

const pollMilliseconds = 4_000;
/** More than these are not counted. */
export const newRowsMax = 100;

type NewRowsProps<Row> = {
  readonly listKey: readonly unknown[];
  /** The first of the rows, at most `newRowsMax`. */
  readonly load: () => Promise<Page<Row>>;
  readonly rowId: (row: Row) => string;
  /** The newest row shown; null for an empty list. */
  readonly first: string | null;
  readonly onShow: () => void;
};

export function NewRows<Row>({ listKey, load, rowId, first, onShow }: NewRowsProps<Row>) {
  const { data: count = 0, isError } = useQuery({
    // Not among the program's: what changes the program has nothing to say of it.
    queryKey: ["new-rows", ...listKey, first],
    queryFn: load,
    select: ({ data }) => {
      const place = data.findIndex((row) => rowId(row) === first);
      return place === -1 ? data.length : place;
    },
    refetchInterval: pollMilliseconds,
    gcTime: 0,
  });
  const show = () => {
    onShow();
    scrollTo({ top: 0 });
  };
  return (
    <div className="tail" role="status">
      {isError ? (
        say("couldNotCheckForNewRows")
      ) : (
        <>
          <span className="tail-dot" aria-hidden="true" />
          {say("watching")}
        </>
      )}
      {count === 0 ? null : (
        <Button onClick={show}>
          {count >= newRowsMax ? say("newRowsMaxAndMoreNew", { newRowsMax }) : say("countNew", { count })}
        </Button>
      )}
    </div>
  );
}

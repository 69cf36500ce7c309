// Searches pages, programs, and everything with a name: ids, transactions, customers, clicks, e-mail addresses, partners. The arrow keys
// move, Enter opens, Escape closes; screen readers announce the highlighted item and the number of results.
import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Search as SearchIcon } from "lucide-react";
import { useState } from "react";
import { api, ask } from "../api/client.ts";
import { programsQuery } from "../api/queries.ts";
import { usePause } from "../components/pause.ts";
import { Money } from "../components/values/money.tsx";
import { say } from "../texts/shell.ts";
import { type Found, foundHits, matchingPages, matchingPrograms } from "./search-places.ts";

type SearchDialogProps = {
  readonly programId: number | undefined;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

export function SearchDialog({ programId, isOpen, onClose }: SearchDialogProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(opens) => (opens ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="search" aria-label={say("search")}>
          <Palette programId={programId} onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The longest text that the service looks for. */
const charactersMax = 200;

function Palette({ programId, onClose }: Omit<SearchDialogProps, "isOpen">) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const sought = usePause(typed.trim());
  const { data: programs = [] } = useQuery(programsQuery);
  const { data: hits = [], isFetching } = useQuery({
    queryKey: ["search", sought],
    queryFn: () =>
      ask(api.GET("/api/v1/search", { params: { query: { query: sought } } })).then(({ data }) => data.hits),
    enabled: sought !== "",
    placeholderData: keepPreviousData,
  });
  const text = typed.trim().toLowerCase();
  const groups = [
    { value: "Pages", items: programId === undefined ? [] : matchingPages(programId, text) },
    { value: "Found", items: text === "" ? [] : foundHits(hits, { programs, programId }) },
    { value: "Programs", items: matchingPrograms(programs, text) },
  ].filter(({ items }) => items.length > 0);
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const isBusy = isFetching || sought !== typed.trim();
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      mode="none"
      filter={null}
      autoHighlight="always"
      keepHighlight
      value={typed}
      onValueChange={(value, { reason }) => {
        // What is chosen is a place to go to and not a text.
        if (reason !== "item-press") setTyped(value);
      }}
    >
      <div className="search-field">
        <SearchIcon size={16} aria-hidden="true" />
        <Autocomplete.Input
          className="search-input"
          aria-label={say("searchPagesProgramsIdsAndNames")}
          placeholder={say("pageIdTransactionCustomerClickE")}
          maxLength={charactersMax}
        />
      </div>
      <Autocomplete.Status className="visually-hidden">
        {isBusy ? say("searching") : say("countPlacesFound", { count })}
      </Autocomplete.Status>
      <Autocomplete.Empty className="search-empty">
        {isBusy || text === "" ? null : say("noResultsIdsKeysAndE")}
      </Autocomplete.Empty>
      <Autocomplete.List className="search-list">
        {(group: (typeof groups)[number]) => (
          <Autocomplete.Group key={group.value} items={group.items}>
            <Autocomplete.GroupLabel className="menu-label">{group.value}</Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(found: Found) => (
                <Autocomplete.Item
                  key={found.key}
                  value={found}
                  className="search-item"
                  onClick={() => {
                    onClose();
                    void navigate({ to: found.path, search: found.search ?? {} });
                  }}
                >
                  <span className="search-kind">{found.kind}</span>
                  <span className="search-title">{found.title}</span>
                  <span className="search-detail">
                    {found.detail}
                    {found.amount === null ? null : (
                      <Money cents={found.amount.cents} currency={found.amount.currency} />
                    )}
                  </span>
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

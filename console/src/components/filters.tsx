// The filters of a list. Each filter in use is a chip; filters are in the URL, so that a filtered list can be shared.

import { Popover } from "@base-ui/react/popover";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ListFilter, X } from "lucide-react";
import { useState } from "react";
import type { Search } from "../api/search.ts";
import { sentenceOf } from "../format.ts";
import { say } from "../texts/components.ts";
import { Button } from "./button.tsx";
import type { Choice } from "./form.tsx";

export type Filter = {
  /** As the API calls it. */
  readonly name: string;
  readonly label: string;
} & (
  | { readonly kind: "text"; readonly placeholder?: string }
  | { readonly kind: "choice"; readonly choices: readonly Choice[] }
  /** A day, of which the reader's own midnight is meant. */
  | { readonly kind: "day" }
);

/** Choices named as the service's own codes are read. */
export function choicesOf(codes: readonly string[]): Choice[] {
  return codes.map((code) => ({ value: code, label: sentenceOf(code) }));
}

/** Those of `filters` that are set, as the API takes them. */
export function useFilters(filters: readonly Filter[]): Record<string, string> {
  const search = useSearch({ strict: false });
  return Object.fromEntries(
    filters.flatMap(({ name }) => {
      const value = search[name];
      return value === undefined || value === "" ? [] : [[name, value]];
    }),
  );
}

export function Filters({ filters }: { readonly filters: readonly Filter[] }) {
  const set = useFilters(filters);
  const navigate = useNavigate();
  const change = (name: string, value: string) => {
    void navigate({
      to: ".",
      search: (search: Search) => {
        const { [name]: _before, ...others } = search;
        return value === "" ? others : { ...others, [name]: value };
      },
      replace: true,
    });
  };
  if (filters.length === 0) return <div />;
  return (
    <div className="chips">
      {filters.map((filter) => {
        const value = set[filter.name];
        return value === undefined ? null : (
          <span key={filter.name} className="chip">
            <FilterEditor filter={filter} value={value} onSet={change} />
            <button
              type="button"
              className="chip-remove"
              aria-label={say("removeTheFilterLabel", { label: filter.label })}
              onClick={() => change(filter.name, "")}
            >
              <X size={12} aria-hidden="true" />
            </button>
          </span>
        );
      })}
      <AddFilter filters={filters.filter(({ name }) => set[name] === undefined)} onSet={change} />
    </div>
  );
}

type OnSet = (name: string, value: string) => void;

function AddFilter({ filters, onSet }: { readonly filters: readonly Filter[]; readonly onSet: OnSet }) {
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const filter = filters.find(({ name }) => name === chosen) ?? (filters.length === 1 ? filters[0] : undefined);
  if (filters.length === 0) return null;
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(opens) => {
        setIsOpen(opens);
        setChosen(null);
      }}
    >
      <Popover.Trigger className="button button-quiet chip-add">
        <ListFilter size={14} aria-hidden="true" />
        {say("filter")}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="positioner" sideOffset={4} align="start">
          <Popover.Popup className="menu" aria-label={say("filter")}>
            {filter === undefined ? (
              filters.map(({ name, label }) => (
                <button key={name} type="button" className="menu-item" onClick={() => setChosen(name)}>
                  {label}
                </button>
              ))
            ) : (
              <ValueForm
                filter={filter}
                value=""
                onSet={(value) => {
                  onSet(filter.name, value);
                  setIsOpen(false);
                }}
              />
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

type FilterEditorProps = { readonly filter: Filter; readonly value: string; readonly onSet: OnSet };

function FilterEditor({ filter, value, onSet }: FilterEditorProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger className="chip-value">
        {filter.label}: <strong>{wordsOf(filter, value)}</strong>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="positioner" sideOffset={4} align="start">
          <Popover.Popup className="menu" aria-label={filter.label}>
            <ValueForm
              filter={filter}
              value={value}
              onSet={(changed) => {
                onSet(filter.name, changed);
                setIsOpen(false);
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

type ValueFormProps = { readonly filter: Filter; readonly value: string; readonly onSet: (value: string) => void };

function ValueForm({ filter, value, onSet }: ValueFormProps) {
  if (filter.kind === "choice") {
    return filter.choices.map((choice) => (
      <button
        key={choice.value}
        type="button"
        className="menu-item"
        aria-pressed={choice.value === value}
        onClick={() => onSet(choice.value)}
      >
        {choice.label}
      </button>
    ));
  }
  return (
    <form
      className="filter-form"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get("value");
        if (typeof typed === "string") onSet(filter.kind === "day" ? timeOf(typed) : typed.trim());
      }}
    >
      <label className="field">
        <span className="field-label">{filter.label}</span>
        <input
          className="input"
          name="value"
          type={filter.kind === "day" ? "date" : "text"}
          defaultValue={filter.kind === "day" ? dayOf(value) : value}
          placeholder={filter.kind === "text" ? filter.placeholder : undefined}
        />
      </label>
      <Button type="submit" kind="primary">
        {say("apply")}
      </Button>
    </form>
  );
}

function wordsOf(filter: Filter, value: string): string {
  if (filter.kind === "day") return dayOf(value);
  if (filter.kind === "text") return value;
  return filter.choices.find((choice) => choice.value === value)?.label ?? value;
}

/** `2026-11-22`, in the reader's zone, as midnight of it in UTC. */
function timeOf(day: string): string {
  return day === "" ? "" : new Date(`${day}T00:00:00`).toISOString();
}

function dayOf(time: string): string {
  const at = new Date(time);
  if (time === "" || Number.isNaN(at.getTime())) return "";
  const part = (value: number) => String(value).padStart(2, "0");
  return `${at.getFullYear()}-${part(at.getMonth() + 1)}-${part(at.getDate())}`;
}

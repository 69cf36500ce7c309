// Chooses the days a page is about, in the address.
import { useNavigate } from "@tanstack/react-router";
import type { Search } from "../../api/search.ts";
import { say } from "../../texts/overview.ts";
import { lastDayOf, type Period, periods } from "./period.ts";

export function PeriodChoice({ period }: { readonly period: Period }) {
  const navigate = useNavigate();
  const set = (change: Search) => {
    void navigate({ to: ".", search: (search: Search) => ({ ...search, ...change }), replace: true });
  };
  return (
    <div className="row">
      <label>
        <span className="visually-hidden">{say("period")}</span>
        <select className="input select" value={period.id} onChange={(event) => set({ period: event.target.value })}>
          {periods.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {period.id === "custom" ? (
        <>
          <label>
            <span className="visually-hidden">{say("from")}</span>
            <input
              className="input"
              type="date"
              value={period.from}
              onChange={(event) => set({ from: event.target.value })}
            />
          </label>
          <label>
            <span className="visually-hidden">{say("to")}</span>
            <input
              className="input"
              type="date"
              value={lastDayOf(period)}
              onChange={(event) => set({ to: event.target.value })}
            />
          </label>
        </>
      ) : null}
    </div>
  );
}

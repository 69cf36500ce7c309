// What a search can lead to, and where each of it is.

import type { Schemas } from "../api/queries.ts";
import type { Search } from "../api/search.ts";
import { sentenceOf } from "../format.ts";
import { entries, settingsParts } from "../navigation.ts";
import { pathOf } from "../paths.ts";
import { say } from "../texts/shell.ts";

export type Found = {
  readonly key: string;
  /** What it is, in a word. */
  readonly kind: string;
  readonly title: string;
  readonly detail: string;
  readonly amount: { readonly cents: number; readonly currency: string } | null;
  readonly path: string;
  readonly search?: Search;
};

type Hit = Schemas["Search"]["hits"][number];
type Program = Pick<Schemas["Program"], "program_id" | "name">;

const programsShown = 5;

export function matchingPages(programId: number, text: string): Found[] {
  const places = [
    ...entries.map(({ path, label }) => ({ label, path: pathOf(programId, path) })),
    ...settingsParts.map(({ id, title }) => ({
      label: say("settingsTitle", { title }),
      path: pathOf(programId, "settings", id),
    })),
    { label: say("addPartner"), path: pathOf(programId, "partners", "new") },
    { label: say("newProgram"), path: "/new-program" },
  ];
  return places
    .filter(({ label }) => label.toLowerCase().includes(text))
    .map(({ label, path }) => ({ key: `page ${path}`, kind: "Page", title: label, detail: "", amount: null, path }));
}

export function matchingPrograms(programs: readonly Program[], text: string): Found[] {
  return programs
    .filter(({ program_id, name }) => name.toLowerCase().includes(text) || String(program_id) === text)
    .slice(0, programsShown)
    .map(({ program_id, name }) => ({
      key: `program ${program_id}`,
      kind: "Program",
      title: name,
      detail: "",
      amount: null,
      path: pathOf(program_id, "overview"),
    }));
}

type Here = { readonly programs: readonly Program[]; readonly programId: number | undefined };

/** Those of the program one is in come first; of another program its name is said. */
export function foundHits(hits: readonly Hit[], { programs, programId }: Here): Found[] {
  return hits
    .filter(({ kind }) => kind !== "program")
    .toSorted((a, b) => Number(b.program_id === programId) - Number(a.program_id === programId))
    .map((hit) => {
      const { kind, id, program_id, title, detail, amount_cents, currency } = hit;
      const program = programs.find((each) => each.program_id === program_id);
      const where = program_id === programId ? null : (program?.name ?? say("programId", { programId: program_id }));
      return {
        key: `${kind} ${program_id} ${id}`,
        kind: sentenceOf(kind),
        title: kind === "event" ? sentenceOf(title) : title,
        detail: [detail === null ? null : sentenceOf(detail), where].filter((part) => part !== null).join(" · "),
        amount: amount_cents === null || currency === null ? null : { cents: amount_cents, currency },
        ...placeOf(hit),
      };
    });
}

function placeOf({ kind, id, program_id }: Hit): Pick<Found, "path" | "search"> {
  switch (kind) {
    case "program":
      return { path: pathOf(program_id, "overview") };
    case "partner":
      return { path: pathOf(program_id, "partners", id) };
    case "sale":
      return { path: pathOf(program_id, "sales", id) };
    case "customer":
      return { path: pathOf(program_id, "customers", id) };
    case "provider_customer":
      return { path: pathOf(program_id, "customers/provider", id) };
    case "subscription":
      return { path: pathOf(program_id, "sales"), search: { subscription_id: id } };
    case "click":
      return { path: pathOf(program_id, "events"), search: { click_id: id } };
    case "payout":
      return { path: pathOf(program_id, "payouts", id) };
    case "payment":
    case "lead":
    case "dispute":
    case "event":
      return { path: pathOf(program_id, "events", id) };
  }
}

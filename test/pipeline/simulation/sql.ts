// What the pipeline's generated statements say: which books are loaded by which parameters, and which rows are written.
import type { Row } from "./binary-rows.ts";
import { elementsOf, rowsOf } from "./binary-rows.ts";
import type { ModelDatabase } from "./model-database.ts";
import type { Parameter } from "./protocol.ts";

type Values = readonly Parameter[];

export type Write = { readonly kind: "insert" | "upsert" | "delete"; readonly table: string; readonly rows: Row[] };

/** The inserts and deletes of one statement, however they are combined. */
export function writesOf(text: string, values: Values): Write[] {
  const starts = [...text.matchAll(/(insert into|delete from) (\w+)/g)];
  return starts.map(({ index, 1: verb, 2: table = "" }, at) => {
    const part = text.slice(index, starts[at + 1]?.index);
    const columns = [...part.matchAll(/unnest\(\$(\d+)::\w+\[\]\) as (\w+)/g)].map(
      ({ 1: parameter, 2: name = "" }) => ({
        name,
        parameter: values[Number(parameter) - 1],
      }),
    );
    const insert = part.includes("on conflict") ? "upsert" : "insert";
    return { kind: verb === "delete from" ? "delete" : insert, table, rows: rowsOf(columns) };
  });
}

/** Each row with the place of its book in the statement. */
export function loadOf(text: string, values: Values, model: ModelDatabase): { book: number; row: Row }[] {
  const found = new Map<string, Row[]>();
  const byKeys = (name: string, programs: string | undefined, keys: string | undefined): Row[] => {
    const programIds = elementsOf(values[Number(programs) - 1]);
    if (keys === undefined) return programIds.flatMap((programId) => model.table(name).under(programId));
    const all = elementsOf(values[Number(keys) - 1]);
    return programIds.flatMap((programId, index) => model.table(name).under(programId, all[index]));
  };
  const byKey =
    /\(select unnest\(\$(\d+)::bigint\[\]\) as program_id, unnest\(\$(\d+)::\w+\[\]\) as key\) k join (\w+) t on/;
  const materialized = new RegExp(`(\\w+)_found as materialized \\(select t\\.\\* from ${byKey.source}`, "g");
  for (const { 1: name = "", 2: programs, 3: keys } of text.matchAll(materialized)) {
    found.set(name, byKeys(name, programs, keys));
  }
  const select = text.slice(text.indexOf("select 0 as book"));
  return select.split(" union all ").flatMap((part) => {
    const { 1: number, 2: from = "" } = /select (\d+) as book, to_json\(t\) as row from (.*)$/s.exec(part) ?? [];
    return rowsFrom(from, { found, byKeys, byKey, model }).map((row) => ({ book: Number(number), row }));
  });
}

type Sources = {
  readonly found: ReadonlyMap<string, readonly Row[]>;
  readonly byKeys: (name: string, programs: string | undefined, keys: string | undefined) => Row[];
  readonly byKey: RegExp;
  readonly model: ModelDatabase;
};

function rowsFrom(from: string, { found, byKeys, byKey, model }: Sources): readonly Row[] {
  const { 1: leading } = /^(\w+)_found t$/.exec(from) ?? [];
  if (leading !== undefined) return found.get(leading) ?? [];
  const { 1: whole, 2: ofPrograms } = /^(\w+) t where t\.program_id = any\(\$(\d+)/.exec(from) ?? [];
  if (whole !== undefined) return byKeys(whole, ofPrograms, undefined);
  const { 1: ofPartner } = /join (\w+) t using \(program_id, partner_id\)$/.exec(from) ?? [];
  if (ofPartner !== undefined) {
    const rows = [...from.matchAll(/(\w+)_found/g)].flatMap(({ 1: name = "" }) => found.get(name) ?? []);
    const partners = new Map(rows.map((row) => [`${row.program_id} ${row.partner_id}`, row]));
    return [...partners.values()].flatMap((row) => model.table(ofPartner).under(row.program_id, row.partner_id));
  }
  if (from.startsWith("customer_found k join click t")) {
    const onlyNew = from.endsWith(" where k.first_sale_id is null");
    const customers = (found.get("customer") ?? []).filter((row) => !onlyNew || row.first_sale_id === null);
    return customers.flatMap((row) => model.table("click").under(row.program_id, row.click_id));
  }
  const { 1: programs, 2: keys, 3: name } = byKey.exec(from) ?? [];
  if (name === undefined) throw new Error(`the model cannot load from ${from}`);
  return byKeys(name, programs, keys);
}

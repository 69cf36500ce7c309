// What a batch of lines names that is here already, looked up set-wise.
import { foldedPartnerCode } from "../../core/rules/partner-code.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";

const partnersStatement: Statement = {
  name: "imported_partners",
  text: `select 'external' as kind, external_id as name, partner_id
           from import_partner
          where program_id = $1 and tool = $2 and external_id = any($3::text[])
          union all
         select 'code', code, partner_id from partner_code where program_id = $1 and code = any($4::text[])
          union all
         select 'email', email_hash, partner_id from partner_email where program_id = $1 and email_hash = any($5::text[])`,
};

const codesOfOthersStatement: Statement = {
  name: "codes_of_other_partners",
  text: `select lower(code collate "C") as code
           from partner_code
          where lower(code collate "C") = any($2::text[])
            and (program_id <> $1 or code <> all($3::text[]))`,
};

const salesStatement: Statement = {
  name: "sales_by_alias",
  text: `select a.alias, s.partner_id, s.imported ->> 'external_id' as external_id
           from payment_alias a
           left join sale s on s.program_id = a.program_id and s.sale_id = a.payment_id
           left join outcome o on o.program_id = a.program_id and o.event_id = a.payment_id
          where a.program_id = $1 and a.alias = any($2::text[])
            and (s.sale_id is not null or o.outcome = 'expired')`,
};

const customersStatement: Statement = {
  name: "bound_customers",
  text: `select customer_key, partner_id
           from customer
          where program_id = $1 and customer_key = any($2::text[]) and not is_provisional`,
};

/** `kind` and the name under it: a hash where it is an address. */
export type PartnerName = { readonly kind: "external" | "code" | "email"; readonly name: string };

export type Of = { readonly programId: number; readonly tool: string };

export async function findPartners(
  session: Session,
  { programId, tool }: Of,
  names: readonly PartnerName[],
): Promise<Map<string, number>> {
  const of = (kind: PartnerName["kind"]) => names.filter((one) => one.kind === kind).map(({ name }) => name);
  type Found = PartnerName & { partner_id: number };
  const values = [programId, tool, of("external"), of("code"), of("email")];
  const rows = await session.query<Found>(partnersStatement, values);
  return new Map(rows.map((row) => [keyOf(row), row.partner_id]));
}

export function keyOf({ kind, name }: PartnerName): string {
  return `${kind}:${name}`;
}

/** Folded: codes of other programs, and of this one where they differ from those that are asked for in their case alone. */
export async function findCodesOfOthers(
  session: Session,
  programId: number,
  codes: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await session.query<{ code: string }>(codesOfOthersStatement, [
    programId,
    codes.map(foldedPartnerCode),
    codes,
  ]);
  return new Set(rows.map(({ code }) => code));
}

/** Whose payment it is here: no partner's if it came too late. `externalId` is the tool's name of an imported one. */
export type Here = { readonly partnerId: number | null; readonly externalId: string | null };

export async function findSales(
  session: Session,
  programId: number,
  aliases: readonly string[],
): Promise<ReadonlyMap<string, Here>> {
  type Row = { alias: string; partner_id: number | null; external_id: string | null };
  const rows = await session.query<Row>(salesStatement, [programId, aliases]);
  return new Map(rows.map((row) => [row.alias, { partnerId: row.partner_id, externalId: row.external_id }]));
}

export async function findCustomers(
  session: Session,
  programId: number,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await session.query<{ customer_key: string; partner_id: number }>(customersStatement, [programId, keys]);
  return new Map(rows.map((row) => [row.customer_key, row.partner_id]));
}

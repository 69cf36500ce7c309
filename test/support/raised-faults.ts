// Faults that PostgreSQL raises while a program's sales are written: any SQLSTATE, for as many times as wanted, or a slow disk.
import { asOwner } from "./service.ts";

/** A sequence counts, since it goes on although the transaction is rolled back. Answers what takes the fault away. */
export async function raiseOnSales(
  databaseUrl: string,
  programId: number,
  { state, times }: { readonly state: string; readonly times: number },
): Promise<() => Promise<void>> {
  return onSales(
    databaseUrl,
    programId,
    `if nextval('raised_faults') <= ${times} then raise exception 'raised for a test' using errcode = '${state}'; end if;`,
  );
}

export function slowDownSales(databaseUrl: string, programId: number, seconds: number): Promise<() => Promise<void>> {
  return onSales(databaseUrl, programId, `perform pg_sleep(${seconds});`);
}

async function onSales(databaseUrl: string, programId: number, does: string): Promise<() => Promise<void>> {
  await asOwner(
    databaseUrl,
    `create sequence raised_faults;
     create function raise_fault() returns trigger language plpgsql security definer as $$ begin ${does} return new; end $$;
     create trigger raised_fault before insert on sale
        for each row when (new.program_id = ${programId}) execute function raise_fault()`,
  );
  return async () => {
    await asOwner(
      databaseUrl,
      "drop trigger raised_fault on sale; drop function raise_fault; drop sequence raised_faults",
    );
  };
}

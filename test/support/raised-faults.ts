// Faults that PostgreSQL raises while a program's sales, or rows of another table, are written: any SQLSTATE, for as many times as wanted, or a slow disk.
import { asOwner } from "./service.ts";

/** A sequence counts, since it goes on although the transaction is rolled back. Answers what takes the fault away. */
export async function raiseOnWrites(
  databaseUrl: string,
  programId: number,
  { state, times, table = "sale" }: { readonly state: string; readonly times: number; readonly table?: string },
): Promise<() => Promise<void>> {
  return onWrites(
    databaseUrl,
    programId,
    `if nextval('raised_faults') <= ${times} then raise exception 'raised for a test' using errcode = '${state}'; end if;`,
    table,
  );
}

/** Until what it answers is called, what is written already as well. */
export async function slowDownSales(databaseUrl: string, programId: number): Promise<() => Promise<void>> {
  await asOwner(databaseUrl, "create table slowness as select true as lasts");
  const wait = "while exists (select from slowness where lasts) loop perform pg_sleep(0.02); end loop;";
  const takeAway = await onWrites(databaseUrl, programId, wait);
  return async () => {
    await asOwner(databaseUrl, "update slowness set lasts = false");
    await takeAway();
    await asOwner(databaseUrl, "drop table slowness");
  };
}

async function onWrites(
  databaseUrl: string,
  programId: number,
  does: string,
  table = "sale",
): Promise<() => Promise<void>> {
  await asOwner(
    databaseUrl,
    `create sequence raised_faults;
     create function raise_fault() returns trigger language plpgsql security definer as $$ begin ${does} return new; end $$;
     create trigger raised_fault before insert on ${table}
        for each row when (new.program_id = ${programId}) execute function raise_fault()`,
  );
  return async () => {
    await asOwner(
      databaseUrl,
      `drop trigger raised_fault on ${table}; drop function raise_fault; drop sequence raised_faults`,
    );
  };
}

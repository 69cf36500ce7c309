// DATABASE_URL taken apart: one host as it was written, several as one address each.
import { expect, test } from "vitest";
import { readAddress } from "../../../src/engine/postgres/address.ts";

test("several hosts become an address each, with the same login, database and settings", () => {
  const address = readAddress(
    "postgres://svc:hush@a.example:5433,b.example/books?target_session_attrs=read-write&sslmode=require",
  );
  expect(address.hosts).toEqual([
    { name: "a.example:5433", url: "postgres://svc:hush@a.example:5433/books?sslmode=require" },
    { name: "b.example:5432", url: "postgres://svc:hush@b.example:5432/books?sslmode=require" },
  ]);
  expect(address).toMatchObject({ mustTakeWrites: true, user: "svc", database: "books" });
  expect(address.location).toBe("a.example:5433,b.example:5432/books");
});

test("IPv6 hosts are written in brackets", () => {
  const { hosts } = readAddress("postgres://svc@[::1]:5432,[fe80::2]/books");
  expect(hosts.map((host) => host.name)).toEqual(["[::1]:5432", "[fe80::2]:5432"]);
});

test.each([
  "postgres://svc:hu%40sh@db.example/svc",
  "postgresql://svc@db.example:5433/svc?options=-c%20jit%3Doff",
  "postgres:///svc?host=/var/run/postgresql",
  "postgres://svc@%2Fvar%2Frun%2Fpostgresql/svc",
])("one host stays as it was written, and need not show that it takes writes: %s", (url) => {
  const address = readAddress(url);
  expect(address.hosts.map((host) => host.url)).toEqual([url]);
  expect(address.mustTakeWrites).toBe(false);
  expect(address.location).not.toContain("hu");
});

test("one host may be asked to take writes", () => {
  const address = readAddress("postgres://svc@db.example/svc?target_session_attrs=primary");
  expect(address.mustTakeWrites).toBe(true);
  expect(address.hosts[0].url).toBe("postgres://svc@db.example/svc");
});

test.each([
  ["mysql://svc:hush@db.example/svc", "postgres://user@host/database"],
  ["postgres://svc:hush@a.example:x,b.example/svc", "host:port"],
  ["postgres://svc:hush@a.example,,b.example/svc", "host:port"],
  ["postgres://svc:hush@a.example,b.example/svc?target_session_attrs=any", "target_session_attrs=read-write"],
  ["postgres://svc:hush@a.example/svc?target_session_attrs=standby", "target_session_attrs=read-write"],
])("an error message leaves out the password: %s", (url, words) => {
  expect(() => readAddress(url)).toThrow(words);
  expect(() => readAddress(url)).not.toThrow("hush");
});

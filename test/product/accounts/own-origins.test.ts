// Which origins are ours.
import { expect, test } from "vitest";
import { ownOrigins } from "../../../src/product/accounts/own-origins.ts";

test("a service with a public address is known by that alone", () => {
  expect([...ownOrigins("https://track.acme.example/svc")]).toEqual(["https://track.acme.example"]);
});

test("a service on this machine is known by each of the machine's own names, on its port", () => {
  expect([...ownOrigins("http://127.0.0.1:8080")]).toEqual([
    "http://localhost:8080",
    "http://127.0.0.1:8080",
    "http://[::1]:8080",
  ]);
});

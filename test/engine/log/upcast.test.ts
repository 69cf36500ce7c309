// Released shapes are frozen: a stored event can always be read.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { eventOf } from "../../../src/engine/log/stored-event.ts";
import { shapeVersion, type Upcasts, upcast, upcasts } from "../../../src/engine/log/upcast.ts";
import { releasedEvents } from "./released-events.ts";

/** Each with the digest it was released with. */
const released = [
  { version: 1, digest: "ea58c6f6cc082c11e586cae62219ca349bb2895676df6413b90c8aa35839adc8" },
  { version: 2, digest: "ccf7e1b4aa3712f129d8d9b60c23f4116acf53b59e2241da8be2e9414705b8e8" },
  // Types that were added since.
  {
    version: 1,
    added: "-months",
    digest: "6738c6dcb1a29d35e4a41d0a192027f5fbdf41dd3b72abbba17b553122f7b3c1",
  },
  {
    version: 1,
    added: "-decisions",
    digest: "a08a6ca25eb9690d5a3fb77556880062f23e8edc5c6ded42c33377f7842f94e4",
  },
  {
    version: 1,
    added: "-retries",
    digest: "6b92d60d4586ec0675df77c75a44914c362f25d41204c5d64ae7febb32bf188b",
  },
  {
    version: 1,
    added: "-attributions",
    digest: "4a37afc82b1e548a2cb9dbab3dbc6e05d47c1c7f6991172834668ebce18af929",
  },
  {
    version: 1,
    added: "-commissions",
    digest: "c5cf319bfce288a8a24d48e7a8d3c1d8694304f2e0a6536d80d732f305903bf8",
  },
  {
    version: 2,
    added: "-payouts",
    digest: "49a6219aa1a46085a3f55cabb643fc5a1473a975700f1782156dc6be668fd929",
  },
  {
    version: 1,
    added: "-coupons",
    digest: "798a77288f1a3109f1336f008bd23fbc57ac91aa542cfd3573b8ff225fc09871",
  },
  {
    version: 1,
    added: "-imports",
    digest: "047944e1666bab7a282f1c34e822e6684b114f071899b2d29eeea381e646242c",
  },
  {
    version: 1,
    added: "-erasures",
    digest: "62fbbafa673d18f338a8f6482010021ed39af0fcd66c8bb3b77eb7b3e33109f2",
  },
  {
    version: 1,
    added: "-archives",
    digest: "83ad62bab51bcac17bf38edcef77c35b22ed8845f9e14c8addaf719d5c0a7475",
  },
  {
    version: 1,
    added: "-corrected-lines",
    digest: "4d095ae39cdf6bc6d0df1ac37bafb990260dd34072860de969f74a9d95e149c1",
  },
  {
    version: 1,
    added: "-groups",
    digest: "94b249d43fa266183536901a304a089d21953e16374b4f5e2734499c750490fe",
  },
  {
    version: 1,
    added: "-approvals",
    digest: "e569972c64df0b4949d2fa7158124b91282c56faa8930f499cfe875a059394e7",
  },
  {
    version: 1,
    added: "-rails",
    digest: "61216a614c9fb386be52079f9a8973887b1bd9a8500294ef08647d95c1ce54a5",
  },
  {
    version: 1,
    added: "-bans",
    digest: "508434ed7c69fb3d26c9cea3b78cee7c46ef4ce32504b234fbdce011794f6d91",
  },
  {
    version: 1,
    added: "-agreements",
    digest: "6cff735dcf59905d3e0ec83967f9d85a5404e49303df160d5a962de4f8b39561",
  },
  {
    version: 1,
    added: "-flags",
    digest: "1bb8b2295c17af85d9dca95b0d503b1ed02ef5a534a15a976e7cb083b913a958",
  },
  {
    version: 1,
    added: "-recruiters",
    digest: "7073c2b047f136c2e6353bf8e0ffb20c33af2517bc27cc7eff4a5e049f4906dd",
  },
  {
    version: 1,
    added: "-bonuses",
    digest: "e514b35677702a4b880d6e7d0800562e7df2a0f935309c7f3eb598c8f3330c51",
  },
  {
    version: 1,
    added: "-tier-months",
    digest: "bbfe4e2cc7815e9e170cfeafeddfc1037b3e4052d0ff22b99a32156e48d0a45b",
  },
  {
    version: 1,
    added: "-likenesses",
    digest: "a02de6754dd9bf3c405d794522fb02434ef1e2d7bd135be73c5cb8f7caa33c8c",
  },
].map(({ added = "", ...one }) => {
  const bytes = readFileSync(new URL(`../../../fixtures/events/version-${one.version}${added}.json`, import.meta.url));
  return { ...one, bytes, stored: JSON.parse(bytes.toString()) as Record<string, { [key: string]: never }> };
});
const examples = released.flatMap(({ version, stored }) =>
  Object.entries(stored).map(([type, data]) => ({ version, type, data })),
);
const row = {
  program_id: 1,
  seq: 7,
  id: 70,
  source: "api",
  is_test: false,
  occurred_at: null,
  received_at: new Date("2026-01-31T12:00:00Z"),
};

describe("the shapes of released events", () => {
  test.each(released)(
    "of version $version are unchanged: a change needs a new version, an upcast and a fixture here",
    ({ bytes, digest }) => {
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(digest);
    },
  );

  test.each(examples)("of version $version read as today's: $type", ({ version, type, data: { type: _, ...data } }) => {
    const event = eventOf({ ...row, type, schema_version: version, data });
    expect(event.data).toEqual(releasedEvents[type as keyof typeof releasedEvents]);
  });

  test("are kept for every type there is, in every version", () => {
    const types = Object.keys(releasedEvents);
    const versions = types.flatMap((type) =>
      Array.from({ length: shapeVersion(type, upcasts) }, (_, index) => `${type} ${index + 1}`),
    );
    expect(examples.map(({ type, version }) => `${type} ${version}`)).toEqual(expect.arrayContaining(versions));
  });
});

describe("an old shape", () => {
  const steps: Upcasts = {
    thing_told: [
      ({ cents, ...data }) => ({ ...data, amount_cents: cents ?? 0 }),
      (data) => ({ currency: "USD", ...data }),
    ],
  };

  test("is lifted step by step, from whichever version it has", () => {
    expect(shapeVersion("thing_told", steps)).toBe(3);
    expect(upcast("thing_told", 1, { cents: 5 }, steps)).toEqual({ amount_cents: 5, currency: "USD" });
    expect(upcast("thing_told", 2, { amount_cents: 5 }, steps)).toEqual({ amount_cents: 5, currency: "USD" });
    expect(upcast("thing_told", 3, { amount_cents: 5, currency: "EUR" }, steps)).toEqual({
      amount_cents: 5,
      currency: "EUR",
    });
  });

  test("is never changed itself", () => {
    const old = Object.freeze({ cents: 5 });
    upcast("thing_told", 1, old, steps);
    expect(old).toEqual({ cents: 5 });
  });

  test.each([0, 4, 1.5])("of a version this release does not know is refused: %d", (version) => {
    expect(() => upcast("thing_told", version, {}, steps)).toThrow("run the release that wrote it");
  });
});

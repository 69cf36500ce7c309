// Which names belong to one person, and which of them another person uses too.
import { expect, test } from "vitest";
import { type Naming, noNames, personIn } from "../../../src/product/people/person-names.ts";

let id = 0;
function naming(key: string | null, hash: string | null, payer: string | null, more: Partial<Naming> = {}): Naming {
  id += 1;
  const one = (name: string | null): string[] => (name === null ? [] : [name]);
  return {
    ...noNames,
    id,
    is_claim: false,
    customer_keys: one(key),
    email_hashes: one(hash),
    payers: one(payer),
    ...more,
  };
}

/** In both orders, since the order of events says nothing of whose a name is. */
function find(asked: { key?: string; hash?: string }, namings: readonly Naming[]) {
  const known = { ...noNames, customer_keys: asked.key === undefined ? [] : [asked.key] };
  const whom = { emailHashes: asked.hash === undefined ? [] : [asked.hash], known };
  const [found, again] = [namings, namings.toReversed()].map((all) => {
    const { names, shared } = personIn(whom, all);
    const { customer_keys, email_hashes, payers } = names;
    return { names: [...customer_keys, ...email_hashes, ...payers], shared };
  });
  expect(again).toEqual(found);
  return found;
}

test("by the e-mail alone the provider's customer of a payment that names no customer is found, and what else it pays", () => {
  const payments = [naming(null, "anna@", "cus_1"), naming(null, null, "cus_1"), naming(null, "ben@", "cus_2")];
  expect(find({ hash: "anna@" }, payments)).toEqual({ names: ["anna@", "cus_1"], shared: [] });
});

test("by the customer key its e-mails and provider's customers are found, also the e-mail of before", () => {
  const payments = [naming("anna", "old@", "cus_1"), naming("anna", "new@", "cus_1"), naming("anna", "new@", "cus_2")];
  expect(find({ key: "anna" }, payments)).toEqual({ names: ["anna", "new@", "old@", "cus_1", "cus_2"], shared: [] });
});

test("a provider's customer who pays for another named customer too stays, and is said to be shared", () => {
  const payments = [naming("anna", null, "cus_firm"), naming("ben", null, "cus_firm")];
  expect(find({ key: "anna" }, payments)).toEqual({ names: ["anna"], shared: ["cus_firm"] });
});

test("a provider's customer who pays with an e-mail that belongs to no one we know of stays", () => {
  const payments = [naming(null, "anna@", "cus_guest"), naming(null, "ben@", "cus_guest")];
  expect(find({ hash: "anna@" }, payments)).toEqual({ names: ["anna@"], shared: ["cus_guest"] });
});

test("the one e-mail with which a customer's own provider's customer pays unnamed is the customer's, and of two none", () => {
  const payments = [naming("anna", null, "cus_1"), naming(null, "anna@", "cus_1"), naming(null, "anna@", "cus_2")];
  expect(find({ key: "anna" }, payments)).toEqual({ names: ["anna", "anna@", "cus_1", "cus_2"], shared: [] });
  const guests = [...payments, naming(null, "ben@", "cus_1")];
  expect(find({ key: "anna" }, guests)).toEqual({ names: ["anna"], shared: ["cus_1"] });
  const others = [...payments, naming("ben", "anna@", null)];
  expect(find({ key: "anna" }, others)).toEqual({ names: ["anna"], shared: ["cus_1"] });
});

test("what an erased customer shared is its last user's alone", () => {
  const payments = [naming("anna", null, "cus_firm"), naming("erased:1", "erased:2", "cus_firm")];
  expect(find({ key: "anna" }, payments)).toEqual({ names: ["anna", "cus_firm"], shared: [] });
});

test("an address that two customers pay with leads to neither, and both are said", () => {
  const payments = [naming("anna", "home@", "cus_1"), naming("ben", "home@", "cus_2")];
  expect(find({ hash: "home@" }, payments)).toEqual({ names: ["home@"], shared: ["anna", "ben"] });
});

test("the only customer whom an address or its provider's customer names is the person", () => {
  const direct = [naming("anna", "anna@", "cus_1")];
  expect(find({ hash: "anna@" }, direct)).toEqual({ names: ["anna", "anna@", "cus_1"], shared: [] });
  const later = [naming(null, "anna@", "cus_1"), naming("anna", null, "cus_1")];
  expect(find({ hash: "anna@" }, later)).toEqual({ names: ["anna", "anna@", "cus_1"], shared: [] });
});

test("an e-mail that a browser claims takes no one else's names with it", () => {
  const claim = naming("anna", "ben@", null, { is_claim: true });
  expect(find({ key: "anna" }, [claim])).toEqual({ names: ["anna", "ben@"], shared: [] });
  const theirs = [claim, naming(null, "ben@", "cus_ben")];
  expect(find({ key: "anna" }, theirs)).toEqual({ names: ["anna"], shared: ["ben@"] });
  const kept = [naming("anna", "anna@", null), naming("stranger", "anna@", null, { is_claim: true })];
  expect(find({ key: "anna" }, kept)).toEqual({ names: ["anna", "anna@"], shared: [] });
});

test("a payment of the person's by another report's name gives the names that only that report carries", () => {
  const payments = [
    naming("anna", null, null, { aliases: ["pi_1"] }),
    naming(null, "anna@", "cus_1", { aliases: ["pi_1", "in_1"] }),
    naming(null, null, "cus_other", { aliases: ["in_1"] }),
  ];
  expect(find({ key: "anna" }, payments)?.names).toEqual(["anna", "anna@", "cus_1", "cus_other"]);
});

test("an event by a click of the person that names another customer is not the person's", () => {
  const known = { ...noNames, customer_keys: ["anna"], click_ids: ["click-1"] };
  const guest = naming(null, "anna@", null, { click_ids: ["click-1"] });
  const other = naming("ben", "ben@", "cus_ben", { click_ids: ["click-1"] });
  const found = personIn({ emailHashes: [], known }, [guest, other]);
  expect(found.names).toMatchObject({ email_hashes: ["anna@"], payers: [] });
  expect(found.eventIds).toEqual([guest.id]);
});

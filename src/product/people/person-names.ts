// Which names in a program's log are one person's: from the customer key or the e-mail that was asked for, over the events that carry
// it, to what else those events call the payer. Pure: it reads nothing, and the same events give the same names in any order.
// A name that another customer uses as well is not this person's alone: it stays, and is reported as shared (decision 0113).

/** Every name the person is known by in a program. */
export type PersonNames = {
  readonly customer_keys: readonly string[];
  readonly email_hashes: readonly string[];
  /** Customer ids of providers. */
  readonly payers: readonly string[];
  readonly click_ids: readonly string[];
  /** Names of the person's payments: what else was reported of them is the person's too. */
  readonly aliases: readonly string[];
};

/** What one event of the log names; of a delivery that was read again, what each reading names. */
export type Naming = PersonNames & {
  /** The event's; 0 where the books say so and no event does. */
  readonly id: number;
  /** Only a browser says so. */
  readonly is_claim: boolean;
};

export type Asked = {
  /** Keyed hashes of the requested e-mail: the person's, even if others use it too. */
  readonly emailHashes: readonly string[];
  /** By the books; among the customer keys the one that was asked for. */
  readonly known: PersonNames;
};

export type PersonInLog = {
  readonly names: PersonNames;
  /** To be looked for in the log: the names, and those that may turn out to be the person's. */
  readonly sought: PersonNames;
  /** The person's events, in the order of `namings`. */
  readonly eventIds: readonly number[];
  /** Names in the person's events that another customer uses too, sorted. */
  readonly shared: readonly string[];
};

export const noNames: PersonNames = { customer_keys: [], email_hashes: [], payers: [], click_ids: [], aliases: [] };

export function without(names: PersonNames, others: PersonNames): PersonNames {
  return byKind((kind) => {
    const known = new Set(others[kind]);
    return names[kind].filter((name) => !known.has(name));
  });
}

export function together(names: PersonNames, others: PersonNames): PersonNames {
  return byKind((kind) => [...new Set([...names[kind], ...others[kind]])]);
}

export function countOf(names: PersonNames): number {
  return Object.values(names).reduce((sum, each) => sum + each.length, 0);
}

function byKind(listOf: (kind: keyof PersonNames) => readonly string[]): PersonNames {
  return {
    customer_keys: listOf("customer_keys"),
    email_hashes: listOf("email_hashes"),
    payers: listOf("payers"),
    click_ids: listOf("click_ids"),
    aliases: listOf("aliases"),
  };
}

export function personIn(asked: Asked, namings: readonly Naming[]): PersonInLog {
  const search = new NameSearch(asked, namings);
  while (search.learn());
  return search.found();
}

type Names = Set<string>;

class NameSearch {
  readonly #asked: Asked;
  readonly #namings: readonly Naming[];
  readonly #byHash: ReadonlyMap<string, readonly Naming[]>;
  readonly #byPayer: ReadonlyMap<string, readonly Naming[]>;
  readonly #keys: Names;
  readonly #hashes: Names;
  readonly #payers: Names = new Set();
  readonly #aliases: Names;
  readonly #clicks: Names;

  constructor(asked: Asked, namings: readonly Naming[]) {
    this.#asked = asked;
    this.#namings = namings;
    this.#byHash = grouped(namings, ({ email_hashes }) => email_hashes);
    this.#byPayer = grouped(namings, ({ payers }) => payers);
    this.#keys = new Set(asked.known.customer_keys);
    this.#hashes = new Set(asked.emailHashes);
    this.#aliases = new Set(asked.known.aliases);
    this.#clicks = new Set(asked.known.click_ids);
  }

  /** True when it found another name, by which more may be the person's. */
  learn(): boolean {
    const hashes = this.#otherHashes().filter((hash) => this.#isOwnHash(hash));
    const payers = this.#otherPayers().filter((payer) => this.#isOwnPayer(payer));
    const theirs = payers.flatMap((payer) => this.#emailsOf(payer)).filter((hash) => this.#isNobodyElses(hash));
    const aliases = this.#own().flatMap((naming) => naming.aliases);
    const sizes = this.#sizes();
    for (const hash of [...hashes, ...theirs]) this.#hashes.add(hash);
    for (const payer of payers) this.#payers.add(payer);
    for (const alias of aliases) this.#aliases.add(alias);
    if (this.#sizes() === sizes) this.#learnKey();
    return this.#sizes() > sizes;
  }

  found(): PersonInLog {
    const names: PersonNames = {
      customer_keys: sorted(this.#keys),
      email_hashes: sorted(this.#hashes),
      payers: sorted(this.#payers),
      click_ids: sorted(this.#clicks),
      aliases: sorted(this.#aliases),
    };
    const others = { hashes: this.#otherHashes(), payers: this.#otherPayers() };
    return {
      names,
      sought: {
        ...names,
        email_hashes: [...names.email_hashes, ...others.hashes],
        payers: [...names.payers, ...others.payers],
      },
      eventIds: this.#namings.filter((naming) => naming.id > 0 && this.#isOfPerson(naming)).map(({ id }) => id),
      shared: sorted([...others.hashes, ...others.payers, ...this.#otherKeys()]),
    };
  }

  #sizes(): number {
    return this.#keys.size + this.#hashes.size + this.#payers.size + this.#aliases.size;
  }

  #own(): Naming[] {
    return this.#namings.filter((naming) => this.#isOwn(naming));
  }

  /** It names the person, and no other customer; what only a provider calls them by may be another's too. */
  #isOwn(naming: Naming): boolean {
    return (
      !this.#isForeign(naming) &&
      (naming.customer_keys.some((key) => this.#keys.has(key)) ||
        naming.email_hashes.some((hash) => this.#hashes.has(hash)) ||
        this.#isOfPayment(naming) ||
        this.#isByClick(naming))
    );
  }

  /** A click may be of a browser that several people use: an event that names another customer is that customer's. */
  #isOfPerson(naming: Naming): boolean {
    return (
      naming.customer_keys.some((key) => this.#keys.has(key)) ||
      naming.email_hashes.some((hash) => this.#hashes.has(hash)) ||
      naming.payers.some((payer) => this.#payers.has(payer)) ||
      this.#isOfPayment(naming) ||
      (this.#isByClick(naming) && !this.#isForeign(naming))
    );
  }

  #isOfPayment({ aliases }: Naming): boolean {
    return aliases.some((alias) => this.#aliases.has(alias));
  }

  #isByClick({ click_ids }: Naming): boolean {
    return click_ids.some((click) => this.#clicks.has(click));
  }

  #isForeign({ customer_keys }: Naming): boolean {
    return customer_keys.some((key) => !this.#keys.has(key) && !isNobody(key));
  }

  #otherHashes(): string[] {
    const carried = this.#own().flatMap(({ email_hashes }) => email_hashes);
    return unknown([...this.#asked.known.email_hashes, ...carried], this.#hashes);
  }

  /** A browser names no provider's customer. */
  #otherPayers(): string[] {
    const carried = this.#own().flatMap(({ payers }) => payers);
    return unknown([...this.#asked.known.payers, ...carried], this.#payers);
  }

  /** Customers that are named together with the requested address. */
  #otherKeys(): string[] {
    const namings = this.#asked.emailHashes.flatMap((hash) => reportedOf(this.#byHash, hash));
    return unknown(
      namings.flatMap(({ customer_keys }) => customer_keys),
      this.#keys,
    );
  }

  /** What only a browser says is the person's where nothing else carries it. */
  #isOwnHash(hash: string): boolean {
    const namings = this.#byHash.get(hash) ?? [];
    const reported = namings.filter(({ is_claim }) => !is_claim);
    const isKnown = this.#asked.known.email_hashes.includes(hash);
    if (!isKnown && !reported.some((naming) => this.#isOwn(naming))) {
      return namings.every((naming) => this.#isOwn(naming));
    }
    return this.#isNobodyElses(hash);
  }

  /**
   * No payment with it belongs to another customer. Payments without a customer may be another person's, unless their e-mail is the
   * person's, or is the only one next to a customer whose e-mail it does not name.
   */
  #isOwnPayer(payer: string): boolean {
    const namings = this.#byPayer.get(payer) ?? [];
    if (namings.some((naming) => this.#isForeign(naming))) return false;
    if (namings.every((naming) => this.#isOwn(naming) || this.#isWithoutOther(naming))) return true;
    const [hash, another] = this.#emailsOf(payer);
    const isNamedByPerson = namings.some(({ email_hashes }) => email_hashes.some((one) => this.#hashes.has(one)));
    return hash !== undefined && another === undefined && !isNamedByPerson && this.#isNobodyElses(hash);
  }

  /** That its payments carry and the person is not known by. */
  #emailsOf(payer: string): string[] {
    return unknown(
      (this.#byPayer.get(payer) ?? []).flatMap(({ email_hashes }) => email_hashes),
      this.#hashes,
    );
  }

  #isNobodyElses(hash: string): boolean {
    return reportedOf(this.#byHash, hash).every((naming) => !this.#isForeign(naming));
  }

  #isWithoutOther(naming: Naming): boolean {
    return !this.#isForeign(naming) && naming.email_hashes.every((hash) => this.#hashes.has(hash) || isNobody(hash));
  }

  /** For a person without a customer in the books: the only one that their payments name. */
  #learnKey(): void {
    if (this.#keys.size > 0) return;
    const byHash = [...this.#hashes].flatMap((hash) => reportedOf(this.#byHash, hash));
    const byPayer = this.#otherPayers().map((payer) => reportedOf(this.#byPayer, payer));
    const ofThem = byPayer.filter((namings) =>
      namings.every((one) => one.customer_keys.length > 0 || this.#isWithoutOther(one)),
    );
    const named = [...byHash, ...ofThem.flat()].flatMap(({ customer_keys }) => customer_keys);
    const [key, another] = unknown(named, this.#keys);
    if (key !== undefined && another === undefined) this.#keys.add(key);
  }
}

/** An erased name is no one else's. */
function isNobody(name: string): boolean {
  return name.startsWith("erased:");
}

function unknown(names: readonly string[], known: Names): string[] {
  return [...new Set(names)].filter((name) => !known.has(name) && !isNobody(name));
}

function reportedOf(index: ReadonlyMap<string, readonly Naming[]>, name: string): Naming[] {
  return (index.get(name) ?? []).filter(({ is_claim }) => !is_claim);
}

function grouped(namings: readonly Naming[], namesOf: (naming: Naming) => readonly string[]): Map<string, Naming[]> {
  const groups = new Map<string, Naming[]>();
  for (const naming of namings) {
    for (const name of namesOf(naming)) {
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [naming]);
      else group.push(naming);
    }
  }
  return groups;
}

function sorted(names: Iterable<string>): string[] {
  return [...new Set(names)].sort();
}

// What has to be done so that the programs are as a file declares them: each change as a call of an operation, in an order that each
// finds what it needs. It only compares; nothing is changed here.
import { isDeepStrictEqual } from "node:util";
import { isBroker, type OwnEndpointKind, ownEndpointKinds } from "../../../core/vocabulary/outbound-types.ts";
import { readCredentials } from "../../../product/endpoints/credentials.ts";
import { kindOfUrl } from "../../../product/endpoints/url.ts";
import type { JsonRecord } from "../output.ts";
import type { DeclaredProgram } from "./file-form.ts";
import type { PartnerCodes, PresentItem, PresentProgram } from "./present.ts";
import type { FileFault, Path } from "./read-file.ts";
import { type DeclaredCall, type Item, type Section, type SectionName, sectionNames, sections } from "./sections.ts";

export type FieldChange = { readonly field: string; readonly before: unknown; readonly after: unknown };

/** `keep`: it is there and not in the file. `wait`: it cannot be made yet, and the message says why. */
export type StepAction = "create" | "change" | "remove" | "keep" | "wait";

export type Step = {
  readonly workspace: string;
  readonly program: string;
  readonly kind: string;
  readonly name: string;
  readonly action: StepAction;
  readonly changes: readonly FieldChange[];
  readonly message: string | null;
  /** Null where nothing is done. */
  readonly call: DeclaredCall | null;
};

export type ProgramPlan = {
  /** Null until it is made. */
  readonly programId: number | null;
  readonly steps: readonly Step[];
};

export type PlannedProgram = {
  readonly workspace: string;
  readonly declared: DeclaredProgram;
  /** Undefined where it is to be made. */
  readonly present: PresentProgram | undefined;
  readonly items: ReadonlyMap<SectionName, readonly PresentItem[]>;
  readonly partners: PartnerCodes;
  readonly prunes: boolean;
  /** What a variable of the environment holds; undefined where it is not set. */
  readonly secretIn: (variable: string) => string | undefined;
  readonly faultAt: (path: Path, message: string) => FileFault;
};

type Faults = FileFault[];

export function planProgram(program: PlannedProgram, faults: Faults): ProgramPlan {
  const own = ownSteps(program);
  const bySection = sectionNames.map((name) => stepsOf(program, name, faults));
  // What is removed may hold a name that another is to have.
  const removed = bySection.flatMap((steps) => steps.filter(({ action }) => action === "remove")).toReversed();
  const others = bySection.flatMap((steps) => steps.filter(({ action }) => action !== "remove"));
  return { programId: program.present?.id ?? null, steps: [...own, ...removed, ...others] };
}

function ownSteps({ workspace, declared, present }: PlannedProgram): Step[] {
  const { name, status, settings = {} } = declared;
  const about = { workspace, program: name, kind: "program", name, message: null };
  if (present === undefined) {
    const after = { ...(status === undefined ? {} : { status }), ...settings };
    const disabled = { operation: "programs.update" as const, input: { status } };
    const next = status === "inactive" ? { next: () => disabled } : {};
    const call = { operation: "programs.create" as const, input: { name, ...settings }, ...next };
    return [{ ...about, action: "create", changes: changesBetween({}, after), call }];
  }
  const changes = changesBetween(
    { status: present.status, ...present.settings },
    { ...(status === undefined ? {} : { status }), ...settings },
  );
  if (changes.length === 0) return [];
  return [{ ...about, action: "change", changes, call: { operation: "programs.update", input: changedOf(changes) } }];
}

function stepsOf(program: PlannedProgram, name: SectionName, faults: Faults): Step[] {
  const declared = program.declared[name];
  if (declared === undefined) return [];
  const section = sections[name];
  const present = byKey(program.items.get(name) ?? [], ({ item }) => section.keyOf(item));
  const seen = new Map<string, number>();
  const steps = declared.flatMap((item, index) => {
    const key = section.keyOf(item);
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    if (before > 0 && !section.mayRepeat) {
      faults.push(program.faultAt([name, index], `${section.noun} ${key} is declared twice.`));
      return [];
    }
    const found = present.get(key)?.shift();
    const step = found === undefined ? madeStep : changedStep;
    const one = { program, section, key, item, found, fault: faultOf(program, [name, index], faults) };
    return step(one) ?? [];
  });
  return [...steps, ...[...present.values()].flat().map((one) => leftStep(program, section, one))];
}

type Declared = {
  readonly program: PlannedProgram;
  readonly section: Section;
  readonly key: string;
  readonly item: Item;
  readonly found: PresentItem | undefined;
  readonly fault: (field: string, message: string) => null;
};

function faultOf({ faultAt }: PlannedProgram, path: Path, faults: Faults): Declared["fault"] {
  return (field, message) => {
    faults.push(faultAt([...path, field], `${field} ${message}`));
    return null;
  };
}

function madeStep({ program, section, key, item, fault }: Declared): Step | null {
  const about = aboutOf(program, section, key);
  const changes = changesBetween({}, without(item, [...section.identity, ...section.onlyWhenMade]));
  const wait = (message: string): Step => ({ ...about, action: "wait", changes, message, call: null });
  const partner = partnerIn(program, item);
  if (partner === "unknown") return wait(noPartner(item));
  const { signing_secret_env, api_key_env, credentials_env, ...fields } = without(item, ["partner"]);
  const input = { ...fields, ...partner };
  const create = (whole: JsonRecord): Step => {
    return { ...about, action: "create", changes, message: null, call: section.make(whole) };
  };
  if (typeof credentials_env === "string") {
    const credentials = program.secretIn(credentials_env);
    if (credentials === undefined) {
      return fault("credentials_env", `names ${credentials_env}, which is not set in the environment.`);
    }
    const kind = ownKindOf(input);
    const read = isBroker(kind) ? readCredentials(kind, credentials) : null;
    if (read !== null && "fault" in read)
      return fault("credentials_env", `names ${credentials_env}, which ${read.fault}`);
    return create({ ...input, credentials });
  }
  if (section === sections.endpoints && ownKindOf(input) === "sqs") {
    return wait("Its credentials are not in the file. Name them with credentials_env, or run svc endpoints create.");
  }
  if (section !== sections.connections) return create(input);
  const [field, variable] =
    api_key_env === undefined ? ["signing_secret_env", signing_secret_env] : ["api_key_env", api_key_env];
  if (typeof variable !== "string") {
    return wait(
      "Its secret is not in the file. Name it with signing_secret_env or api_key_env, or run svc connections add.",
    );
  }
  const secret = program.secretIn(variable);
  if (secret === undefined) return fault(String(field), `names ${variable}, which is not set in the environment.`);
  const named = field === "api_key_env" ? { api_key: secret } : { signing_secret: secret };
  return create({ ...input, ...named });
}

export function ownKindOf({ kind, url }: JsonRecord): OwnEndpointKind {
  return ownEndpointKinds.find((known) => known === kind) ?? kindOfUrl(String(url));
}

function changedStep({ program, section, key, item, found }: Declared): Step | null {
  if (found === undefined) return null;
  const compared = without(item, [...section.identity, ...section.onlyWhenMade]);
  const known = Object.fromEntries(Object.entries(compared).filter(([field]) => found.item[field] !== undefined));
  const changes = changesBetween(found.item, known);
  if (changes.length === 0) return null;
  const about = { ...aboutOf(program, section, key), changes };
  const changed = changedOf(changes);
  const partner = changed.partner === undefined ? {} : partnerIn(program, item);
  if (partner === "unknown") return { ...about, action: "wait", message: noPartner(item), call: null };
  const call = section.change(found.row, { ...without(changed, ["partner"]), ...partner });
  return { ...about, action: "change", message: null, call };
}

/** Of what is there and not in the file. */
function leftStep(program: PlannedProgram, section: Section, { row, item }: PresentItem): Step {
  const about = { ...aboutOf(program, section, section.keyOf(item)), changes: [] };
  if (section.remove === null) {
    return {
      ...about,
      action: "keep",
      message: `It is not in the file; a ${section.noun} cannot be removed.`,
      call: null,
    };
  }
  if (program.prunes) return { ...about, action: "remove", message: null, call: section.remove(row) };
  return { ...about, action: "keep", message: "It is not in the file; --prune removes it.", call: null };
}

function aboutOf({ workspace, declared }: PlannedProgram, { noun }: Section, name: string) {
  return { workspace, program: declared.name, kind: noun, name };
}

function partnerIn({ partners }: PlannedProgram, { partner }: Item): { readonly partner_id?: number } | "unknown" {
  if (partner === undefined) return {};
  const partner_id = partners.idOf.get(String(partner));
  return partner_id === undefined ? "unknown" : { partner_id };
}

function noPartner({ partner }: Item): string {
  return `The program has no partner with the code ${String(partner)} yet.`;
}

function byKey(items: readonly PresentItem[], keyOf: (item: PresentItem) => string): Map<string, PresentItem[]> {
  const groups = new Map<string, PresentItem[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function changesBetween(before: Item, after: Item): FieldChange[] {
  return Object.entries(after)
    .filter(([field, value]) => !isSame(before[field], value))
    .map(([field, value]) => ({ field, before: before[field] ?? null, after: value }));
}

/** Lists of texts are sets to every operation. */
function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(inOrder(one), inOrder(other));
}

function inOrder(value: unknown): unknown {
  if (!Array.isArray(value) || value.some((each) => typeof each !== "string")) return value;
  return [...new Set(value)].toSorted();
}

function changedOf(changes: readonly FieldChange[]): Item {
  return Object.fromEntries(changes.map(({ field, after }) => [field, after]));
}

function without(item: Item, fields: readonly string[]): Item {
  return Object.fromEntries(Object.entries(item).filter(([field]) => !fields.includes(field)));
}

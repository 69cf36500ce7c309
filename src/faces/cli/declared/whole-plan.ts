// The plan of a whole file: which workspace and program each document means, what is there of them, and what has to be done.
import { type EndpointKind, isBroker, partnerMessageTypes } from "../../../core/vocabulary/outbound-types.ts";
import { requireClientReferenceOf } from "../../../product/connections/input.ts";
import { Refusal } from "../../../product/operation/refusal.ts";
import type { Ask } from "../operation-runner.ts";
import { ownKindOf, type PlannedProgram, type ProgramPlan, planProgram, type Step } from "./change-plan.ts";
import type { DeclaredProgram, FileForm } from "./file-form.ts";
import {
  type PartnerCodes,
  type PresentItem,
  type PresentProgram,
  type PresentWorkspace,
  presentItems,
  presentPartners,
  presentPrograms,
  presentWorkspaces,
} from "./present.ts";
import { type FileFault, faultyFile, type Path, type ReadDocument } from "./read-file.ts";
import { type SectionName, sectionNames } from "./sections.ts";

export type DocumentPlan = {
  readonly workspace: string;
  /** Null until it is made. */
  readonly workspaceId: number | null;
  readonly programs: readonly ProgramPlan[];
  /** Programs of the workspace that the file does not declare. */
  readonly others: readonly Step[];
};

export type PlanParts = {
  readonly ask: Ask;
  readonly form: FileForm;
  /** The workspace of every program of the file, in place of the one it names. */
  readonly workspaceId: number | undefined;
  readonly prunes: boolean;
  /** Only an operator makes a workspace. */
  readonly makesWorkspaces: boolean;
  readonly secretIn: PlannedProgram["secretIn"];
  /** Why messages may not go to an address; null where they may, or only the service knows. */
  readonly urlFault: (url: string, kind: EndpointKind) => string | null;
};

export async function planFile(parts: PlanParts, documents: readonly ReadDocument[]): Promise<DocumentPlan[]> {
  const faults: FileFault[] = [];
  const workspaces = await presentWorkspaces(parts.ask);
  const plans: DocumentPlan[] = [];
  const seen = new Set<string>();
  for (const document of documents) {
    const plan = await planDocument(parts, document, { workspaces, seen, faults });
    if (plan !== null) plans.push(plan);
  }
  if (faults.length > 0) throw faultyFile(faults);
  return plans;
}

type Around = {
  readonly workspaces: readonly PresentWorkspace[];
  /** Programs declared so far, by workspace and name. */
  readonly seen: Set<string>;
  readonly faults: FileFault[];
};

async function planDocument(parts: PlanParts, read: ReadDocument, around: Around): Promise<DocumentPlan | null> {
  const { declared, faultAt } = read;
  const { faults, seen } = around;
  const workspace = workspaceOf(parts, read, around);
  if (workspace === null) return null;
  const present = workspace.id === null ? [] : await presentPrograms(parts.ask, parts.form, workspace.id);
  const programs: ProgramPlan[] = [];
  for (const [index, program] of declared.programs.entries()) {
    const at = (path: Path, message: string) => faultAt(["programs", index, ...path], message);
    const named = present.filter(({ name }) => name === program.name);
    const key = JSON.stringify([workspace.name, program.name]);
    if (seen.has(key)) faults.push(at(["name"], `The program ${program.name} is declared twice.`));
    else if (named.length > 1) {
      const ids = named.map(({ id }) => id).join(", ");
      faults.push(
        at(["name"], `Several programs have the name ${program.name}: ${ids}. Give all but one another name.`),
      );
    } else {
      const known = await readPresent(parts, program, named[0]);
      const planned = { workspace: workspace.name, declared: program, present: named[0], ...known };
      const { prunes, secretIn } = parts;
      programs.push(planProgram({ ...planned, prunes, secretIn, faultAt: at }, faults));
      faults.push(...meaningFaults(parts, program, known.groups, at));
    }
    seen.add(key);
  }
  const names = new Set(declared.programs.map(({ name }) => name));
  const others = present.filter(({ name }) => !names.has(name)).map((program) => leftProgram(workspace.name, program));
  return { workspace: workspace.name, workspaceId: workspace.id, programs, others };
}

type Workspace = { readonly id: number | null; readonly name: string };

function workspaceOf(
  parts: PlanParts,
  { declared, faultAt }: ReadDocument,
  { workspaces, faults }: Around,
): Workspace | null {
  const fault = (message: string): null => {
    faults.push(faultAt(declared.workspace === undefined ? [] : ["workspace"], message));
    return null;
  };
  if (parts.workspaceId !== undefined) {
    return (
      workspaces.find(({ id }) => id === parts.workspaceId) ?? fault(`There is no workspace ${parts.workspaceId}.`)
    );
  }
  const name = declared.workspace;
  const found = name === undefined ? workspaces : workspaces.filter((each) => each.name === name);
  const [only, ...more] = found;
  if (only !== undefined && more.length === 0) return only;
  if (only !== undefined) {
    const ids = found.map(({ id }) => id).join(", ");
    const why = name === undefined ? "There are several workspaces" : `Several workspaces have the name ${name}`;
    return fault(`${why}: choose one with --workspace (${ids}).`);
  }
  if (name === undefined) return fault("There is no workspace yet: name one with `workspace`.");
  return parts.makesWorkspaces ? { id: null, name } : fault(`You belong to no workspace with the name ${name}.`);
}

type Present = {
  readonly items: ReadonlyMap<SectionName, readonly PresentItem[]>;
  readonly partners: PartnerCodes;
  readonly groups: ReadonlySet<string>;
};

const forPartners: ReadonlySet<string> = new Set(partnerMessageTypes);
const noPartners: PartnerCodes = { idOf: new Map(), codeOf: new Map() };
const ofPartners: readonly SectionName[] = ["terms", "coupons", "endpoints"];

/** Only what the file declares is read: of the rest the caller may have no right to see anything. */
async function readPresent(
  { ask, form }: PlanParts,
  declared: DeclaredProgram,
  present: PresentProgram | undefined,
): Promise<Present> {
  const items = new Map<SectionName, readonly PresentItem[]>();
  if (present === undefined) return { items, partners: noPartners, groups: new Set(["default"]) };
  const has = (name: SectionName): boolean => declared[name] !== undefined;
  const programId = present.id;
  const partners = ofPartners.some(has) ? await presentPartners(ask, programId) : noPartners;
  for (const section of sectionNames.filter(has)) {
    items.set(section, await presentItems(ask, form, { programId, section }, partners));
  }
  const groups =
    items.get("groups") ??
    (has("terms") ? await presentItems(ask, form, { programId, section: "groups" }, partners) : []);
  return { items, partners, groups: new Set(["default", ...groups.map(({ item }) => String(item.group_id))]) };
}

/** What the fields' own rules do not say, and an operation would refuse only after others have been done. */
function meaningFaults(
  { urlFault }: PlanParts,
  { groups = [], terms = [], endpoints = [], connections = [] }: DeclaredProgram,
  present: ReadonlySet<string>,
  faultAt: (path: Path, message: string) => FileFault,
): FileFault[] {
  const known = new Set([...present, ...groups.map(({ group_id }) => String(group_id))]);
  return [
    ...terms.flatMap(({ partner, group_id, product_id }, index) => {
      if ((partner === undefined) === (group_id === undefined)) {
        return [faultAt(["terms", index], "Terms are of a partner or of a group: name one, and not both.")];
      }
      if (group_id === undefined) return [];
      if (product_id === undefined) {
        return [faultAt(["terms", index, "group_id"], "Write the terms of a whole group as the group's commission.")];
      }
      return known.has(String(group_id))
        ? []
        : [faultAt(["terms", index, "group_id"], `There is no group ${String(group_id)}: declare it in groups.`)];
    }),
    ...endpoints.flatMap(({ url, partner, method, event_types, kind, credentials_env }, index) => {
      if (partner !== undefined && kind !== undefined) {
        return [faultAt(["endpoints", index, "kind"], "kind does not go with a partner: it has postbacks alone.")];
      }
      const meant = partner === undefined ? ownKindOf({ kind, url }) : "postback_post";
      const why = urlFault(String(url), meant);
      if (why !== null) return [faultAt(["endpoints", index, "url"], `url ${why}.`)];
      if (credentials_env !== undefined && !isBroker(meant)) {
        return [faultAt(["endpoints", index, "credentials_env"], "credentials_env goes with a broker alone.")];
      }
      if (partner === undefined) {
        return method === undefined
          ? []
          : [faultAt(["endpoints", index, "method"], "method goes with a partner alone.")];
      }
      const strange = Array.isArray(event_types) ? event_types.filter((type) => !forPartners.has(String(type))) : [];
      if (strange.length === 0) return [];
      return [faultAt(["endpoints", index, "event_types"], `event_types not for partners: ${strange.join(", ")}.`)];
    }),
    ...connections.flatMap(({ provider, client_reference, signing_secret_env, api_key_env }, index) => {
      if (signing_secret_env !== undefined && api_key_env !== undefined) {
        return [faultAt(["connections", index], "Name signing_secret_env or api_key_env, and not both.")];
      }
      const why = referenceFault(String(provider), client_reference);
      return why === null ? [] : [faultAt(["connections", index, "client_reference"], why)];
    }),
  ];
}

function referenceFault(provider: string, reference: unknown): string | null {
  if (reference !== "click_id" && reference !== "customer_key") return null;
  try {
    requireClientReferenceOf(provider, reference);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

function leftProgram(workspace: string, { name }: PresentProgram): Step {
  const message = "It is not in the file; a program cannot be removed.";
  return { workspace, program: name, kind: "program", name, action: "keep", changes: [], message, call: null };
}

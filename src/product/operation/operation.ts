// An operation: something a person, a brand, an operator or an agent can ask for, defined once. The HTTP call, the command, the tool
// of agents and the API description are all made from it, so none of them can do or say what the others do not.
import { z } from "zod";
import type { Once } from "../../access/idempotency.ts";
import type { Actor } from "../../access/permission.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import type { AgentScope } from "../../core/vocabulary/access/agent-scopes.ts";
import type { WorkspaceRight } from "../../core/vocabulary/access/workspace-roles.ts";
import type { ErrorCode } from "../../core/vocabulary/errors.ts";
import { id } from "../../core/vocabulary/fields.ts";
import type { Page } from "../../core/vocabulary/page.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { OutboundPolicy } from "../../files/addresses.ts";
import type { ImportPlaces } from "../imports/import-places.ts";
import type { MailInvitation } from "../members/invitation-mail.ts";
import type { MailApplicant } from "../partners/application-mail.ts";
import type { Verify } from "../proof/verification-operations.ts";
import type { RailUrls } from "../rails/settings.ts";
import type { ScopedReads } from "../reads/scoped-reads.ts";
import type { Rebuilds } from "../replays/rebuilds.ts";
import type { Caps } from "./caps.ts";
import { readStrictly } from "./input.ts";
import { type OperationName, summaries } from "./names.ts";
import { Refusal } from "./refusal.ts";
import { translated } from "./translated.ts";

/** What operations work with, wherever they run. */
export type OperationParts = {
  readonly database: Database;
  readonly reads: ScopedReads;
  readonly secrets: Secrets;
  /** A running service forgets what it knew of a connection; a command knows nothing. */
  readonly forgetConnection: (connectionId: number) => void;
  /** The public address, without a slash at its end. */
  readonly baseUrl: string;
  /** In milliseconds. */
  readonly now: () => number;
  /** Null where no service runs. */
  readonly verify: Verify | null;
  readonly rebuilds: Rebuilds;
  /** Null without a mail server, and for commands: the inviter passes the link on. */
  readonly mailInvitation: MailInvitation | null;
  /** Null without a mail server, and for commands: the decider informs the applicant. */
  readonly mailApplicant: MailApplicant | null;
  /** Whether a mail server is configured. */
  readonly sendsMail: boolean;
  /** Below which exports may be written; null where none may. */
  readonly exportFolder: string | null;
  readonly imports: ImportPlaces;
  /** How long an invitation to a workspace is good for. */
  readonly invitationDays: number;
  /** The keys that checkpoints are signed by, as they are published; none where none are signed. */
  readonly checkpointKeys: readonly string[];
  /** Where messages to brands and partners may go. */
  readonly outbound: OutboundPolicy;
  /** Other addresses of payment providers for payouts. */
  readonly railUrls: RailUrls;
  /** How much one account may make. */
  readonly caps: Caps;
};

/** The caller has no default: it is passed to every read or change. */
export type Call = OperationParts & { readonly actor: Actor };

/**
 * Who may call: callers whose role has the right in the program that `program_id` names or the workspace that `workspace_id` names, any
 * account for its own things (with the right, in a workspace it chooses), or only operators: by the command line, and by their account if
 * it has HTTP. An omitted optional scope means the whole installation, which is for operators. The right itself is checked where it is read
 * or changed; which role has it is in `core/vocabulary/access/workspace-roles.ts`.
 */
export type Access =
  | { readonly kind: "program"; readonly right: WorkspaceRight }
  | { readonly kind: "workspace"; readonly right: WorkspaceRight }
  | { readonly kind: "account"; readonly right: WorkspaceRight | null }
  | { readonly kind: "operator" };

export function inProgram(right: WorkspaceRight) {
  return { kind: "program", right } as const satisfies Access;
}

export function inWorkspace(right: WorkspaceRight) {
  return { kind: "workspace", right } as const satisfies Access;
}

export const accounts = { kind: "account", right: null } as const satisfies Access;
/** In a workspace that it names, or its only one. */
export const accountsThatMay = (right: WorkspaceRight) => ({ kind: "account", right }) as const satisfies Access;
export const operators = { kind: "operator" } as const satisfies Access;

export type Http = {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  /** After /api/v1, and for agents after /api/agent/v1. Fields of the input appear in it as `:name`. */
  readonly path: string;
  /** Of a call that succeeded; 200 when left out. */
  readonly status?: 200 | 201;
  /** The field that is the whole body. */
  readonly body?: string;
  /** A realistic body, for documents; a test sends each. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** Of a call that takes a file: more than other calls may send. */
  readonly bodyBytesMax?: number;
  /** Answered by a route of its own, which has more forms than JSON. */
  readonly hasOwnRoute?: true;
};

/** For agents: null is not theirs. */
export type Tool = { readonly name: string; readonly scope: AgentScope };

export type CommandHints = {
  /** How it is called, from its name on. */
  readonly example: string;
  /** The field whose value is written bare behind the name. */
  readonly argument?: string;
  /** The field that may be given more than once: each is a call of its own. */
  readonly each?: string;
};

export type Operation = {
  readonly name: OperationName;
  readonly summary: string;
  /** What else there is to know of it, in sentences. */
  readonly description: string;
  readonly access: Access;
  readonly tool: Tool | null;
  readonly http: Http | null;
  /** Null if the command is handwritten. */
  readonly command: CommandHints | null;
  readonly changes: boolean;
  /** It is about the caller as a person: no token calls it. */
  readonly ofPerson: boolean;
  /** In addition to those that every call can end with. */
  readonly errors: readonly ErrorCode[];
  /** Strict. */
  readonly input: z.ZodObject;
  /** Of the whole answer. */
  readonly output: z.ZodType;
  /** The columns of a table for people; null where the answer is no rows. */
  readonly table: readonly string[] | null;
  readonly list: List | null;
  /** Holds `given` against `input`. */
  readonly run: (call: Call, given: unknown) => Promise<object>;
  /** Of what makes something new: with an Idempotency-Key it is made once. */
  readonly runOnce: ((call: Call, given: unknown, once: RunOnce) => Promise<object>) | null;
  /** Of what takes a file. */
  readonly file: FileForm | null;
};

/** A file as the whole body; the rest of the input is in the query. */
export type FileForm = {
  /** What it is called in JSON. */
  readonly field: string;
  readonly type: "text/csv";
  readonly bytesMax: number;
  readonly run: (call: Call, given: unknown, file: AsyncIterable<Uint8Array>) => Promise<object>;
};

/** A list's properties besides its pages. */
export type List = {
  /** All of a row, in their order. */
  readonly columns: readonly string[];
  readonly read: (call: Call, given: unknown) => Promise<Page<object>>;
};

/** How a creation is made idempotent: a repeated call is answered from the first result. */
export type RunOnce = <Made>(
  make: (once: Once | null) => Promise<Made>,
  madeBefore: (ids: readonly number[]) => Made,
) => Promise<Made>;

/** The definition of an operation, besides its input, its output and its code. */
export type About = Pick<Operation, "name" | "description" | "access"> &
  Partial<Pick<Operation, "tool" | "http" | "command" | "changes" | "ofPerson" | "errors" | "table" | "list">>;

export type Input<Shape extends z.ZodRawShape> = z.output<z.ZodObject<z.core.util.Writeable<Shape>>>;

type Definition<Shape extends z.ZodRawShape, Output extends z.ZodType> = About & {
  readonly input: Shape;
  readonly output: Output;
  readonly run: (call: Call, input: Input<Shape>) => Promise<z.output<Output>>;
};

export function defineOperation<Shape extends z.ZodRawShape, Output extends z.ZodType<object>>(
  definition: Definition<Shape, Output>,
): Operation {
  const { input: shape, output, run, ...about } = definition;
  const input = z.strictObject(shape);
  return describe(about, input, output, async (call, given) => run(call, read(shape, input, given)));
}

/** What is left out of `about` is not there. */
export function describe(about: About, input: z.ZodObject, output: z.ZodType, run: Operation["run"]): Operation {
  const { name, description, access } = about;
  const { tool = null, http = null, command = null, changes = false, table = null, list = null } = about;
  const { ofPerson = false } = about;
  const guarded = ofPerson ? refuseTokens : guard(access);
  return {
    name,
    summary: summaries[name],
    description,
    access,
    tool,
    http,
    command,
    changes,
    ofPerson,
    errors: errorsOf(about),
    table,
    list: list === null ? null : { ...list, read: guarded(list.read) },
    input,
    output,
    run: (call, given) => refusing(guarded(run)(call, given)),
    runOnce: null,
    file: null,
  };
}

/** A right that not every role has can be refused. */
function errorsOf({ access, errors = [] }: About): readonly ErrorCode[] {
  const isOfRole = access.kind !== "operator" && access.right !== null && access.right !== "read";
  return isOfRole ? ["forbidden", ...errors] : errors;
}

type Guard = <Answer>(
  run: (call: Call, given: unknown) => Promise<Answer>,
) => (call: Call, given: unknown) => Promise<Answer>;

/** No one else learns even what an operator's operation would refuse. A change checks again where it is made. */
function guard(access: Access): Guard {
  if (access.kind !== "operator") return (run) => run;
  return (run) => async (call, given) => {
    await requireOperatorOf(call, given);
    return run(call, given);
  };
}

/** Before anything is read: it says nothing of what there is. */
const refuseTokens: Guard = (run) => async (call, given) => {
  if (call.actor.kind === "token") throw new Refusal("forbidden", "Only a person can make this call, not a token.");
  return run(call, given);
};

const namingProgram = z.looseObject({ program_id: id("The program") });

/** A stranger gets the same answer for every program. */
async function requireOperatorOf({ reads, actor }: Call, given: unknown): Promise<void> {
  if (actor.kind === "operator") return;
  const named = namingProgram.safeParse(given).data;
  const nothing = async (): Promise<void> => undefined;
  if (named === undefined) await reads.ofInstallation(actor, nothing);
  else await reads.ofProgram(actor, named.program_id, "operator", nothing);
}

/** What the layers below refuse is a refusal of the call. */
export async function refusing<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw translated(error);
  }
}

/** Every fault is named at once; what is read has the shape's own types. */
function read<Shape extends z.ZodRawShape>(shape: Shape, strict: z.ZodObject, given: unknown): Input<Shape> {
  readStrictly(strict, given);
  return z.object(shape).parse(given);
}

type Creation<Shape extends z.ZodRawShape, Output extends z.ZodType, Made> = Omit<About, "changes"> & {
  readonly input: Shape;
  readonly output: Output;
  readonly make: (call: Call, input: Input<Shape>, once: Once | null) => Promise<Made>;
  /** What the answer is made from again when only the ids are known. */
  readonly madeBefore: (ids: readonly number[]) => Made;
  readonly answer: (call: Call, made: Made, input: Input<Shape>) => Promise<z.output<Output>>;
};

/** Makes something new, and safe to repeat: with an Idempotency-Key it is made once. */
export function defineCreation<Shape extends z.ZodRawShape, Output extends z.ZodType<object>, Made>(
  definition: Creation<Shape, Output, Made>,
): Operation {
  const { input: shape, output, make, madeBefore, answer, ...about } = definition;
  const input = z.strictObject(shape);
  const run: Operation["run"] = async (call, given) => {
    const request = read(shape, input, given);
    return answer(call, await make(call, request, null), request);
  };
  return {
    ...describe({ ...about, changes: true }, input, output, run),
    runOnce: async (call, given, once) => {
      const request = read(shape, input, given);
      return refusing(once((key) => make(call, request, key), madeBefore).then((made) => answer(call, made, request)));
    },
  };
}

/** Of a creation that makes one thing. */
export function onlyId([made]: readonly number[]): number {
  if (made === undefined) throw new Error("a call that was repeated had made nothing");
  return made;
}

export const programId = id("The program's id");

/** `{data: …}`: one thing. */
export function answerOf<Data extends z.ZodType>(data: Data) {
  return z.strictObject({ data });
}

// All the console asks of the service, by the typed client of the API's own description. A call that is refused is thrown with what
// a reader needs: what happened, which fields are at fault, and the id the request has in the service's log.
import { createManagementClient, dataOf, ManagementError } from "@svc/sdk/management";
import { tellSignedOut } from "./signed-out.ts";

/** Where the service is, as this page was told: behind a proxy it may have a path. Without a slash at its end. */
export const serviceAddress = document.baseURI.replace(/\/$/, "");

/** The path of it, for links to pages that are not the console's. */
export const servicePath = new URL(serviceAddress).pathname.replace(/\/$/, "");

export const api = createManagementClient({ baseUrl: serviceAddress });

export class CallFailed extends Error {
  override readonly name = "CallFailed";
  /** Of HTTP; 0 where nothing answered. */
  readonly status: number;
  readonly code: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;

  constructor(message: string, { status, cause, ...more }: Failure) {
    super(message, { cause });
    this.status = status;
    this.code = more.code ?? null;
    this.details = more.details ?? {};
    this.requestId = more.requestId ?? null;
  }
}

type Failure = Pick<CallFailed, "status"> & Partial<Pick<CallFailed, "code" | "details" | "requestId" | "cause">>;

type Answer<Body> = { readonly data?: Body; readonly error?: unknown; readonly response: Response };

/** What a call was answered; throws `CallFailed`. */
export async function ask<Body>(call: Promise<Answer<Body>>): Promise<Body> {
  const answer = await call.catch((cause: unknown) => {
    throw new CallFailed("The service cannot be reached.", { status: 0, cause });
  });
  try {
    return dataOf(answer);
  } catch (error) {
    if (!(error instanceof ManagementError)) throw error;
    const { status, message, code, details } = error;
    const requestId = answer.response.headers.get("x-request-id");
    if (status === 401) tellSignedOut(true);
    throw new CallFailed(message, { status, code, details, requestId, cause: error });
  }
}

/** The fields at fault by name, each with why. */
export function faultsOf(error: unknown): Record<string, string> {
  const fields = error instanceof CallFailed ? error.details.fields : undefined;
  if (!Array.isArray(fields)) return {};
  return Object.fromEntries(
    fields.flatMap((each: unknown) => {
      if (typeof each !== "object" || each === null || !("field" in each) || !("message" in each)) return [];
      return typeof each.field === "string" && typeof each.message === "string" ? [[each.field, each.message]] : [];
    }),
  );
}

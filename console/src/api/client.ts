// The console's typed client of the API, generated from the API description. A refused call throws an error with what a reader needs: what
// happened, which fields are wrong, and the request id in the service's log.
import { createManagementClient, dataOf, ManagementError } from "@svc/sdk/management";
import { say } from "../texts/shell.ts";
import { setSignedOut } from "./signed-out.ts";

/** The service's base URL from the page, without a trailing slash. Behind a proxy it may include a path. */
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
    throw new CallFailed(say("theServiceCannotBeReached"), { status: 0, cause });
  });
  try {
    return dataOf(answer);
  } catch (error) {
    if (!(error instanceof ManagementError)) throw error;
    const { status, message, code, details } = error;
    const requestId = answer.response.headers.get("x-request-id");
    if (status === 401) setSignedOut(true);
    throw new CallFailed(message, { status, code, details, requestId, cause: error });
  }
}

/** The fields that are wrong, each with the reason. */
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

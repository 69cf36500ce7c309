// What an answer to a flagged program key says of it: three headers, and a warning in its body while the key still works.
// It is said as soon as it is known, so that errors and refusals by a limit say it too, and taken back when it turns out to be
// otherwise. From the deadline on the headers stay and the warning goes: there is nothing left to warn of.
import type { ServerResponse } from "node:http";
import type { ProgramAccess } from "../../../access/key-directory.ts";
import { isPastDeadline } from "../../../core/vocabulary/access/key-flag.ts";
import type { ErrorCode } from "../../../core/vocabulary/errors.ts";

const code = "api_key_rotation_required" satisfies ErrorCode;
const headerNames = ["Deprecation", "Sunset", "Link"] as const;
const millisecondsPerSecond = 1000;

export type RotationWarning = {
  readonly code: typeof code;
  readonly message: string;
  readonly hint: string;
  readonly rotate_by: string;
  readonly docs_url: string;
};

export type RotationSignals = {
  /** Sets the headers, before the answer is known. */
  signal(response: ServerResponse, access: ProgramAccess): void;
  /** After the key turned out to open nothing. */
  takeBack(response: ServerResponse): void;
};

const warnings = new WeakMap<ServerResponse, RotationWarning>();

/** To be spread into the body of every answer a flagged key may get; empty for all others. */
export function warningsOf(response: ServerResponse): { readonly warnings?: readonly RotationWarning[] } {
  const warning = warnings.get(response);
  return warning === undefined ? {} : { warnings: [warning] };
}

/** `baseUrl` is the public address, without a slash at its end. */
export function openRotationSignals(baseUrl: string): RotationSignals {
  const docsUrl = rotationDocsUrl(baseUrl);

  function takeBack(response: ServerResponse): void {
    warnings.delete(response);
    for (const name of headerNames) response.removeHeader(name);
  }

  return {
    signal(response, { flag, programId, usedAt }) {
      takeBack(response);
      if (flag === null) return;
      const { flaggedAt, rotateBy } = flag;
      response.setHeader("Deprecation", `@${Math.floor(flaggedAt.getTime() / millisecondsPerSecond)}`);
      response.setHeader("Sunset", rotateBy.toUTCString());
      response.setHeader("Link", `<${docsUrl}>; rel="deprecation"`);
      if (isPastDeadline(flag, usedAt)) return;
      warnings.set(response, {
        code,
        message: `This API key must be replaced: it is refused from ${rotateBy.toISOString()} on.`,
        hint: rotationHint(programId),
        rotate_by: rotateBy.toISOString(),
        docs_url: docsUrl,
      });
    },
    takeBack,
  };
}

export function rotationHint(programId: number): string {
  return `An owner of the workspace regenerates it, in the console or with POST /api/v1/programs/${programId}/api-key. The old key stops at that moment.`;
}

export function rotationDocsUrl(baseUrl: string): string {
  return new URL(`${baseUrl}/docs/errors#${code}`).href;
}

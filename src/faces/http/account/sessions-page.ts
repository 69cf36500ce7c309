// /account/sessions: where the account is signed in, by device and address, and the end of one session, of all others, or of all.
import type { Request, RequestHandler } from "express";
import { z } from "zod";
import { type Html, html } from "../../../core/wording/html.ts";
import { dayText, minute } from "../../../core/wording/words.ts";
import type { Page } from "../pages/form-page.ts";
import { deviceName } from "./device-name.ts";
import { formRoute, goOn, hrefOf, type PageParts, queryOf, requireDone } from "./form.ts";
import { sendPage } from "./page.ts";

export const sessionsPath = "/account/sessions";

const time = z.iso.datetime().transform((text) => new Date(text));

/** As the accounts library lists them; `token` is a digest that ends a session and opens none. */
const listedSessions = z.array(
  z.object({
    id: z.string(),
    token: z.string(),
    createdAt: time,
    updatedAt: time,
    ipAddress: z.string().nullish(),
    userAgent: z.string().nullish(),
  }),
);

type ListedSession = z.output<typeof listedSessions>[number];

const ownSession = z.object({ session: z.object({ id: z.string() }) }).nullable();
const statusSignedOut = 401;

const endings = {
  one: { path: "/revoke-session", next: `${sessionsPath}?ended=one` },
  others: { path: "/revoke-other-sessions", next: `${sessionsPath}?ended=others` },
  all: { path: "/revoke-sessions", next: "/sign-in?out" },
} as const;

const notes: ReadonlyMap<string, string> = new Map([
  ["one", "The session has ended."],
  ["others", "All other sessions have ended."],
]);

export function showSessions(parts: PageParts): RequestHandler {
  return async (request, response) => {
    const page = await sessionsPage(parts, request, notes.get(queryOf(request).get("ended")));
    if (page === undefined) goOn(parts, response, `/sign-in?next=${encodeURIComponent(sessionsPath)}`);
    else sendPage(parts, response, page);
  };
}

export function endSessions(parts: PageParts): RequestHandler {
  return formRoute(
    parts,
    async (request, response, values) => {
      const decision = values.get("decision");
      const ending = decision === "others" || decision === "all" ? endings[decision] : endings.one;
      const body = ending === endings.one ? { token: values.get("session") } : {};
      const answer = await requireDone(await parts.door.call(request, { path: ending.path, body }));
      goOn(parts, response, ending.next, answer);
    },
    async (_values, note, request) =>
      (await sessionsPage(parts, request, note)) ?? {
        title: "Sessions",
        note,
        links: { "Sign in": hrefOf(parts, "/sign-in") },
      },
  );
}

/** Undefined when signed out. */
async function sessionsPage(parts: PageParts, request: Request, note: string | undefined): Promise<Page | undefined> {
  const [own, listed] = await Promise.all([
    parts.door.call(request, { path: "/get-session" }).then(requireDone),
    parts.door.call(request, { path: "/list-sessions" }),
  ]);
  const id = ownSession.parse(await own.json())?.session.id;
  if (id === undefined || listed.status === statusSignedOut) return undefined;
  const sessions = listedSessions.parse(await (await requireDone(listed)).json());
  const others = sessions
    .filter((session) => session.id !== id)
    .toSorted((one, other) => other.updatedAt.getTime() - one.updatedAt.getTime());
  const mine = sessions.find((session) => session.id === id);
  return {
    title: "Sessions",
    note,
    text: ["Where your account is signed in. If you do not recognize one, end it and set a new password."],
    content: html`<ul class="sessions">${mine === undefined ? null : sessionRow(mine, true)}${others.map((session) => sessionRow(session, false))}</ul>
`,
    forms: [
      {
        action: hrefOf(parts, sessionsPath),
        buttons: others.length === 0 ? { all: "Sign out" } : { others: "End all others", all: "End all" },
      },
    ],
    links: { "Your account": hrefOf(parts, "/account") },
  };
}

function sessionRow({ token, createdAt, updatedAt, ipAddress, userAgent }: ListedSession, isOwn: boolean): Html {
  const device = deviceName(userAgent);
  const address = ipAddress ?? "";
  return html`<li><div><strong>${device}</strong>${isOwn ? " (this session)" : ""}
<p class="hint">Signed in ${minute(createdAt)} UTC${address === "" ? "" : ` from ${address}`}. Last used ${dayText(updatedAt)}.</p></div>
${
  isOwn
    ? null
    : html`<form method="post"><input type="hidden" name="session" value="${token}"><button class="button" name="decision" value="one" aria-label="End the session of ${device}, signed in ${createdAt.toISOString()}">End</button></form>
`
}</li>
`;
}

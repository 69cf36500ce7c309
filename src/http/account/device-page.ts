// /device: where somebody who is signed in lets a command line in that shows a code.
// Nothing happens to a code before its user has said yes: opening the page with somebody else's code in the address changes
// nothing.
import type { RequestHandler } from "express";
import {
  type FormValues,
  formRoute,
  goOn,
  hrefOf,
  NotDone,
  type PageParts,
  queryOf,
  requireDone,
  signedIn,
  withQuery,
} from "./form.ts";
import { type Page, sendPage } from "./page.ts";

export function showDevice(parts: PageParts): RequestHandler {
  return async (request, response) => {
    const query = queryOf(request);
    const who = await signedIn(parts, request);
    if (who === undefined) {
      const next = withQuery("/device", { user_code: query.get("user_code") });
      goOn(parts, response, withQuery("/sign-in", { next }));
      return;
    }
    sendPage(response, devicePage(parts, query, who.email, undefined));
  };
}

export function decideDevice(parts: PageParts): RequestHandler {
  return formRoute(
    parts,
    async (request, response, values) => {
      if ((await signedIn(parts, request)) === undefined) throw new NotDone("Sign in first.", 401);
      const userCode = values.get("user_code");
      const isApproved = values.get("decision") === "approve";
      const query = new URLSearchParams({ user_code: userCode });
      await requireDone(await parts.door.call(request, { path: "/device", query }));
      const path = isApproved ? "/device/approve" : "/device/deny";
      await requireDone(await parts.door.call(request, { path, body: { userCode } }));
      sendPage(response, {
        title: isApproved ? "It is in" : "It stays out",
        text: [
          isApproved
            ? "The command line goes on by itself. It may do whatever you may, until you end its session."
            : "The command line was refused.",
        ],
      });
    },
    (values, note) => devicePage(parts, values, undefined, note),
  );
}

function devicePage(parts: PageParts, values: FormValues, email: string | undefined, note: string | undefined): Page {
  return {
    title: "Let a command line in",
    note,
    text: [
      ...(email === undefined ? [] : [`You are signed in as ${email}.`]),
      "Approve only if you started `svc login` yourself just now and it shows this code. It will be able to do whatever you may.",
    ],
    forms: [
      {
        action: hrefOf(parts, "/device"),
        fields: [
          { name: "user_code", label: "Code", type: "text", autocomplete: "off", value: values.get("user_code") },
        ],
        buttons: { approve: "Approve", deny: "Refuse" },
      },
    ],
  };
}

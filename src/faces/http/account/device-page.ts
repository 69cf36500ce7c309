// /device: where a signed-in person authorizes a command line that shows a code. The code is typed from the terminal and never read from
// the URL: a link from an attacker, with the attacker's code in it, must not be one click away from a session.
import type { RequestHandler } from "express";
import type { Page } from "../pages/form-page.ts";
import { formRoute, goOn, hrefOf, NotDone, type PageParts, requireDone, signedIn, withQuery } from "./form.ts";
import { sendPage } from "./page.ts";

export function showDevice(parts: PageParts): RequestHandler {
  return async (request, response) => {
    const who = await signedIn(parts, request);
    if (who === undefined) goOn(parts, response, withQuery("/sign-in", { next: "/device" }));
    else sendPage(parts, response, devicePage(parts, "", who.email, undefined));
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
      sendPage(parts, response, {
        title: isApproved ? "Device authorized" : "Device refused",
        text: [
          isApproved
            ? "You can close this page: the command line continues by itself. It has your rights until you end its session."
            : "The command line was not authorized.",
        ],
      });
    },
    (values, note) => devicePage(parts, values.get("user_code"), undefined, note),
  );
}

/** `typed`: what was just sent with this form, and is wrong. */
function devicePage(parts: PageParts, typed: string, email: string | undefined, note: string | undefined): Page {
  return {
    title: "Authorize this device",
    note,
    text: [
      ...(email === undefined ? [] : [`You are signed in as ${email}.`]),
      "Type the code that `svc login` shows in your own terminal. Never type a code that someone sent you: it would give them your rights.",
    ],
    forms: [
      {
        action: hrefOf(parts, "/device"),
        fields: [{ name: "user_code", label: "Code", type: "text", autocomplete: "off", value: typed }],
        buttons: { approve: "Approve", deny: "Refuse" },
      },
    ],
  };
}

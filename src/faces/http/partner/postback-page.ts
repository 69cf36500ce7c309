// /partners/:program_id/postback: the address of a partner's own network that is called about its sales.
import type { Request, RequestHandler } from "express";
import type { Words } from "../../../core/wording/say.ts";
import { placeholders } from "../../../product/messages/partner-payload.ts";
import { Refusal } from "../../../product/operation/refusal.ts";
import { type PostbackFault, postbackMethods, postbackScopes } from "../../../product/portal/own-postback.ts";
import type { PartnerView } from "../../../product/portal/view-read.ts";
import { type FormValues, formRoute, hrefOf, NotDone } from "../account/form.ts";
import { prefixOf, sendPage } from "../account/page.ts";
import type { Page } from "../pages/form-page.ts";
import { portalNavigation } from "../pages/partner-page.ts";
import { signInFirst, withView } from "./home-pages.ts";
import { queryOf } from "./partner-place.ts";
import { goTo, noteFor, type PortalParts, personOf, programIdOf } from "./portal-parts.ts";
import { spoken, wordsFor } from "./reader.ts";

export function showPostback(parts: PortalParts): RequestHandler {
  return withView(parts, async (view, request, response) => {
    const person = await personOf(parts, request);
    const own = person && (await parts.partnerPortal.postback(person, view.profile.program_id));
    const values = new Map<string, string>(Object.entries(own ?? {}));
    const note = queryOf(request).has("saved") ? wordsFor(request).say("saved") : undefined;
    sendPage(
      parts,
      response,
      postbackPage(parts, request, view, { values: { get: (name) => values.get(name) ?? "" }, note }),
    );
  });
}

export function setPostback(parts: PortalParts): RequestHandler {
  return formRoute(
    parts,
    async (request, response, values) => {
      const person = await personOf(parts, request);
      const programId = programIdOf(request);
      if (person === undefined || programId === undefined) throw new NotDone(wordsFor(request).say("signInFirst"), 401);
      const fault = await parts.partnerPortal.setPostback(person, programId, wishIn(values));
      if (fault === undefined) throw new Refusal("not_found", "You are not a partner of this program.");
      if (fault !== null) throw new NotDone(faultText(fault, wordsFor(request)));
      goTo(parts, response, `/partners/${programId}/postback?saved`);
    },
    async (values, note, request) => {
      const person = await personOf(parts, request);
      const programId = programIdOf(request);
      const view =
        person === undefined || programId === undefined
          ? undefined
          : await parts.partnerViews.openOwn(person, programId);
      if (view !== undefined) return postbackPage(parts, request, view, { values, note });
      return signInFirst(parts, request, "postback", note);
    },
    noteFor,
  );
}

function wishIn(values: FormValues) {
  const url = values.get("url").trim();
  if (url === "") return null;
  const method = postbackMethods.find((each) => each === values.get("method")) ?? "get";
  const scope = postbackScopes.find((each) => each === values.get("scope")) ?? "created";
  return { url, method, scope };
}

function faultText(fault: PostbackFault, words: Words): string {
  switch (fault.kind) {
    case "placeholders":
      return words.say("postbackUnknown", { names: fault.names.join(", ") });
    case "address":
      return words.say("postbackFault");
    case "full":
      return words.say("postbackFull");
  }
}

type PostbackState = { readonly values: FormValues; readonly note: string | undefined };

function postbackPage(
  parts: PortalParts,
  request: Request,
  { profile }: PartnerView,
  { values, note }: PostbackState,
): Page {
  const words = wordsFor(request);
  const { say } = words;
  const { program_id, program_name, brand_color } = profile;
  const names = Object.keys(placeholders).map((name) => `{${name}}`);
  return {
    title: say("postback"),
    spoken: spoken(request),
    note,
    brand: { name: program_name, color: brand_color },
    navigation: portalNavigation(prefixOf(parts.baseUrl), program_id, "postback", words),
    text: [say("postbackText"), say("postbackHolds", { names: names.join(", ") })],
    forms: [
      {
        action: hrefOf(parts, `/partners/${program_id}/postback`),
        fields: [
          {
            name: "url",
            label: say("address"),
            type: "text",
            autocomplete: "off",
            value: values.get("url"),
            hint: say("suchAs", { example: "https://network.example/postback?click={click_id}&payout={commission}" }),
            isCode: true,
          },
          {
            name: "method",
            label: say("howCalled"),
            choices: { get: say("byGet"), post: say("byPost") },
            value: values.get("method") || "get",
          },
          {
            name: "scope",
            label: say("messages"),
            choices: { created: say("newCommissions"), all: say("newAndLater") },
            value: values.get("scope") || "created",
          },
        ],
        buttons: { save: say("save") },
      },
    ],
    links: { [say("backToYourPage")]: hrefOf(parts, `/partners/${program_id}`) },
  };
}

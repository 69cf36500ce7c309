// /partners/:program_id/postback: the address of a partner's own network that is called about its sales.
import type { RequestHandler } from "express";
import { placeholders } from "../../../product/messages/partner-payload.ts";
import { Refusal } from "../../../product/operation/refusal.ts";
import { postbackMethods, postbackScopes } from "../../../product/portal/own-postback.ts";
import type { PartnerView } from "../../../product/portal/view-read.ts";
import { type FormValues, formRoute, hrefOf, NotDone } from "../account/form.ts";
import { prefixOf, sendPage } from "../account/page.ts";
import type { Page } from "../pages/form-page.ts";
import { portalNavigation } from "../pages/partner-page.ts";
import { withView } from "./home-pages.ts";
import { queryOf } from "./partner-place.ts";
import { goTo, type PortalParts, personOf, programIdOf } from "./portal-parts.ts";

export function showPostback(parts: PortalParts): RequestHandler {
  return withView(parts, async (view, request, response) => {
    const person = await personOf(parts, request);
    const own = person && (await parts.partnerPortal.postback(person, view.profile.program_id));
    const values = new Map<string, string>(Object.entries(own ?? {}));
    const note = queryOf(request).has("saved") ? "Saved." : undefined;
    sendPage(parts, response, postbackPage(parts, view, { get: (name) => values.get(name) ?? "" }, note));
  });
}

export function setPostback(parts: PortalParts): RequestHandler {
  return formRoute(
    parts,
    async (request, response, values) => {
      const person = await personOf(parts, request);
      const programId = programIdOf(request);
      if (person === undefined || programId === undefined) throw new NotDone("Sign in first.", 401);
      const fault = await parts.partnerPortal.setPostback(person, programId, wishIn(values));
      if (fault === undefined) throw new Refusal("not_found", "You are no partner of this program.");
      if (fault !== null) throw new NotDone(`The address ${fault}.`);
      goTo(parts, response, `/partners/${programId}/postback?saved`);
    },
    async (values, note, request) => {
      const person = await personOf(parts, request);
      const programId = programIdOf(request);
      const view =
        person === undefined || programId === undefined
          ? undefined
          : await parts.partnerViews.openOwn(person, programId);
      if (view !== undefined) return postbackPage(parts, view, values, note);
      return { title: "Postback", note, links: { "Sign in as a partner": hrefOf(parts, "/partners/sign-in") } };
    },
  );
}

function wishIn(values: FormValues) {
  const url = values.get("url").trim();
  if (url === "") return null;
  const method = postbackMethods.find((each) => each === values.get("method")) ?? "get";
  const scope = postbackScopes.find((each) => each === values.get("scope")) ?? "created";
  return { url, method, scope };
}

function postbackPage(
  parts: PortalParts,
  { profile }: PartnerView,
  values: FormValues,
  note: string | undefined,
): Page {
  const { program_id, program_name, brand_color } = profile;
  const names = Object.keys(placeholders).map((name) => `{${name}}`);
  return {
    title: "Postback",
    note,
    brand: { name: program_name, color: brand_color },
    navigation: portalNavigation(prefixOf(parts.baseUrl), program_id, "postback"),
    text: [
      "A URL of your network or tracker that is called when you earn. Leave it empty to stop the calls.",
      `It may hold ${names.join(", ")}.`,
    ],
    forms: [
      {
        action: hrefOf(parts, `/partners/${program_id}/postback`),
        fields: [
          {
            name: "url",
            label: "Address",
            type: "text",
            autocomplete: "off",
            value: values.get("url"),
            hint: "Such as https://network.example/postback?click={click_id}&payout={commission}",
            isCode: true,
          },
          {
            name: "method",
            label: "How it is called",
            choices: { get: "GET, with the address filled", post: "POST, with JSON" },
            value: values.get("method") || "get",
          },
          {
            name: "scope",
            label: "Messages",
            choices: { created: "New commissions", all: "New commissions and later changes" },
            value: values.get("scope") || "created",
          },
        ],
        buttons: { save: "Save" },
      },
    ],
    links: { "Back to your page": hrefOf(parts, `/partners/${program_id}`) },
  };
}

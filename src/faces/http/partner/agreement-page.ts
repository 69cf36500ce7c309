// /partners/:program_id/agreement: a partner reads the program's agreement and accepts the version that it read.
import type { Request, RequestHandler } from "express";
import { html } from "../../../core/wording/html.ts";
import { Refusal } from "../../../product/operation/refusal.ts";
import type { PartnerView } from "../../../product/portal/view-read.ts";
import { formRoute, hrefOf, NotDone } from "../account/form.ts";
import { prefixOf, sendPage } from "../account/page.ts";
import type { Page } from "../pages/form-page.ts";
import { portalNavigation } from "../pages/partner-page.ts";
import { signInFirst, withView } from "./home-pages.ts";
import { goTo, noteFor, type PortalParts, personOf, programIdOf } from "./portal-parts.ts";
import { spoken, wordsFor } from "./reader.ts";

export function showAgreement(parts: PortalParts): RequestHandler {
  return withView(parts, async (view, request, response) =>
    sendPage(parts, response, await agreementPage(parts, request, view, undefined)),
  );
}

export function acceptAgreement(parts: PortalParts): RequestHandler {
  return formRoute(
    parts,
    async (request, response, values) => {
      const { say } = wordsFor(request);
      const person = await personOf(parts, request);
      const programId = programIdOf(request);
      if (person === undefined || programId === undefined) throw new NotDone(say("signInFirst"), 401);
      const version = Number(values.get("version"));
      if (!Number.isSafeInteger(version)) throw new NotDone(say("cannotBeRead"));
      const accepted = { version, sha256: values.get("sha256") };
      const outcome = await parts.partnerPortal.acceptAgreement(person, programId, accepted);
      if (outcome === undefined) throw new Refusal("not_found", "You are not a partner of this program.");
      if (outcome === "replaced") throw new NotDone(say("agreementReplaced"), 409);
      goTo(parts, response, `/partners/${programId}`);
    },
    async (_, note, request) => {
      const person = await personOf(parts, request);
      const programId = programIdOf(request);
      const view =
        person === undefined || programId === undefined
          ? undefined
          : await parts.partnerViews.openOwn(person, programId);
      if (view === undefined) return signInFirst(parts, request, "agreement", note);
      return agreementPage(parts, request, view, note);
    },
    noteFor,
  );
}

async function agreementPage(
  parts: PortalParts,
  request: Request,
  view: PartnerView,
  note: string | undefined,
): Promise<Page> {
  const words = wordsFor(request);
  const { say } = words;
  const { program_id, program_name, brand_color } = view.profile;
  const frame = {
    title: say("agreement"),
    spoken: spoken(request),
    note,
    brand: { name: program_name, color: brand_color },
    navigation: portalNavigation(prefixOf(parts.baseUrl), program_id, "agreement", words),
    links: { [say("backToYourPage")]: hrefOf(parts, `/partners/${program_id}`) },
  };
  const own = await view.agreement();
  if (own === null) return { ...frame, text: [say("noAgreement")] };
  const { version, text, sha256, published_at, accepted_at } = own;
  const day = words.longDay(published_at);
  return {
    ...frame,
    text: [
      say("agreementVersion", { version, day }),
      ...(accepted_at === null ? [] : [say("agreementAccepted", { day: words.longDay(accepted_at) })]),
    ],
    content: html`<div class="agreement">${text}</div>`,
    ...(accepted_at === null
      ? {
          forms: [
            {
              action: hrefOf(parts, `/partners/${program_id}/agreement`),
              hidden: { version: String(version), sha256 },
              buttons: { accept: say("acceptAgreement") },
            },
          ],
        }
      : {}),
  };
}

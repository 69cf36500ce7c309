// /partners and below: what a partner who is signed in sees: its programs, its own page in each, and where its payouts go.
import type { Request, RequestHandler } from "express";
import { recipientKinds, recipientSchema } from "../../../core/vocabulary/money/payout-recipient.ts";
import { Refusal } from "../../../product/operation/refusal.ts";
import type { PartnerView } from "../../../product/portal/view-read.ts";
import { type FormValues, formRoute, hrefOf, NotDone } from "../account/form.ts";
import { prefixOf, sendPage } from "../account/page.ts";
import type { Page } from "../pages/form-page.ts";
import { portalNavigation } from "../pages/partner-page.ts";
import { partnerProgramsPage } from "../pages/partner-programs-page.ts";
import { sendHtml } from "../served/send-html.ts";
import { queryOf, sendPartnerPage, sendQrCode } from "./partner-place.ts";
import { goTo, noteFor, type PortalParts, personOf, personOrSignIn, programIdOf } from "./portal-parts.ts";
import { spoken, wordsFor } from "./reader.ts";

/** Who is a partner of one program, and waits for no other, is there at once. */
export function showPrograms(parts: PortalParts): RequestHandler {
  return async (request, response) => {
    const person = await personOrSignIn(parts, request, response);
    if (person === undefined) return;
    const memberships = await parts.partnerPortal.memberships(person);
    const applications = await parts.partnerPortal.applications(person);
    const [only, ...others] = memberships;
    if (only !== undefined && others.length === 0 && applications.length === 0) {
      goTo(parts, response, `/partners/${only.program_id}`);
    } else
      sendHtml(response, 200, partnerProgramsPage(prefixOf(parts.baseUrl), memberships, applications, spoken(request)));
  };
}

export function showOwnPage(parts: PortalParts): RequestHandler {
  const prefix = prefixOf(parts.baseUrl);
  return withView(parts, (view, request, response) =>
    sendPartnerPage(response, view, queryOf(request), {
      prefix,
      path: `${prefix}/partners/${view.profile.program_id}`,
      isEmbedded: false,
      spoken: spoken(request),
      askedLanguage: null,
    }),
  );
}

export function showOwnQrCode(parts: PortalParts): RequestHandler {
  return withView(parts, async (view, request, response) => sendQrCode(request, response, view));
}

export function showPayoutDetails(parts: PortalParts): RequestHandler {
  return withView(parts, async (view, request, response) => {
    const { email, name, kind } = (await view.recipient()) ?? { email: "", name: "", kind: "" };
    const values = new Map<string, string>(Object.entries({ email, name, kind }));
    const isSaved = queryOf(request).has("saved");
    const note = isSaved ? wordsFor(request).say("payoutsGoThere") : undefined;
    sendPage(
      parts,
      response,
      detailsPage(parts, request, view, { values: { get: (name) => values.get(name) ?? "" }, note }),
    );
  });
}

export function setPayoutDetails(parts: PortalParts): RequestHandler {
  return formRoute(
    parts,
    async (request, response, values) => {
      const person = await personOf(parts, request);
      const programId = programIdOf(request);
      if (person === undefined || programId === undefined) throw new NotDone(wordsFor(request).say("signInFirst"), 401);
      const recipient = recipientSchema.safeParse({
        email: values.get("email").trim(),
        name: values.get("name").trim(),
        kind: values.get("kind"),
      });
      if (!recipient.success) {
        const [fault] = recipient.error.issues;
        throw new NotDone(wordsFor(request).say(faultOf(fault?.path[0])));
      }
      if (!(await parts.partnerPortal.setRecipient(person, programId, recipient.data))) throw noSuchPage();
      goTo(parts, response, `/partners/${programId}/payout-details?saved`);
    },
    async (values, note, request) => {
      const person = await personOf(parts, request);
      const programId = programIdOf(request);
      const view =
        person === undefined || programId === undefined
          ? undefined
          : await parts.partnerViews.openOwn(person, programId);
      if (view === undefined) return signInFirst(parts, request, "payoutDetails", note);
      return detailsPage(parts, request, view, { values, note });
    },
    noteFor,
  );
}

function faultOf(field: PropertyKey | undefined) {
  if (field === "email") return "payoutEmailFault";
  return field === "name" ? "payoutNameFault" : "accountHolderFault";
}

export function signInFirst(
  parts: PortalParts,
  request: Request,
  title: "agreement" | "invoices" | "payoutDetails" | "postback" | "taxDetails",
  note: string,
): Page {
  const { say } = wordsFor(request);
  const links = { [say("signInAsPartner")]: hrefOf(parts, "/partners/sign-in") };
  return { title: say(title), spoken: spoken(request), note, links };
}

type DetailsState = { readonly values: FormValues; readonly note: string | undefined };

function detailsPage(
  parts: PortalParts,
  request: Request,
  { profile }: PartnerView,
  { values, note }: DetailsState,
): Page {
  const words = wordsFor(request);
  const { say } = words;
  const choices: { readonly [Kind in (typeof recipientKinds)[number]]: string } = {
    person: say("holderPerson"),
    institution: say("holderInstitution"),
  };
  const { program_id, program_name, brand_color } = profile;
  return {
    title: say("payoutDetails"),
    spoken: spoken(request),
    note,
    brand: { name: program_name, color: brand_color },
    navigation: portalNavigation(prefixOf(parts.baseUrl), program_id, "payout-details", words),
    text: [say("payoutDetailsText", { program: program_name })],
    forms: [
      {
        action: hrefOf(parts, `/partners/${program_id}/payout-details`),
        fields: [
          {
            name: "email",
            label: say("payoutEmail"),
            type: "email",
            autocomplete: "email",
            value: values.get("email"),
          },
          {
            name: "name",
            label: say("name"),
            type: "text",
            autocomplete: "name",
            value: values.get("name"),
            hint: say("payoutNameHint"),
          },
          {
            name: "kind",
            label: say("accountHolder"),
            choices,
            value: values.get("kind") === "" ? recipientKinds[0] : values.get("kind"),
          },
        ],
        buttons: { save: say("save") },
      },
    ],
    links: { [say("backToYourPage")]: hrefOf(parts, `/partners/${program_id}`) },
  };
}

/** For a signed-in partner of the program; another program's partner gets 404. */
export function withView(
  parts: PortalParts,
  show: (
    view: PartnerView,
    request: Parameters<RequestHandler>[0],
    response: Parameters<RequestHandler>[1],
  ) => Promise<void>,
): RequestHandler {
  return async (request, response) => {
    const person = await personOrSignIn(parts, request, response);
    if (person === undefined) return;
    const programId = programIdOf(request);
    const view = programId === undefined ? undefined : await parts.partnerViews.openOwn(person, programId);
    if (view === undefined) {
      const { say } = wordsFor(request);
      sendPage(parts, response, {
        title: say("nothingHere"),
        spoken: spoken(request),
        status: 404,
        text: [say("noPartnerHere")],
        links: { [say("yourPrograms")]: hrefOf(parts, "/partners") },
      });
      return;
    }
    await show(view, request, response);
  };
}

function noSuchPage(): Refusal {
  return new Refusal("not_found", "You are not a partner of this program.");
}

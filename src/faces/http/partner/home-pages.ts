// /partners and below: what a partner who is signed in sees: its programs, its own page in each, and where its payouts go.
import type { RequestHandler } from "express";
import { recipientKinds, recipientSchema } from "../../../core/vocabulary/payout-recipient.ts";
import { Refusal } from "../../../product/operation/refusal.ts";
import type { PartnerView } from "../../../product/portal/view-read.ts";
import { type FormValues, formRoute, hrefOf, NotDone } from "../account/form.ts";
import { prefixOf, sendPage } from "../account/page.ts";
import type { Page } from "../pages/form-page.ts";
import { portalNavigation } from "../pages/partner-page.ts";
import { partnerProgramsPage } from "../pages/partner-programs-page.ts";
import { sendHtml } from "../served/send-html.ts";
import { queryOf, sendPartnerPage, sendQrCode } from "./partner-place.ts";
import { goTo, type PortalParts, personOf, personOrSignIn, programIdOf } from "./portal-parts.ts";

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
    } else sendHtml(response, 200, partnerProgramsPage(prefixOf(parts.baseUrl), memberships, applications));
  };
}

export function showOwnPage(parts: PortalParts): RequestHandler {
  const prefix = prefixOf(parts.baseUrl);
  return withView(parts, (view, request, response) =>
    sendPartnerPage(response, view, queryOf(request), {
      prefix,
      path: `${prefix}/partners/${view.profile.program_id}`,
      isEmbedded: false,
    }),
  );
}

export function showOwnQrCode(parts: PortalParts): RequestHandler {
  return withView(parts, async (view, request, response) => sendQrCode(response, view, queryOf(request)));
}

export function showPayoutDetails(parts: PortalParts): RequestHandler {
  return withView(parts, async (view, request, response) => {
    const recipient = await view.recipient();
    const values = new Map<string, string>(Object.entries(recipient ?? {}));
    const isSaved = queryOf(request).has("saved");
    const note = isSaved ? "Saved. Your next payouts go there." : undefined;
    sendPage(parts, response, detailsPage(parts, view, { get: (name) => values.get(name) ?? "" }, note));
  });
}

export function setPayoutDetails(parts: PortalParts): RequestHandler {
  return formRoute(
    parts,
    async (request, response, values) => {
      const person = await personOf(parts, request);
      const programId = programIdOf(request);
      if (person === undefined || programId === undefined) throw new NotDone("Sign in first.", 401);
      const recipient = recipientSchema.safeParse({
        email: values.get("email").trim(),
        name: values.get("name").trim(),
        kind: values.get("kind"),
      });
      if (!recipient.success) {
        const [fault] = recipient.error.issues;
        throw new NotDone(
          `${labels[String(fault?.path[0])] ?? "What you sent"} ${fault?.message ?? "cannot be read"}.`,
        );
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
      if (view === undefined) return signInFirst(parts, note);
      return detailsPage(parts, view, values, note);
    },
  );
}

const labels: Readonly<Record<string, string>> = {
  email: "The e-mail",
  name: "The name",
  kind: "The account holder",
};

function signInFirst(parts: PortalParts, note: string): Page {
  return { title: "Payout details", note, links: { "Sign in as a partner": hrefOf(parts, "/partners/sign-in") } };
}

const kindWords: { readonly [Kind in (typeof recipientKinds)[number]]: string } = {
  person: "Me, a person",
  institution: "A company",
};

function detailsPage(parts: PortalParts, { profile }: PartnerView, values: FormValues, note: string | undefined): Page {
  const { program_id, program_name, brand_color } = profile;
  return {
    title: "Payout details",
    note,
    brand: { name: program_name, color: brand_color },
    navigation: portalNavigation(prefixOf(parts.baseUrl), program_id, "payout-details"),
    text: [`Where ${program_name} sends your money. Kept encrypted, and shown to the brand's owners and to you.`],
    forms: [
      {
        action: hrefOf(parts, `/partners/${program_id}/payout-details`),
        fields: [
          {
            name: "email",
            label: "E-mail of your account at PayPal or Wise",
            type: "email",
            autocomplete: "email",
            value: values.get("email"),
          },
          {
            name: "name",
            label: "Name",
            type: "text",
            autocomplete: "name",
            value: values.get("name"),
            hint: "As your bank knows it.",
          },
          {
            name: "kind",
            label: "The account holder",
            choices: kindWords,
            value: values.get("kind") === "" ? recipientKinds[0] : values.get("kind"),
          },
        ],
        buttons: { save: "Save" },
      },
    ],
    links: { "Back to your page": hrefOf(parts, `/partners/${program_id}`) },
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
      sendPage(parts, response, {
        title: "There is nothing here",
        status: 404,
        text: ["You are no partner of this program with the e-mail you signed in with."],
        links: { "Your programs": hrefOf(parts, "/partners") },
      });
      return;
    }
    await show(view, request, response);
  };
}

function noSuchPage(): Refusal {
  return new Refusal("not_found", "You are no partner of this program.");
}

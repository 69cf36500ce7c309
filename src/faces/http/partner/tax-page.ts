// /partners/:program_id/tax-details: a partner gives its tax details: first its country and kind, then the fields of the form that follows
// from both. What is stored is shown masked; to change it, all of it is given again and signed again.
import type { RequestHandler } from "express";
import { countryChoices, countryName, isCountry } from "../../../core/vocabulary/countries.ts";
import { english } from "../../../core/wording/english.ts";
import { Refusal } from "../../../product/operation/refusal.ts";
import type { PartnerView } from "../../../product/portal/view-read.ts";
import {
  formNames,
  formOf,
  givenTaxDetails,
  maskId,
  type PersonKind,
  personKinds,
} from "../../../product/tax/details.ts";
import { isExpired } from "../../../product/tax/list.ts";
import { type FormValues, formRoute, hrefOf, NotDone } from "../account/form.ts";
import { prefixOf, sendPage } from "../account/page.ts";
import type { Page } from "../pages/form-page.ts";
import { portalNavigation } from "../pages/partner-page.ts";
import { withView } from "./home-pages.ts";
import { queryOf } from "./partner-place.ts";
import { goTo, type PortalParts, personOf, programIdOf } from "./portal-parts.ts";
import { certification, fieldsOf, labelOf } from "./tax-fields.ts";

const kindWords: { readonly [Kind in PersonKind]: string } = { individual: "A person", business: "A business" };
const nothing: FormValues = { get: () => "" };

export function showTaxDetails(parts: PortalParts): RequestHandler {
  return withView(parts, async (view, request, response) => {
    const note = queryOf(request).has("saved") ? "Saved." : undefined;
    sendPage(parts, response, await overviewPage(parts, view, note));
  });
}

export function setTaxDetails(parts: PortalParts): RequestHandler {
  return formRoute(
    parts,
    async (request, response, values) => {
      const view = await viewOf(parts, request);
      const person = await personOf(parts, request);
      if (view === undefined || person === undefined) throw new NotDone("Sign in first.", 401);
      const chosen = chosenIn(values);
      if (values.get("step") === "") {
        sendPage(parts, response, fieldsPage(parts, view, chosen, nothing, undefined));
        return;
      }
      const form = formOf(chosen.country, chosen.kind);
      const names = [...fieldsOf(form, nothing).map(({ name }) => name), "country", "kind"];
      const given = givenTaxDetails.safeParse({
        ...Object.fromEntries(names.map((name) => [name, values.get(name)])),
        form,
      });
      if (!given.success) {
        const [fault] = given.error.issues;
        throw new NotDone(`${labelOf(form, String(fault?.path[0]))}: ${fault?.message ?? "cannot be read"}.`);
      }
      const { program_id } = view.profile;
      if (!(await parts.partnerPortal.setTaxDetails(person, program_id, given.data))) throw noSuchPage();
      goTo(parts, response, `/partners/${program_id}/tax-details?saved`);
    },
    async (values, note, request) => {
      const view = await viewOf(parts, request);
      if (view === undefined) {
        return { title: "Tax details", note, links: { "Sign in as a partner": hrefOf(parts, "/partners/sign-in") } };
      }
      if (values.get("step") === "") return overviewPage(parts, view, note);
      return fieldsPage(parts, view, chosenIn(values), values, note);
    },
  );
}

async function viewOf(parts: PortalParts, request: Parameters<RequestHandler>[0]): Promise<PartnerView | undefined> {
  const person = await personOf(parts, request);
  const programId = programIdOf(request);
  if (person === undefined || programId === undefined) return undefined;
  return parts.partnerViews.openOwn(person, programId);
}

type Chosen = { readonly country: string; readonly kind: PersonKind };

function chosenIn(values: FormValues): Chosen {
  const country = values.get("country");
  const kind = personKinds.find((one) => one === values.get("kind"));
  if (!isCountry(country)) throw new NotDone("Choose your country.");
  if (kind === undefined) throw new NotDone("Choose whether you are a person or a business.");
  return { country, kind };
}

function frame(parts: PortalParts, { profile }: PartnerView): Pick<Page, "title" | "brand" | "navigation" | "links"> {
  const { program_id, program_name, brand_color } = profile;
  return {
    title: "Tax details",
    brand: { name: program_name, color: brand_color },
    navigation: portalNavigation(prefixOf(parts.baseUrl), program_id, "tax-details", english),
    links: { "Back to your page": hrefOf(parts, `/partners/${program_id}`) },
  };
}

async function overviewPage(parts: PortalParts, view: PartnerView, note: string | undefined): Promise<Page> {
  const { program_id, program_name } = view.profile;
  const own = await view.taxDetails();
  return {
    ...frame(parts, view),
    note,
    text: [
      ...(own === null ? [`${program_name} has no tax details of you yet.`] : ownInWords(own)),
      `Kept encrypted, for ${program_name}'s tax reports alone. Ask your tax adviser which form is right for you.`,
    ],
    forms: [
      {
        action: hrefOf(parts, `/partners/${program_id}/tax-details`),
        fields: [
          {
            name: "country",
            label: "Where you are resident for taxes",
            choices: countryChoices,
            value: own?.details.country ?? "US",
          },
          {
            name: "kind",
            label: "You are",
            choices: kindWords,
            value: own?.details.kind ?? personKinds[0],
          },
        ],
        buttons: { next: own === null ? "Continue" : "Give new details" },
      },
    ],
  };
}

function ownInWords(own: NonNullable<Awaited<ReturnType<PartnerView["taxDetails"]>>>): string[] {
  const { details, signedOn, validUntil } = own;
  const ids = [
    ...(details.tax_id === null ? [] : [`tax id ${maskId(details.tax_id)}`]),
    ...(details.vat_id === null ? [] : [`VAT id ${maskId(details.vat_id)}`]),
  ];
  const today = new Date().toISOString().slice(0, 10);
  return [
    [`Form ${formNames[details.form]}`, countryName(details.country), ...ids, `signed on ${signedOn}`]
      .join(", ")
      .concat("."),
    ...(validUntil === null
      ? []
      : [isExpired(validUntil, today) ? `Expired on ${validUntil}: give it again.` : `Valid until ${validUntil}.`]),
  ];
}

function fieldsPage(
  parts: PortalParts,
  view: PartnerView,
  { country, kind }: Chosen,
  values: FormValues,
  note: string | undefined,
): Page {
  const { program_id } = view.profile;
  const form = formOf(country, kind);
  return {
    ...frame(parts, view),
    title: `Tax details: ${formNames[form]}`,
    note,
    text: [`${countryName(country)}, ${kindWords[kind].toLowerCase()}.`, certification[form]],
    forms: [
      {
        action: hrefOf(parts, `/partners/${program_id}/tax-details`),
        hidden: { step: "details", country, kind },
        fields: fieldsOf(form, values),
        buttons: { sign: "Sign and save" },
      },
    ],
    links: { "Choose another country": hrefOf(parts, `/partners/${program_id}/tax-details`) },
  };
}

function noSuchPage(): Refusal {
  return new Refusal("not_found", "You are no partner of this program.");
}

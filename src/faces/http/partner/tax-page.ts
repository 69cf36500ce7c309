// /partners/:program_id/tax-details: a partner gives its tax details: first its country and kind, then the fields of the form that follows
// from both. What is stored is shown masked; to change it, all of it is given again and signed again.
import type { Request, RequestHandler } from "express";
import { countryChoicesIn, countryNameIn, isCountry } from "../../../core/vocabulary/countries.ts";
import type { Words } from "../../../core/wording/say.ts";
import { Refusal } from "../../../product/operation/refusal.ts";
import type { PartnerView } from "../../../product/portal/view-read.ts";
import {
  formNames,
  formOf,
  givenTaxDetails,
  maskId,
  type PersonKind,
  personKinds,
  taxFaults,
} from "../../../product/tax/details.ts";
import { isExpired } from "../../../product/tax/list.ts";
import { type FormValues, formRoute, hrefOf, NotDone } from "../account/form.ts";
import { prefixOf, sendPage } from "../account/page.ts";
import type { Page } from "../pages/form-page.ts";
import { portalNavigation } from "../pages/partner-page.ts";
import { signInFirst, withView } from "./home-pages.ts";
import { queryOf } from "./partner-place.ts";
import { goTo, noteFor, type PortalParts, personOf, programIdOf } from "./portal-parts.ts";
import { spoken, wordsFor } from "./reader.ts";
import { certificationOf, fieldsOf, labelOf } from "./tax-fields.ts";

const nothing: FormValues = { get: () => "" };

export function showTaxDetails(parts: PortalParts): RequestHandler {
  return withView(parts, async (view, request, response) => {
    const note = queryOf(request).has("saved") ? wordsFor(request).say("saved") : undefined;
    sendPage(parts, response, await overviewPage(parts, request, view, note));
  });
}

export function setTaxDetails(parts: PortalParts): RequestHandler {
  return formRoute(
    parts,
    async (request, response, values) => {
      const view = await viewOf(parts, request);
      const person = await personOf(parts, request);
      const words = wordsFor(request);
      if (view === undefined || person === undefined) throw new NotDone(words.say("signInFirst"), 401);
      const chosen = chosenIn(values, words);
      if (values.get("step") === "") {
        sendPage(parts, response, fieldsPage(parts, request, view, { chosen, values: nothing, note: undefined }));
        return;
      }
      const form = formOf(chosen.country, chosen.kind);
      const names = [...fieldsOf(form, nothing, words).map(({ name }) => name), "country", "kind"];
      const given = givenTaxDetails.safeParse({
        ...Object.fromEntries(names.map((name) => [name, values.get(name)])),
        form,
      });
      if (!given.success) {
        const [fault] = given.error.issues;
        const known = taxFaults.find((one) => one === fault?.message) ?? "taxRequired";
        const label = labelOf(form, String(fault?.path[0]), words);
        throw new NotDone(words.say("taxFault", { label, fault: words.say(known) }));
      }
      const { program_id } = view.profile;
      if (!(await parts.partnerPortal.setTaxDetails(person, program_id, given.data))) throw noSuchPage();
      goTo(parts, response, `/partners/${program_id}/tax-details?saved`);
    },
    async (values, note, request) => {
      const view = await viewOf(parts, request);
      if (view === undefined) return signInFirst(parts, request, "taxDetails", note);
      if (values.get("step") === "") return overviewPage(parts, request, view, note);
      return fieldsPage(parts, request, view, { chosen: chosenIn(values, wordsFor(request)), values, note });
    },
    noteFor,
  );
}

async function viewOf(parts: PortalParts, request: Request): Promise<PartnerView | undefined> {
  const person = await personOf(parts, request);
  const programId = programIdOf(request);
  if (person === undefined || programId === undefined) return undefined;
  return parts.partnerViews.openOwn(person, programId);
}

type Chosen = { readonly country: string; readonly kind: PersonKind };

function chosenIn(values: FormValues, { say }: Words): Chosen {
  const country = values.get("country");
  const kind = personKinds.find((one) => one === values.get("kind"));
  if (!isCountry(country)) throw new NotDone(say("taxChooseCountry"));
  if (kind === undefined) throw new NotDone(say("taxChooseKind"));
  return { country, kind };
}

function frame(parts: PortalParts, request: Request, { profile }: PartnerView) {
  const words = wordsFor(request);
  const { program_id, program_name, brand_color } = profile;
  return {
    title: words.say("taxDetails"),
    spoken: spoken(request),
    brand: { name: program_name, color: brand_color },
    navigation: portalNavigation(prefixOf(parts.baseUrl), program_id, "tax-details", words),
    links: { [words.say("backToYourPage")]: hrefOf(parts, `/partners/${program_id}`) },
  } satisfies Page;
}

async function overviewPage(
  parts: PortalParts,
  request: Request,
  view: PartnerView,
  note: string | undefined,
): Promise<Page> {
  const words = wordsFor(request);
  const { say } = words;
  const { program_id, program_name: program } = view.profile;
  const own = await view.taxDetails();
  return {
    ...frame(parts, request, view),
    note,
    text: [...(own === null ? [say("taxNone", { program })] : ownInWords(own, words)), say("taxKept", { program })],
    forms: [
      {
        action: hrefOf(parts, `/partners/${program_id}/tax-details`),
        fields: [
          {
            name: "country",
            label: say("taxResident"),
            choices: countryChoicesIn(words.locale),
            value: own?.details.country ?? "US",
          },
          {
            name: "kind",
            label: say("taxYouAre"),
            choices: kindsIn(words),
            value: own?.details.kind ?? personKinds[0],
          },
        ],
        buttons: { next: say(own === null ? "taxContinue" : "taxGiveNew") },
      },
    ],
  };
}

function kindsIn({ say }: Words): { readonly [Kind in PersonKind]: string } {
  return { individual: say("taxPerson"), business: say("taxBusiness") };
}

type Own = NonNullable<Awaited<ReturnType<PartnerView["taxDetails"]>>>;

function ownInWords({ details, signedOn, validUntil }: Own, words: Words): string[] {
  const { say } = words;
  const day = (text: string): string => words.longDay(new Date(text));
  const country = countryNameIn(words.locale, details.country);
  const taxId = maskId(details.tax_id);
  const vatId = maskId(details.vat_id);
  const isOver = validUntil !== null && isExpired(validUntil, new Date().toISOString().slice(0, 10));
  const validity =
    validUntil === null ? [] : [say(isOver ? "taxExpiredOn" : "taxValidUntil", { day: day(validUntil) })];
  return [
    words.sentences([
      say("taxOwn", { form: formNames[details.form], country, day: day(signedOn) }),
      ...(taxId === null ? [] : [say("taxOwnTaxId", { id: taxId })]),
      ...(vatId === null ? [] : [say("taxOwnVatId", { id: vatId })]),
    ]),
    ...validity,
  ];
}

type Filled = { readonly chosen: Chosen; readonly values: FormValues; readonly note: string | undefined };

function fieldsPage(
  parts: PortalParts,
  request: Request,
  view: PartnerView,
  { chosen: { country, kind }, values, note }: Filled,
): Page {
  const words = wordsFor(request);
  const { program_id } = view.profile;
  const form = formOf(country, kind);
  return {
    ...frame(parts, request, view),
    title: words.say("taxTitle", { form: formNames[form] }),
    note,
    text: [`${countryNameIn(words.locale, country)} · ${kindsIn(words)[kind]}`, ...certificationOf(form, words)],
    forms: [
      {
        action: hrefOf(parts, `/partners/${program_id}/tax-details`),
        hidden: { step: "details", country, kind },
        fields: fieldsOf(form, values, words),
        buttons: { sign: words.say("taxSign") },
      },
    ],
    links: { [words.say("taxOtherCountry")]: hrefOf(parts, `/partners/${program_id}/tax-details`) },
  };
}

function noSuchPage(): Refusal {
  return new Refusal("not_found", "You are not a partner of this program.");
}

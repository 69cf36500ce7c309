// Clicks and their chains: who came last, or first, by the program's attribution model.
import type { Books } from "../../books.ts";
import { type ClickAnswer, type Conclusion, duplicate, ignored, recorded } from "../../conclusion.ts";
import type { ClickRecorded, Event } from "../../events/events.ts";
import type { ClickRow } from "../../rows/rows.ts";
import { addMinutes } from "../../time.ts";
import { tick } from "../checklist.ts";
import type { FoldContext } from "../context.ts";
import { signsOf, withSigns } from "../flags/click-signs.ts";
import { waitFor } from "../keys.ts";
import { settingsInForce } from "../settings-in-force.ts";
import { attributionByClick, clickThatCounts, visitedAt } from "./attribution.ts";

/** A repeated call, or a page that is loaded again, is the same visit. */
const sameVisitMinutes = 1;

/** The newest visits by one click that are kept, in the click's row. */
const revisitsMax = 20;

export function foldClick({ books, arrived }: FoldContext, event: Event<ClickRecorded>): Conclusion {
  if (event.is_test) {
    tick(books, event, "click");
    return recorded("Test click recorded.", { answer: { kind: "test" } });
  }
  const { data } = event;
  if (books.of.program.get("")?.status !== "active") return inactive("program");
  const partner = data.partner_id === null ? undefined : books.of.partner.get(data.partner_id);
  if (partner?.status !== "active") return inactive("partner");

  const settings = settingsInForce(books, event.id);
  const existing = data.existing_click_id === null ? undefined : clickThatCounts(books, data.existing_click_id);
  const answer = (clickId: string, code: string): ClickAnswer => ({
    kind: "click",
    click_id: clickId,
    partner_code: code,
    cookie_window_days: settings.cookie_window_days,
  });
  if (existing !== undefined && !data.is_bot) {
    const isSamePartner = existing.partner_id === partner.partner_id;
    if (isSamePartner || settings.attribution_model === "first_click") {
      const code = books.of.partner.get(existing.partner_id)?.code ?? partner.code;
      const stays = { refersTo: existing.event_id, answer: answer(existing.click_id, code) };
      return isSamePartner && revisit(books, event, existing)
        ? recorded("The earlier click stays, and its attribution window starts again.", stays)
        : duplicate("The earlier click stays.", stays);
    }
  }
  const signs = data.is_bot ? null : signsOf(books, event);
  const click = newClick(event, { partnerId: partner.partner_id, signs }, data.is_bot ? undefined : existing);
  books.of.click.put(click);
  if (existing !== undefined && !data.is_bot) moveChain(books, existing.root_click_id, click.click_id);
  if (!data.is_bot) tick(books, event, "click");
  arrived.add(waitFor.click(click.click_id));
  return recorded("Click recorded.", { answer: answer(click.click_id, partner.code) });
}

type Of = { readonly partnerId: number; readonly signs: ClickRow["signs"] };

function newClick(event: Event<ClickRecorded>, { partnerId, signs }: Of, superseded: ClickRow | undefined): ClickRow {
  return {
    program_id: event.program_id,
    click_id: event.data.click_id,
    event_id: event.id,
    partner_id: partnerId,
    root_click_id: superseded?.root_click_id ?? event.data.click_id,
    current_click_id: event.data.click_id,
    is_bot: event.data.is_bot,
    provisional_subject: null,
    clicked_at: event.received_at,
    revisits: null,
    sub_ids: event.data.sub_ids ?? null,
    signs,
  };
}

/** True when it is news. The times are kept, not the newest alone: a payment that waits counts from the one before it. */
function revisit(books: Books, event: Event<ClickRecorded>, click: ClickRow): boolean {
  const { received_at } = event;
  const newest = visitedAt(attributionByClick(click, received_at));
  if (received_at <= addMinutes(newest, sameVisitMinutes)) return false;
  const revisits = [...(click.revisits ?? []), received_at.toISOString()].slice(-revisitsMax);
  books.of.click.put({ ...click, revisits, signs: withSigns(click.signs, signsOf(books, event)) });
  return true;
}

/** A call that sends any click of this chain from now on means the newest one. */
function moveChain(books: Books, rootClickId: string, toClickId: string): void {
  const root = books.of.click.get(rootClickId);
  if (root === undefined) throw new Error(`click chain ${rootClickId} has no root`);
  books.of.click.put({ ...root, current_click_id: toClickId });
}

function inactive(what: "program" | "partner"): Conclusion {
  return ignored(`${what}_inactive`, `This affiliate link is not active: its ${what} is not.`, {
    answer: { kind: "inactive", what },
  });
}

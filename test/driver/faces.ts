// What the service shows, from wherever it shows it: lists page by page and as CSV at either process, the same by command, and a
// partner's page.
import { parse } from "csv-parse/sync";
import { expect } from "vitest";
import { z } from "zod";
import { openSecrets } from "../../src/access/secrets/secrets.ts";
import { writePartnerToken } from "../../src/product/portal/token.ts";
import { type Answer, secretKey } from "../support/service.ts";
import type { Place, Setting, Side } from "./setting.ts";
import { textOf } from "./turn.ts";

export type Row = Readonly<Record<string, unknown>>;
type Page = { readonly data: readonly Row[]; readonly next: string | null };

/** Small enough that there are several. */
const rowsPerPage = 60;
const millisecondsPerDay = 86_400_000;

export type Faces = ReturnType<typeof facesOf>;

/** `list` is a path under the program, maybe with a query. */
export function facesOf(setting: Setting, place: Place, side: Side) {
  const own = (path: string) => `/api/v1/programs/${place.programId}/${path}`;
  const get = async (path: string): Promise<Answer> => {
    const answer = await setting.asOwner(side, "GET", own(path));
    expect(answer.status, `${path} ${textOf(answer)}`).toBe(200);
    return answer;
  };
  const json = async (words: readonly string[], isProcess = false): Promise<unknown> => {
    const run = await setting.svc([...words, "--program", String(place.programId), "--json"], isProcess);
    expect(run.code, `${words.join(" ")}: ${run.stderr}`).toBe(0);
    return JSON.parse(run.stdout);
  };
  return {
    get: async (path: string): Promise<unknown> => (await get(path)).body,
    text: async (path: string): Promise<string> => (await get(path)).text,
    json,
    list: (list: string): Promise<Row[]> => allPages(async (query) => (await get(joined(list, query))).body as Page),
    csv: async (list: string): Promise<Record<string, string>[]> =>
      rowsOfCsv((await get(joined(list, "format=csv"))).text),
    listed: (command: string): Promise<Row[]> =>
      allPages(async (query) => {
        const [limit = "", cursor] = query.split("&cursor=");
        const rest = cursor === undefined ? [] : ["--cursor", decodeURIComponent(cursor)];
        return (await json([...command.split(" "), "--limit", limit.replace("limit=", ""), ...rest])) as Page;
      }),
    partner: (partnerId: number) => partnerFace(setting, side, { programId: place.programId, partnerId }),
  };
}

const joined = (path: string, query: string) => `${path}${path.includes("?") ? "&" : "?"}${query}`;

async function allPages(read: (query: string) => Promise<Page>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const from = cursor === undefined ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await read(`limit=${rowsPerPage}${from}`);
    rows.push(...page.data);
    cursor = page.next;
  }
  return rows;
}

/** Nothing of ours needs quotes. */
export function rowsOfCsv(text: string): Record<string, string>[] {
  const rows = z.array(z.record(z.string(), z.string()));
  return rows.parse(parse(text, { columns: true, record_delimiter: "\r\n" }));
}

/** By a link of this machine's time: the database's is another here, and links end by this one. */
function partnerFace(setting: Setting, side: Side, of: { readonly programId: number; readonly partnerId: number }) {
  const madeAt = Date.now();
  const token = writePartnerToken(openSecrets([secretKey]), { ...of, madeAt, expiresAt: madeAt + millisecondsPerDay });
  const get = async (path: string): Promise<Answer> => {
    const answer = await setting.request(side, `/partner/${token}${path}`);
    expect(answer.status, textOf(answer)).toBe(200);
    return answer;
  };
  return {
    overview: async (): Promise<unknown> => (await get("?format=json")).body,
    list: (name: string): Promise<Row[]> => allPages(async (query) => (await get(`/${name}?${query}`)).body as Page),
    /** The amounts of every group of figures, each with its currency, as they stand on the page. */
    figures: async (): Promise<string[][]> => {
      const { text } = await get("");
      return [...text.matchAll(/<dl class="figures">(.*?)<\/dl>/gs)].map(([, group = ""]) =>
        [...group.matchAll(/<dd>(\S+) <span class="unit">(\w+)<\/span><\/dd>/g)].map(
          ([, amount, currency]) => `${amount} ${currency}`,
        ),
      );
    },
  };
}

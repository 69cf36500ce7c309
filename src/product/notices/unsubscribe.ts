// The link at the end of a mail that turns off one kind of notice, or all of one program, without signing in. It is signed and opens
// nothing else: it can only turn off, and reveals only the program's name.
import type { Secrets } from "../../access/secrets/secrets.ts";
import { aboutNotices, isNoticeKind, type NoticeKind, noticeKinds } from "../../core/vocabulary/notice-kinds.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";

const turnOffStatement: Statement = {
  name: "turn_notices_off",
  text: `insert into notice_choice (program_id, user_id, kind, is_on)
         select p.program_id, u.id, k.kind, false
           from program p
          cross join account_user u
          cross join unnest($3::text[]) as k(kind)
          where p.program_id = $1 and u.id = $2
          order by k.kind
         on conflict (program_id, user_id, kind) do update set is_on = false, chosen_at = now()`,
};

const programStatement: Statement = { name: "program_of_link", text: "select name from program where program_id = $1" };

export type SignedLink = { readonly programId: number; readonly userId: string; readonly kind: NoticeKind | "all" };

/** What a page says of a link. */
export type LinkWords = { readonly program: string; readonly notice: string };

export type Unsubscribing = {
  /** Undefined for a link that we did not sign. */
  look(token: string): Promise<LinkWords | undefined>;
  /** `all` widens it to all of the program. Turning off twice is no fault. */
  turnOff(token: string, all: boolean): Promise<LinkWords | undefined>;
};

type Signing = Pick<Secrets, "signLink" | "isLinkSigned">;

const tokenCharactersMax = 1_000;

export function unsubscribeToken(secrets: Pick<Signing, "signLink">, { programId, userId, kind }: SignedLink): string {
  const text = `${programId}.${kind}.${Buffer.from(userId, "utf8").toString("base64url")}`;
  return `${text}.${secrets.signLink(signedText(text))}`;
}

/** What is signed for anything else begins otherwise. */
function signedText(text: string): string {
  return `notices-off:${text}`;
}

function readToken(secrets: Pick<Signing, "isLinkSigned">, token: string): SignedLink | undefined {
  if (token.length > tokenCharactersMax) return undefined;
  const [program = "", kind = "", user = "", signature = "", ...more] = token.split(".");
  if (more.length > 0 || !secrets.isLinkSigned(signedText(`${program}.${kind}.${user}`), signature)) return undefined;
  if (kind !== "all" && !isNoticeKind(kind)) return undefined;
  return { programId: Number(program), kind, userId: Buffer.from(user, "base64url").toString("utf8") };
}

export function openUnsubscribing(database: Database, secrets: Signing): Unsubscribing {
  const wordsFor = async ({ programId, kind }: SignedLink): Promise<LinkWords | undefined> => {
    type Row = { readonly name: string };
    const [program] = await database.transaction((session) => session.query<Row>(programStatement, [programId]));
    if (program === undefined) return undefined;
    return { program: program.name, notice: kind === "all" ? "All notices" : aboutNotices[kind].title };
  };
  return {
    async look(token) {
      const link = readToken(secrets, token);
      return link === undefined ? undefined : wordsFor(link);
    },
    async turnOff(token, all) {
      const signed = readToken(secrets, token);
      if (signed === undefined) return undefined;
      const link: SignedLink = all ? { ...signed, kind: "all" } : signed;
      const kinds = link.kind === "all" ? noticeKinds : [link.kind];
      await database.transaction((session) => session.query(turnOffStatement, [link.programId, link.userId, kinds]));
      return wordsFor(link);
    },
  };
}

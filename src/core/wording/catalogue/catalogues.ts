// The catalogue of each language, and the words of a reader. Terms that every language keeps to, so that a partner meets one word for one
// thing: program, partner, commission, payout, sale, lead, click, hold, postback, code and link.
// de: Programm, Partner, Provision, Auszahlung, Verkauf, Lead, Klick, zurückgehalten, Postback, Code, Link; readers are addressed as Sie.
// fr: programme, partenaire, commission, versement, vente, lead, clic, en attente, postback, code, lien; vous.
// es: programa, socio, comisión, pago, venta, lead, clic, retenida, postback, código, enlace; usted.
// pt: programa, parceiro, comissão, pagamento, venda, lead, clique, retida, postback, código, link; você, in Brazilian spelling.
// vi: chương trình, đối tác, hoa hồng, khoản chi trả, đơn hàng, khách hàng tiềm năng, lượt nhấp, tạm giữ, postback, mã, liên kết; bạn.
// ja: プログラム, パートナー, 報酬, お支払い, 売上, リード, クリック, 保留, ポストバック, コード, リンク; です・ます.
import { type Language, type Reader, readerIn } from "../languages.ts";
import { type Catalogue, openWords, type Words } from "../say.ts";
import { account as accountDe } from "./de/account.ts";
import { earnings as earningsDe } from "./de/earnings.ts";
import { invoices as invoicesDe } from "./de/invoices.ts";
import { portal as portalDe } from "./de/portal.ts";
import { tax as taxDe } from "./de/tax.ts";
import { englishCatalogue } from "./english.ts";
import { account as accountEs } from "./es/account.ts";
import { earnings as earningsEs } from "./es/earnings.ts";
import { invoices as invoicesEs } from "./es/invoices.ts";
import { portal as portalEs } from "./es/portal.ts";
import { tax as taxEs } from "./es/tax.ts";
import { account as accountFr } from "./fr/account.ts";
import { earnings as earningsFr } from "./fr/earnings.ts";
import { invoices as invoicesFr } from "./fr/invoices.ts";
import { portal as portalFr } from "./fr/portal.ts";
import { tax as taxFr } from "./fr/tax.ts";
import { account as accountJa } from "./ja/account.ts";
import { earnings as earningsJa } from "./ja/earnings.ts";
import { invoices as invoicesJa } from "./ja/invoices.ts";
import { portal as portalJa } from "./ja/portal.ts";
import { tax as taxJa } from "./ja/tax.ts";
import { account as accountPt } from "./pt/account.ts";
import { earnings as earningsPt } from "./pt/earnings.ts";
import { invoices as invoicesPt } from "./pt/invoices.ts";
import { portal as portalPt } from "./pt/portal.ts";
import { tax as taxPt } from "./pt/tax.ts";
import { account as accountVi } from "./vi/account.ts";
import { earnings as earningsVi } from "./vi/earnings.ts";
import { invoices as invoicesVi } from "./vi/invoices.ts";
import { portal as portalVi } from "./vi/portal.ts";
import { tax as taxVi } from "./vi/tax.ts";

export const catalogues: { readonly [Each in Language]: Catalogue } = {
  en: englishCatalogue,
  de: { ...accountDe, ...earningsDe, ...portalDe, ...invoicesDe, ...taxDe },
  fr: { ...accountFr, ...earningsFr, ...portalFr, ...invoicesFr, ...taxFr },
  es: { ...accountEs, ...earningsEs, ...portalEs, ...invoicesEs, ...taxEs },
  pt: { ...accountPt, ...earningsPt, ...portalPt, ...invoicesPt, ...taxPt },
  vi: { ...accountVi, ...earningsVi, ...portalVi, ...invoicesVi, ...taxVi },
  ja: { ...accountJa, ...earningsJa, ...portalJa, ...invoicesJa, ...taxJa },
};

/** So many locales are kept ready; a reader of another gets words made for the page. */
const keptMax = 64;
const kept = new Map<string, Words>();

export function wordsOf(reader: Reader): Words {
  const key = `${reader.language} ${reader.locale}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const words = openWords(reader, catalogues[reader.language]);
  if (kept.size < keptMax) kept.set(key, words);
  return words;
}

export function wordsIn(language: Language): Words {
  return wordsOf(readerIn(language));
}

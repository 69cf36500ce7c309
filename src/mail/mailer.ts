// Sends mail: through the SMTP server of SMTP_URL, or, without one, into the log, so that a service on one machine needs nothing else. The
// log then contains links that open accounts: its reader is the operator. It never decides on content or recipients.
import type { Logger } from "pino";
import { z } from "zod";

const connectTimeoutMilliseconds = 10_000;
const socketTimeoutMilliseconds = 30_000;

export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Says the same as the text, for programs that show it. */
  readonly html?: string;
  readonly messageId?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * The result of a mail that was not certainly accepted: `refused` would be refused again, `unclear` was handed over without an answer and
 * may have arrived, `passing` is worth another attempt.
 */
export type MailFault = "refused" | "unclear" | "passing";

export class MailNotSent extends Error {
  override readonly name = "MailNotSent";
  readonly fault: MailFault;

  constructor(fault: MailFault, options: { readonly cause: unknown }) {
    super(options.cause instanceof Error ? options.cause.message : String(options.cause), options);
    this.fault = fault;
  }
}

export type Mailer = {
  /** Resolves when the mail was taken over; rejects with `MailNotSent` when it was not, or may not have been. */
  send(mail: Mail): Promise<void>;
  close(): void;
};

/** Null is the log. */
export type MailRoute = { readonly smtpUrl: string; readonly from: string } | null;

export function openMailer(route: MailRoute, log: Logger): Mailer {
  return route === null ? mailToLog(log) : mailBySmtp(route);
}

/** At any log level: a mail that is nowhere could not be acted upon. */
function mailToLog(parent: Logger): Mailer {
  const log = parent.child({}, { level: "info" });
  return {
    async send({ to, subject, text }) {
      log.info({ to, subject, text }, "a mail that is not sent: SMTP_URL is not set");
    },
    close: () => undefined,
  };
}

function mailBySmtp({ smtpUrl, from }: NonNullable<MailRoute>): Mailer {
  const library = import("nodemailer");
  library.catch(() => undefined);
  return {
    async send(mail) {
      const { createTransport } = await library;
      let isHandedOver = false;
      const readLine = (entry: unknown, line: unknown): void => {
        if (saidByUs.safeParse(entry).success && line === "DATA") isHandedOver = true;
      };
      const transport = createTransport({
        url: smtpUrl,
        connectionTimeout: connectTimeoutMilliseconds,
        greetingTimeout: connectTimeoutMilliseconds,
        socketTimeout: socketTimeoutMilliseconds,
        disableFileAccess: true,
        disableUrlAccess: true,
        transactionLog: true,
        logger: { ...deaf, debug: readLine },
      });
      try {
        await transport.sendMail({ from, ...mail });
      } catch (error) {
        throw new MailNotSent(faultOf(error, isHandedOver), { cause: error });
      } finally {
        transport.close();
      }
    },
    close: () => undefined,
  };
}

const ignore = (): void => undefined;
/** The SMTP conversation is read for one word and never logged: it contains mails and passwords. */
const deaf = { level: ignore, trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore, fatal: ignore };
const saidByUs = z.object({ tnx: z.literal("client") });
const answered = z.object({ responseCode: z.number(), command: z.string().optional() });
const refusedFrom = 500;

/** The operator can correct a refused sign-in or sender: then the mail is worth another attempt. */
function faultOf(error: unknown, isHandedOver: boolean): MailFault {
  const answer = answered.safeParse(error).data;
  if (answer === undefined) return isHandedOver ? "unclear" : "passing";
  const isOfMail = answer.command === "RCPT TO" || answer.command === "DATA";
  return answer.responseCode >= refusedFrom && isOfMail ? "refused" : "passing";
}

// Sends mail: through the SMTP server of SMTP_URL, or, where none is set, into the log, so that a service on one machine
// needs nothing else. The log then holds links that open accounts: whoever reads it is the operator.
// It never decides what is said to whom.
import type { Logger } from "pino";

const connectTimeoutMilliseconds = 10_000;
const socketTimeoutMilliseconds = 30_000;

export type Mail = { readonly to: string; readonly subject: string; readonly text: string };

export type Mailer = {
  /** Resolves when the mail was taken over; rejects when it was not. */
  send(mail: Mail): Promise<void>;
  close(): void;
};

/** Null is the log. */
export type MailRoute = { readonly smtpUrl: string; readonly from: string } | null;

export function openMailer(route: MailRoute, log: Logger): Mailer {
  return route === null ? mailToLog(log) : mailBySmtp(route);
}

/** Whatever the level of the log is: a mail that is nowhere could not be acted upon. */
function mailToLog(parent: Logger): Mailer {
  const log = parent.child({}, { level: "info" });
  return {
    async send({ to, subject, text }) {
      log.info({ to, subject, text }, "a mail that nobody sends: SMTP_URL is not set");
    },
    close: () => undefined,
  };
}

function mailBySmtp({ smtpUrl, from }: NonNullable<MailRoute>): Mailer {
  const transport = import("nodemailer").then(({ createTransport }) =>
    createTransport({
      url: smtpUrl,
      connectionTimeout: connectTimeoutMilliseconds,
      greetingTimeout: connectTimeoutMilliseconds,
      socketTimeout: socketTimeoutMilliseconds,
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  );
  transport.catch(() => undefined);
  return {
    async send(mail) {
      await (await transport).sendMail({ from, ...mail });
    },
    close: () => void transport.then((opened) => opened.close()),
  };
}

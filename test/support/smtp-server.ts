// A mail server of a few lines: takes every mail (RFC 5321, without TLS) and keeps it, refuses all, or takes each and hangs up without a
// word. A sign-in may be any; one that is refused, and a recipient, is refused in words that say all that was sent.
import { createServer, type Socket } from "node:net";

export type ReceivedMail = { readonly from: string; readonly to: string; readonly data: string };

export type SmtpServer = {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  close(): Promise<void>;
};

type Manners = { refuses?: boolean | "sign_in" | "recipient"; readonly hangsUp?: boolean };

export async function startSmtpServer(manners: Manners = {}): Promise<SmtpServer> {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    converse(socket, manners, (mail) => received.push(mail));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the mail server has no port");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function converse(socket: Socket, manners: Manners, keep: (mail: ReceivedMail) => void): void {
  const { hangsUp = false } = manners;
  let from = "";
  let to = "";
  let data: string[] | null = null;
  let rest = "";
  const say = (line: string): void => void socket.write(`${line}\r\n`);

  function take(line: string): void {
    if (data !== null) {
      if (line !== ".") data.push(line.replace(/^\.\./, "."));
      else {
        keep({ from, to, data: data.join("\n") });
        data = null;
        if (hangsUp) socket.destroy();
        else say("250 kept");
      }
      return;
    }
    const [verb = ""] = line.toUpperCase().split(" ");
    const refusal = refusalOf(verb, line, manners);
    if (refusal !== null) say(refusal);
    else if (verb === "EHLO") say("250-test\r\n250 AUTH PLAIN");
    else if (verb === "AUTH") say("235 ok");
    else if (verb === "MAIL") {
      from = addressIn(line);
      say("250 ok");
    } else if (verb === "RCPT") {
      to = addressIn(line);
      say("250 ok");
    } else if (verb === "DATA") {
      data = [];
      say("354 go on");
    } else if (verb === "QUIT") socket.end("221 bye\r\n");
    else say("250 ok");
  }

  say("220 test");
  socket.setEncoding("utf8");
  socket.on("data", (text: string) => {
    const lines = (rest + text).split("\r\n");
    rest = lines.pop() ?? "";
    for (const line of lines) take(line);
  });
  socket.on("error", () => undefined);
}

function refusalOf(verb: string, line: string, { refuses = false }: Manners): string | null {
  if (verb === "MAIL" && refuses === true) return "550 not from you";
  if (verb === "AUTH" && refuses === "sign_in") return `535 5.7.8 refused: ${line}`;
  return verb === "RCPT" && refuses === "recipient" ? `550 5.1.1 nobody here is ${line}` : null;
}

function addressIn(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? "";
}

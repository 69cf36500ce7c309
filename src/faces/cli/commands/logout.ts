// svc logout: ends the session at the service and deletes its token here, even if the service cannot be reached.
import { readClientConfig } from "../../../config/config.ts";
import { defineClientCommand } from "../command.ts";
import { CommandFailed } from "../failures.ts";
import { openLogins } from "../remote/logins.ts";
import { openServiceApi } from "../remote/service-api.ts";
import { chooseService, requireLogin, serviceFlags } from "../remote/service-choice.ts";

export const command = defineClientCommand({
  example: "logout --base-url https://track.example.com",
  flags: { baseUrl: serviceFlags.baseUrl },
  run: async (shell, { baseUrl }) => {
    const client = readClientConfig(shell.env);
    const url = chooseService({ remote: true, baseUrl }, client);
    if (url === null) throw new CommandFailed("Not logged in.");
    const { token, email } = requireLogin(url, client);
    openLogins(client.configHome).forget(url);
    const fault = await endSession(url, token);
    return {
      json: { service_url: url, email, session_ended: fault === null },
      text: () => `Logged out at ${url}.`,
      ...(fault === null ? {} : { failure: `The login is forgotten here, but its session may still count: ${fault}` }),
    };
  },
});

/** Answers why it may not have ended; null when it has. */
async function endSession(url: string, token: string): Promise<string | null> {
  try {
    const { refusal, status } = await openServiceApi(url).ask("/api/auth/sign-out", {
      method: "POST",
      body: {},
      token,
    });
    return refusal === null || status === 401 ? null : refusal.message;
  } catch (error) {
    if (error instanceof CommandFailed) return error.message;
    throw error;
  }
}

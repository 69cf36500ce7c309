// A dialog to sign in again after the session ended; what was typed stays.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, ask, servicePath } from "../api/client.ts";
import { sessionQuery } from "../api/queries.ts";
import { setSignedOut, useIsSignedOut } from "../api/signed-out.ts";
import { Dialog } from "../components/dialog.tsx";
import { Form, TextField } from "../components/form.tsx";
import { say } from "../texts/shell.ts";

export function SignInAgain() {
  const isSignedOut = useIsSignedOut();
  const client = useQueryClient();
  const known = client.getQueryData(sessionQuery.queryKey);
  useEffect(() => {
    // The reader may have signed in in another tab.
    const look = () => {
      if (!isSignedOut || document.visibilityState !== "visible") return;
      void client.fetchQuery({ ...sessionQuery, staleTime: 0 }).then((found) => {
        if (found === null || found.id !== known?.id) return;
        setSignedOut(false);
        void client.invalidateQueries();
      });
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [client, isSignedOut, known]);
  return (
    <Dialog isOpen={isSignedOut} onClose={() => undefined} title={say("youAreSignedOut")}>
      <p className="dialog-text">{say("signInAgainToContinueWhat")}</p>
      <Form
        action={say("signIn")}
        onSubmit={async ({ email = "", password = "" }) => {
          await ask(api.POST("/api/auth/sign-in/email", { body: { email, password } }));
          const found = await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
          // Another account sees other things: from the beginning, then.
          if (known !== undefined && known !== null && found?.id !== known.id) location.assign(`${servicePath}/`);
          setSignedOut(false);
          await client.invalidateQueries();
        }}
      >
        <TextField
          name="email"
          label={say("eMail")}
          type="email"
          autoComplete="username"
          isRequired={true}
          defaultValue={known?.email ?? ""}
        />
        <TextField
          name="password"
          label={say("password")}
          type="password"
          autoComplete="current-password"
          isRequired={true}
        />
      </Form>
    </Dialog>
  );
}

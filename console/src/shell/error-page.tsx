// Where a page cannot be shown: a fault, or an address that leads nowhere.
import { ButtonLink } from "../components/button.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { ErrorNotice } from "../components/error-notice.tsx";
import { useTitle } from "../components/page.tsx";
import { say } from "../texts/shell.ts";

export function ErrorPage({ error, reset }: { readonly error: unknown; readonly reset: () => void }) {
  useTitle(say("somethingWentWrong"));
  return (
    <div className="alone">
      <h1>{say("somethingWentWrong")}</h1>
      <ErrorNotice error={error} onRetry={reset} />
    </div>
  );
}

export function NotFoundPage() {
  useTitle(say("notFound"));
  return (
    <EmptyState title={say("thisPageDoesNotExist")} action={<ButtonLink to="/">{say("goToYourProgram")}</ButtonLink>}>
      {say("theAddressMayBeIncompleteOr")}
    </EmptyState>
  );
}

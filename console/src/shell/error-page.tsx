// Where a page cannot be shown: a fault, or an address that leads nowhere.
import { ButtonLink } from "../components/button.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { ErrorNotice } from "../components/error-notice.tsx";
import { useTitle } from "../components/page.tsx";

export function ErrorPage({ error, reset }: { readonly error: unknown; readonly reset: () => void }) {
  useTitle("Something went wrong");
  return (
    <div className="alone">
      <h1>Something went wrong</h1>
      <ErrorNotice error={error} onRetry={reset} />
    </div>
  );
}

export function NotFoundPage() {
  useTitle("Not found");
  return (
    <EmptyState title="This page does not exist" action={<ButtonLink to="/">Go to your program</ButtonLink>}>
      The address may be incomplete, or the page was moved.
    </EmptyState>
  );
}

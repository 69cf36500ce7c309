// Code for the three stacks most brands have, with the program's own id and the service's own address in it.
import { say } from "../../texts/connections/integration.ts";

export type Place = { readonly address: string; readonly programId: number };

export type Snippet = { readonly title: string; readonly code: string };

function scriptTag({ address, programId }: Place): string {
  return `<script defer src="${address}/js/svc-tracker.js" data-svc-program-id="${programId}"></script>`;
}

export const stacks: readonly {
  readonly id: string;
  readonly name: string;
  readonly snippets: (place: Place) => readonly Snippet[];
}[] = [
  {
    id: "html",
    name: "Plain HTML",
    snippets: (place) => [
      { title: say("onEveryPageInItsHead"), code: scriptTag(place) },
      {
        title: say("afterASignUp"),
        code: `<script>\n  // Your own id of the customer, the same that sales name.\n  window.svc?.signup("user-42", "ada@example.com");\n</script>`,
      },
      {
        title: say("fromYourServerWhenAPaymentSucceeded"),
        code: `curl ${place.address}/api/v1/track/sale \\
  -H "Authorization: Bearer $SVC_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"transaction_id": "order-1001", "amount_cents": 4900, "currency": "USD", "customer_key": "user-42"}'`,
      },
    ],
  },
  {
    id: "next",
    name: "Next.js",
    snippets: ({ address, programId }) => [
      {
        title: "app/layout.tsx",
        code: `import { SvcProvider } from "@svc/sdk/react";

export default function RootLayout({ children }) {
  return (
    <html lang="en">
      <body>
        <SvcProvider programId={${programId}} scriptUrl="${address}/js/svc-tracker.js">
          {children}
        </SvcProvider>
      </body>
    </html>
  );
}`,
      },
      {
        title: say("onSignUpOnTheServer"),
        code: `import { Svc } from "@svc/sdk/server";
import { cookies } from "next/headers";

const svc = new Svc({ apiKey: process.env.SVC_API_KEY, apiUrl: "${address}" });
const clickId = (await cookies()).get("svc_click_id")?.value;
await svc.trackLead({ customerExternalId: user.id, clickId, email: user.email });`,
      },
      {
        title: say("whereACheckoutStarts"),
        code: `const metadata = { svc_click_id: clickId, svc_customer_key: user.id, program_id: "${programId}" };
await stripe.checkout.sessions.create({
  // …
  metadata,
  subscription_data: { metadata }, // mode: "subscription"
});`,
      },
    ],
  },
  {
    id: "express",
    name: "Express",
    snippets: (place) => [
      { title: say("onEveryPageInItsHead"), code: scriptTag(place) },
      {
        title: say("onSignUp"),
        code: `import { Svc } from "@svc/sdk/server";

const svc = new Svc({ apiKey: process.env.SVC_API_KEY, apiUrl: "${place.address}" });

app.post("/signup", async (request, response) => {
  const user = await createUser(request.body);
  const clickId = request.cookies.svc_click_id;
  await svc.trackLead({ customerExternalId: user.id, clickId, email: user.email });
  response.redirect("/welcome");
});`,
      },
      {
        title: say("whereAPaymentIsConfirmed"),
        code: `const sale = await svc.trackSale({ customerExternalId: user.id, amount: 4900, invoiceId: "order-1001" });
// 409: recorded before. no_attribution: no partner. Do not retry either.`,
      },
    ],
  },
];

// The shop's pages. The tracker is the first script of each; shop.js comes after it and finds window.svc.
export type Site = {
  readonly trackerUrl: string;
  readonly programId: number;
  /** Asks before anything is stored, as visitors from the EU must be. */
  readonly asksConsent: boolean;
};

export const tea = { name: "First Flush, 100 g", amountCents: 4_900 } as const;

const price = `$${(tea.amountCents / 100).toFixed(2)}`;

export function homePage(site: Site): string {
  return page(
    site,
    "Tea from one hill",
    `
    <p>One garden, one harvest, one tea: picked in March, in your cup in May.</p>
    <article>
      <h2>${tea.name}</h2>
      <p>${price}</p>
      <a class="button" href="/signup">Buy</a>
    </article>`,
  );
}

export function aboutPage(site: Site): string {
  return page(
    site,
    "About the hill",
    `
    <p>We have grown tea here since 1974, and nothing else.</p>`,
  );
}

export function signupPage(site: Site): string {
  return page(
    site,
    "Your account",
    `
    <form id="signup">
      <label>E-mail <input name="email" type="email" autocomplete="email" required></label>
      <button class="button">Sign up</button>
    </form>`,
  );
}

export function checkoutPage(site: Site, email: string): string {
  return page(
    site,
    "Checkout",
    `
    <p>${tea.name}, ${price}, for ${escaped(email)}</p>
    <form method="post"><button class="button" id="pay">Pay</button></form>`,
  );
}

export function thanksPage(site: Site): string {
  return page(
    site,
    "Thank you",
    `
    <p>Your tea is on its way.</p>`,
  );
}

function page(site: Site, title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} – First Flush</title>
    <link rel="icon" href="/leaf.svg">
    <link rel="stylesheet" href="/shop.css">
    <script defer src="${site.trackerUrl}" data-svc-program-id="${site.programId}"${site.asksConsent ? ' data-svc-consent="required"' : ""}></script>
    <script defer src="/shop.js"></script>
  </head>
  <body>
    <nav><a href="/">First Flush</a> <a href="/about">About</a></nav>
    <main>
      <h1>${title}</h1>${content}
    </main>${site.asksConsent ? consentBanner : ""}
  </body>
</html>
`;
}

const consentBanner = `
    <aside id="consent" hidden>
      <p>May we remember who sent you here?</p>
      <button class="button" value="yes">Yes</button>
      <button class="button quiet" value="no">No</button>
    </aside>`;

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

// What the shop's pages do. window.svc is missing where a visitor's browser blocks the tracker: nothing may depend on it.

const signup = document.querySelector("#signup");
signup?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const email = signup.elements.email.value;
  const response = await fetch("/signup", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email }),
  });
  const { customerKey } = await response.json();
  await window.svc?.signup(customerKey, email);
  location.assign("/checkout");
});

// The answer is kept in a cookie of the shop's own and given to the tracker on every page.
const banner = document.querySelector("#consent");
const answered = banner && document.cookie.match(/shop_consent=(yes|no)/)?.[1];
if (answered) window.svc?.consent(answered === "yes");
else if (banner) banner.hidden = false;
for (const button of banner?.querySelectorAll("button") ?? []) {
  button.addEventListener("click", () => {
    // biome-ignore lint/suspicious/noDocumentCookie: every browser knows it
    document.cookie = `shop_consent=${button.value}; path=/; max-age=31536000; samesite=lax`;
    banner.hidden = true;
    window.svc?.consent(button.value === "yes");
  });
}

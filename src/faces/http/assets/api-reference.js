// Shows the document beside this page, in the reader's own choice of light and dark.
const dark = matchMedia("(prefers-color-scheme: dark)");
const followChoice = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", followChoice);
followChoice();

SwaggerUIBundle({
  url: new URL("../openapi.json", location.href.replace(/[?#].*$/, "")).href,
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  filter: true,
  displayRequestDuration: true,
  showExtensions: false,
  validatorUrl: null,
  // Its own label stands beside the field and names nothing.
  onComplete: () => document.querySelector("#servers")?.setAttribute("aria-label", "Server"),
});

// Before anything is drawn: light or dark, where the reader of this browser chose one. Otherwise the system's own choice holds.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("theme");
  } catch {
    // A browser that keeps nothing for us has no choice of its own.
  }
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
})();

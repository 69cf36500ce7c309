// Tells when a page changes its address without being loaded again, by whatever router.
export function onNavigation(tell: () => void): void {
  for (const name of ["pushState", "replaceState"] as const) {
    const original = history[name];
    history[name] = function navigate(this: History, ...change) {
      original.apply(this, change);
      tell();
    };
  }
  addEventListener("popstate", tell);
}

// Reports when a page changes its URL without being loaded again, by any router.
export function onNavigation(notify: () => void): void {
  for (const name of ["pushState", "replaceState"] as const) {
    const original = history[name];
    history[name] = function navigate(this: History, ...change) {
      original.apply(this, change);
      notify();
    };
  }
  addEventListener("popstate", notify);
}

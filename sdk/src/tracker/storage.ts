// The page's own storage, for what helps and may be missing: private windows and strict settings make the very look at it throw.
export type Storage = {
  read(name: string): unknown;
  write(name: string, value: unknown): void;
  remove(name: string): void;
};

export function openStorage(kind: "localStorage" | "sessionStorage"): Storage {
  return {
    read(name) {
      try {
        return JSON.parse(window[kind].getItem(name) ?? "null");
      } catch {
        return null;
      }
    },
    write(name, value) {
      try {
        window[kind].setItem(name, JSON.stringify(value));
      } catch {
        // Blocked or full: what is in memory goes on.
      }
    },
    remove(name) {
      try {
        window[kind].removeItem(name);
      } catch {
        // Blocked: there is nothing in it.
      }
    },
  };
}

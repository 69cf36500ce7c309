// Light or dark: as the system has it, or as the reader chose in this browser. look/theme.js reads the same choice before anything is drawn.
import { useState } from "react";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const name = "theme";

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(
    () => themes.find((each) => each === document.documentElement.dataset.theme) ?? "system",
  );
  return [
    theme,
    (chosen) => {
      setTheme(chosen);
      if (chosen === "system") delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = chosen;
      try {
        localStorage.setItem(name, chosen);
      } catch {
        // It holds for this page, then.
      }
    },
  ];
}

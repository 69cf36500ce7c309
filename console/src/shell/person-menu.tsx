// Who is signed in, how the console looks to them, and the way out.
import { Menu } from "@base-ui/react/menu";
import { useQuery } from "@tanstack/react-query";
import { BookOpen, CircleUser, KeyRound, LogOut, Monitor, Moon, Sun } from "lucide-react";
import { api, ask, servicePath } from "../api/client.ts";
import { sessionQuery } from "../api/queries.ts";
import { say } from "../texts/shell.ts";
import { themes, useTheme } from "./theme.ts";

const icons = { system: Monitor, light: Sun, dark: Moon } as const;

const names = { system: say("system"), light: say("light"), dark: say("dark") } as const;

export function PersonMenu() {
  const { data: person } = useQuery(sessionQuery);
  const [theme, setTheme] = useTheme();
  return (
    <Menu.Root>
      <Menu.Trigger className="switcher">
        <CircleUser size={16} aria-hidden="true" />
        <span className="visually-hidden">{say("accountOf")}</span>
        <span className="switcher-words">
          <span className="switcher-name">{person?.name ?? ""}</span>
          <span className="switcher-workspace">{person?.email ?? ""}</span>
        </span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="positioner" sideOffset={4} align="start">
          <Menu.Popup className="menu">
            <Menu.RadioGroup value={theme} onValueChange={setTheme}>
              <Menu.GroupLabel className="menu-label">{say("colors")}</Menu.GroupLabel>
              {themes.map((each) => {
                const Icon = icons[each];
                return (
                  <Menu.RadioItem key={each} value={each} className="menu-item" closeOnClick={false}>
                    <span className="menu-check">
                      <Icon size={14} aria-hidden="true" />
                    </span>
                    {names[each]}
                  </Menu.RadioItem>
                );
              })}
            </Menu.RadioGroup>
            <Menu.Separator className="menu-line" />
            <Menu.LinkItem className="menu-item" href={`${servicePath}/account`}>
              <span className="menu-check">
                <KeyRound size={14} aria-hidden="true" />
              </span>
              {say("passwordSecondFactorSessions")}
            </Menu.LinkItem>
            <Menu.LinkItem className="menu-item" href={`${servicePath}/docs`}>
              <span className="menu-check">
                <BookOpen size={14} aria-hidden="true" />
              </span>
              {say("apiReference")}
            </Menu.LinkItem>
            <Menu.Item
              className="menu-item"
              onClick={() =>
                void ask(api.POST("/api/auth/sign-out", { body: {} })).finally(() =>
                  location.assign(`${servicePath}/sign-in?out`),
                )
              }
            >
              <span className="menu-check">
                <LogOut size={14} aria-hidden="true" />
              </span>
              {say("signOut")}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

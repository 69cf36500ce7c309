// Live or test, in the address. On test the frame is coloured, and says what that means.
import { Switch } from "@base-ui/react/switch";
import { useNavigate } from "@tanstack/react-router";
import type { Search } from "../api/search.ts";
import { modeName, useMode } from "../mode.ts";
import { say } from "../texts/shell.ts";

export function ModeSwitch() {
  const mode = useMode();
  const navigate = useNavigate();
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch is in it.
    <label className="mode-switch">
      <span>{say("testMode")}</span>
      <Switch.Root
        className="switch"
        checked={mode === "test"}
        onCheckedChange={(isTest) =>
          void navigate({
            to: ".",
            search: (search: Search) => ({ ...search, [modeName]: isTest ? "test" : undefined }),
            replace: true,
          })
        }
      >
        <Switch.Thumb className="switch-thumb" />
      </Switch.Root>
    </label>
  );
}

export function TestBand() {
  return useMode() === "test" ? (
    <p className="test-band" role="status">
      {say("testModeOverviewAndEventsShow")}
    </p>
  ) : null;
}

// The program one looks at, by its workspace, and the way to another or a new one.

import { Menu } from "@base-ui/react/menu";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Check, ChevronsUpDown, Plus } from "lucide-react";
import { programsQuery, workspacesQuery } from "../api/queries.ts";
import { pathOf } from "../paths.ts";
import { say } from "../texts/shell.ts";

export function ProgramSwitcher({ programId }: { readonly programId: number | undefined }) {
  const { data: programs = [], isPending } = useQuery(programsQuery);
  const { data: workspaces = [] } = useQuery(workspacesQuery);
  const navigate = useNavigate();
  const current = programs.find(({ program_id }) => program_id === programId);
  const workspace = workspaces.find(({ workspace_id }) => workspace_id === current?.workspace_id);
  // Reserves its height, so that the content below does not move.
  if (isPending) return <div className="switcher switcher-coming" aria-hidden="true" />;
  if (programs.length === 0) return null;
  return (
    <Menu.Root>
      <Menu.Trigger className="switcher">
        <span className="visually-hidden">{say("changeProgramFrom")}</span>
        <span className="switcher-words">
          <span className="switcher-name">{current?.name ?? say("chooseAProgram")}</span>
          <span className="switcher-workspace">{workspace?.name ?? "\u00a0"}</span>
        </span>
        <ChevronsUpDown size={14} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="positioner" sideOffset={4} align="start">
          <Menu.Popup className="menu">
            {workspaces.map((each) => (
              <Menu.Group key={each.workspace_id}>
                <Menu.GroupLabel className="menu-label">{each.name}</Menu.GroupLabel>
                {programs
                  .filter(({ workspace_id }) => workspace_id === each.workspace_id)
                  .map(({ program_id, name, is_demo }) => (
                    <Menu.Item
                      key={program_id}
                      className="menu-item"
                      onClick={() => void navigate({ to: pathOf(program_id, "overview") })}
                    >
                      <span className="menu-check">
                        {program_id === programId ? <Check size={14} aria-label={say("chosen")} /> : null}
                      </span>
                      {name}
                      {is_demo ? <span className="tag">{say("demo")}</span> : null}
                    </Menu.Item>
                  ))}
              </Menu.Group>
            ))}
            <Menu.Separator className="menu-line" />
            <Menu.Item className="menu-item" onClick={() => void navigate({ to: "/new-program" })}>
              <span className="menu-check">
                <Plus size={14} aria-hidden="true" />
              </span>
              {say("newProgram")}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

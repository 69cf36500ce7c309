// The frame of every page: navigation at the side, or at the bottom of a phone; where one is; and the page itself.
import { Link, Outlet, useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { useMode } from "../mode.ts";
import { say } from "../texts/shell.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { Breadcrumb } from "./breadcrumb.tsx";
import { DemoBand } from "./demo-band.tsx";
import { FactorBand } from "./factor-band.tsx";
import { keepLastProgram } from "./last-program.ts";
import { Mark } from "./mark.tsx";
import { ModeSwitch, TestBand } from "./mode-switch.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { ProgramSwitcher } from "./program-switcher.tsx";
import { Search } from "./search.tsx";
import { SideNavigation } from "./side-navigation.tsx";
import { UpgradeBand } from "./upgrade-band.tsx";

/** Where there is no program there is no bar at the bottom of a phone. */
function TopMark() {
  return (
    <Link to="/" className="top-mark">
      <Mark />
    </Link>
  );
}

export function Layout() {
  const { programId } = useParams({ strict: false });
  const mode = useMode();
  useEffect(() => {
    if (programId !== undefined) keepLastProgram(programId);
  }, [programId]);
  return (
    <>
      <a className="skip" href="#page">
        {say("skipToContent")}
      </a>
      <div className={mode === "test" && programId !== undefined ? "frame frame-test" : "frame"}>
        <aside className="side">
          <Link to="/" className="side-mark">
            <Mark />
          </Link>
          <ProgramSwitcher programId={programId} />
          {programId === undefined ? null : <SideNavigation programId={programId} />}
          <div className="side-foot">
            <PersonMenu />
          </div>
        </aside>
        <div className="column">
          <header className="top">
            {programId === undefined ? <TopMark /> : <Breadcrumb />}
            <div className="top-tools">
              {programId === undefined ? null : <ModeSwitch />}
              <Search programId={programId} />
            </div>
          </header>
          {programId === undefined ? null : <TestBand />}
          {programId === undefined ? null : <DemoBand programId={programId} />}
          <FactorBand />
          {programId === undefined ? null : <UpgradeBand programId={programId} />}
          <main id="page" tabIndex={-1}>
            <Outlet />
          </main>
        </div>
        {programId === undefined ? null : <BottomBar programId={programId} />}
      </div>
    </>
  );
}

// What partners brought to a program.
import { useParams } from "@tanstack/react-router";
import { Page } from "../../components/page.tsx";

export function OverviewPage() {
  const { programId } = useParams({ from: "/programs/$programId/overview" });
  return <Page title="Overview">{programId}</Page>;
}

// What a developer does to bring clicks, leads, sales and webhooks here, and whether they arrive.
import { Page } from "../../components/page.tsx";

export function IntegrationPage() {
  return <Page title="Integration">{null}</Page>;
}

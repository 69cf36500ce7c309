// The queue of flags: commissions that look wrong, those that wait for a decision first, and those that were decided.
import { useQuery } from "@tanstack/react-query";
import { Outlet, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { partnersQuery } from "../../api/queries.ts";
import { ButtonLink } from "../../components/button.tsx";
import { type Column, DataList } from "../../components/data-list.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import type { Filter } from "../../components/filters.tsx";
import { useMay } from "../../components/may.tsx";
import { Page } from "../../components/page.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { Money } from "../../components/values/money.tsx";
import { PartnerName } from "../../components/values/partner-name.tsx";
import { Status } from "../../components/values/status.tsx";
import { Time } from "../../components/values/time.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/flags.ts";
import { FlagDecisions } from "./flag-decisions.tsx";
import { type Flag, kindWords, statusLooks } from "./flag-words.ts";
import { flagKinds } from "./flags-query.ts";

const parts = [
  { id: "open", title: say("open"), empty: say("noOpenFlags"), about: say("salesThatLookLikeAPartners") },
  { id: "fine", title: say("fine"), empty: say("noneResolvedAsFine"), about: say("flagsThatYouResolveAsFine") },
  {
    id: "abuse",
    title: say("abuse"),
    empty: say("noneResolvedAsAbuse"),
    about: say("flagsOfReversedCommissionsAppearHere"),
  },
] as const;

export function FlagsPage() {
  const { programId } = useParams({ from: "/programs/$programId/flags" });
  const { status } = useSearch({ strict: false });
  const navigate = useNavigate();
  const open = parts.find(({ id }) => id === status)?.id ?? "open";
  return (
    <Page
      title={say("flags")}
      about={say("commissionsThatLookWrongYouSay")}
      actions={<ButtonLink to={pathOf(programId, "settings", "program")}>{say("changeWhatIsFlagged")}</ButtonLink>}
    >
      <Tabs
        label={say("flags")}
        value={open}
        onChange={(id) =>
          void navigate({
            to: pathOf(programId, "flags"),
            search: ({ status: _, ...search }) => (id === "open" ? search : { ...search, status: id }),
          })
        }
        tabs={parts.map(({ id, title, empty, about }) => ({
          id,
          title,
          content: <List programId={programId} status={id} empty={<EmptyState title={empty}>{about}</EmptyState>} />,
        }))}
      />
      <Outlet />
    </Page>
  );
}

type ListProps = {
  readonly programId: number;
  readonly status: Flag["status"];
  readonly empty: ReactNode;
};

function List({ programId, status, empty }: ListProps) {
  const { data: partners = [] } = useQuery(partnersQuery(programId));
  const mayDecide = useMay(programId, "terms");
  const filters: readonly Filter[] = [
    {
      name: "kind",
      label: say("kind"),
      kind: "choice",
      choices: flagKinds.map((kind) => ({ value: kind, label: kindWords[kind] })),
    },
    {
      name: "partner_id",
      label: say("partner"),
      kind: "choice",
      choices: partners.map(({ partner_id, name }) => ({ value: String(partner_id), label: name })),
    },
  ];
  return (
    <DataList<Flag>
      name="flags"
      label={say("flags")}
      queryKey={["program", programId, "flags"]}
      load={(query) =>
        ask(
          api.GET("/api/v1/programs/{program_id}/flags", {
            params: { path: { program_id: programId } },
            querySerializer: query,
          }),
        )
      }
      columns={columnsOf(programId)}
      rowId={({ flag_id }) => flag_id}
      rowPath={({ flag_id }) => pathOf(programId, "flags", flag_id)}
      filters={filters}
      always={{ status }}
      csvPath={`/api/v1/programs/${programId}/flags`}
      {...(mayDecide
        ? {
            bulk: (flags: readonly Flag[], clear: () => void) => (
              <FlagDecisions programId={programId} flags={flags} onDone={clear} />
            ),
          }
        : {})}
      empty={empty}
    />
  );
}

const holds: Readonly<Record<Flag["choice"], string>> = {
  flag: say("nothing"),
  hold: say("commission"),
  refuse: say("refused"),
};

function columnsOf(programId: number): readonly Column<Flag>[] {
  return [
    { id: "kind", title: say("flag"), cell: ({ kind }) => kindWords[kind] },
    {
      id: "commission",
      title: say("commission"),
      isFigure: true,
      cell: ({ commission_cents, commission_currency }) =>
        commission_cents === null || commission_currency === null ? (
          <span className="quiet">{say("none")}</span>
        ) : (
          <Money cents={commission_cents} currency={commission_currency} />
        ),
    },
    {
      id: "partner",
      title: say("partner"),
      cell: ({ partner_id }) => <PartnerName programId={programId} partnerId={partner_id} />,
    },
    { id: "summary", title: say("whatWasFound"), isWide: true, isProse: true, cell: ({ summary }) => summary },
    { id: "holds", title: say("holds"), isWide: true, cell: ({ choice }) => holds[choice] },
    {
      id: "sale",
      title: say("sale"),
      isFigure: true,
      isWide: true,
      cell: ({ sale_cents, sale_currency }) =>
        sale_cents === null || sale_currency === null ? "" : <Money cents={sale_cents} currency={sale_currency} />,
    },
    {
      id: "status",
      title: say("state"),
      isWide: true,
      isExtra: true,
      cell: ({ status }) => <Status of={status} {...statusLooks[status]} />,
    },
    {
      id: "transaction",
      title: say("transaction"),
      isWide: true,
      isExtra: true,
      cell: ({ transaction_id }) => (transaction_id === null ? "" : <code>{transaction_id}</code>),
    },
    {
      id: "reason",
      title: say("reason"),
      isWide: true,
      isExtra: true,
      isProse: true,
      cell: ({ reason }) => reason ?? "",
    },
    { id: "flagged_at", title: say("found"), isWide: true, cell: ({ flagged_at }) => <Time at={flagged_at} /> },
  ];
}

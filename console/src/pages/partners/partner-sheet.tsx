// One partner: its link to give away, the page it sees itself, its last sales, and whether it is active.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Confirm, Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Form, TextField } from "../../components/form.tsx";
import { May } from "../../components/may.tsx";
import { Section } from "../../components/page.tsx";
import { Sheet } from "../../components/sheet.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { CodeBlock } from "../../components/values/code-block.tsx";
import { Facts } from "../../components/values/facts.tsx";
import { Status } from "../../components/values/status.tsx";
import { Time } from "../../components/values/time.tsx";
import { pathOf } from "../../paths.ts";
import { rich, say } from "../../texts/partners.ts";
import { Invoices } from "../payouts/invoices.tsx";
import { AnswersOfPartner } from "./join-answers.tsx";
import { PartnerActivity } from "./partner-activity.tsx";
import { banReasonWords, PartnerBan } from "./partner-ban.tsx";
import { PartnerBonuses } from "./partner-bonuses.tsx";
import { PartnerCodes } from "./partner-codes.tsx";
import { PartnerFlags } from "./partner-flags.tsx";
import { PartnerPageLink } from "./partner-page-link.tsx";
import { PartnerRecruiter } from "./partner-recruiter.tsx";
import { PartnerTerms } from "./partner-terms.tsx";
import { PayoutDetails } from "./payout-details.tsx";

export function PartnerSheet() {
  const { programId, partnerId } = useParams({ from: "/programs/$programId/partners/$partnerId" });
  const navigate = useNavigate();
  const params = { path: { program_id: programId, partner_id: Number(partnerId) } };
  const { data: partner, error } = useQuery({
    queryKey: ["program", programId, "partner", partnerId],
    queryFn: () =>
      ask(api.GET("/api/v1/programs/{program_id}/partners/{partner_id}", { params })).then(({ data }) => data),
  });
  return (
    <Sheet
      title={partner?.name ?? say("partnerId", { partnerId })}
      subtitle={partner === undefined ? undefined : <Status of={partner.status} />}
      onClose={() => void navigate({ to: pathOf(programId, "partners"), search: (search) => search })}
      actions={partner === undefined ? undefined : <Actions programId={programId} partner={partner} />}
    >
      {error === null ? null : <ErrorNotice error={error} />}
      {partner === undefined && error === null ? <Skeleton lines={6} /> : null}
      {partner === undefined ? null : (
        <>
          <PartnerFlags programId={programId} partnerId={partner.partner_id} />
          <PartnerActivity programId={programId} partnerId={partner.partner_id} />
          <Section title={say("terms")} about={say("whatItsNextSaleToA")}>
            <PartnerTerms programId={programId} partnerId={partner.partner_id} />
          </Section>
          <PartnerBonuses programId={programId} partnerId={partner.partner_id} />
          <Section title={say("recruiting")} about={say("whoBroughtThisPartnerAndWhom")}>
            <PartnerRecruiter programId={programId} partner={partner} />
          </Section>
          <Section title={say("link")} about={say("anyPageOfYourSiteWith")}>
            <CodeBlock title={say("link")} code={`https://your-site.example/?aff=${partner.code}`} />
          </Section>
          <Section
            title={say("linkOfTheService")}
            about={partner.link === null ? say("setInTheSettingsWhereLinks") : say("recordsTheClickAndRedirectsTo")}
          >
            {partner.link === null ? null : <CodeBlock title={say("linkOfTheService")} code={partner.link} />}
          </Section>
          <Section title={say("discountCodes")} about={say("aPaymentWithOneIsAttributed")}>
            <PartnerCodes programId={programId} partnerId={partner.partner_id} />
          </Section>
          <May programId={programId} right="payouts">
            <PayoutDetails programId={programId} partnerId={partner.partner_id} />
          </May>
          <May programId={programId} right="tax">
            <Invoices programId={programId} of={{ partner_id: partner.partner_id }} />
          </May>
          <May programId={programId} right="programs">
            <Section title={say("pageForThePartner")} about={say("showsClicksCommissionsAndPayoutsWithout")}>
              <PartnerPageLink programId={programId} partnerId={partner.partner_id} />
            </Section>
          </May>
          <AnswersOfPartner programId={programId} partnerId={partner.partner_id} />
          <Facts
            facts={[
              [say("code"), <code key="code">{partner.code}</code>],
              [say("added"), <Time key="added" at={partner.joined_at} />],
              ...(partner.ban === null ? [] : [bannedFact(partner.ban)]),
              [
                say("agreement"),
                partner.agreement_version === null || partner.agreement_accepted_at === null ? null : (
                  <span key="agreement">
                    {rich("versionAgreementVersionAcceptedOnTime", {
                      agreementVersion: partner.agreement_version,
                      time: <Time at={partner.agreement_accepted_at} />,
                    })}
                  </span>
                ),
              ],
              [
                say("sales"),
                <Link key="sales" to={pathOf(programId, "sales")} search={{ partner_id: String(partner.partner_id) }}>
                  {say("salesOfName", { name: partner.name })}
                </Link>,
              ],
              [
                say("customers"),
                <Link
                  key="customers"
                  to={pathOf(programId, "customers")}
                  search={{ partner_id: String(partner.partner_id) }}
                >
                  {say("customersOfName", { name: partner.name })}
                </Link>,
              ],
            ]}
          />
        </>
      )}
    </Sheet>
  );
}

function bannedFact({
  reason,
  unpaid,
  banned_at,
}: NonNullable<Schemas["Partner"]["ban"]>): readonly [string, ReactNode] {
  const rest = unpaid === "forfeit" ? say("unpaidCommissionsWereReversed") : say("unpaidCommissionsStayOwed");
  return [
    say("banned"),
    <span key="banned">
      <Time at={banned_at} />: {banReasonWords[reason]}; {rest}
    </span>,
  ];
}

type ActionsProps = { readonly programId: number; readonly partner: Schemas["Partner"] };

function Actions({ programId, partner }: ActionsProps) {
  const { partner_id, name, status } = partner;
  const [asked, setAsked] = useState<"rename" | "status" | null>(null);
  const client = useQueryClient();
  const close = () => setAsked(null);
  const isActive = status === "active";
  const update = async (body: { name?: string; status?: "active" | "inactive" }) => {
    const params = { path: { program_id: programId, partner_id } };
    await ask(api.PATCH("/api/v1/programs/{program_id}/partners/{partner_id}", { params, body }));
    await client.invalidateQueries({ queryKey: ["program", programId] });
  };
  return (
    <>
      <May programId={programId} right="programs">
        <Button onClick={() => setAsked("rename")}>{say("rename")}</Button>
        {status === "banned" ? null : (
          <Button kind={isActive ? "danger" : "plain"} onClick={() => setAsked("status")}>
            {isActive ? say("deactivate") : say("activate")}
          </Button>
        )}
      </May>
      <May programId={programId} right="terms">
        <PartnerBan programId={programId} partner={partner} />
      </May>
      <Dialog isOpen={asked === "rename"} onClose={close} title={say("renameName", { name })}>
        <Form
          action={say("rename")}
          onCancel={close}
          onSubmit={(values) => update({ name: values.name ?? "" }).then(close)}
        >
          <TextField name="name" label={say("name")} isRequired={true} defaultValue={name} />
        </Form>
      </Dialog>
      <Confirm
        isOpen={asked === "status"}
        onClose={close}
        title={isActive ? say("deactivateName", { name }) : say("activateName", { name })}
        effect={isActive ? say("itsLinksEarnNothingFromNow") : say("itsLinksEarnAgainFromNow")}
        action={isActive ? say("deactivate") : say("activate")}
        isDangerous={isActive}
        onConfirm={() => update({ status: isActive ? "inactive" : "active" })}
      />
    </>
  );
}

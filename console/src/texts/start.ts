// Texts of the pages of start, in English.

import { openTexts } from "./say.ts";
import { shared } from "./shared.ts";

export const start = {
  demoProgram: "Demo program",
  lookAtADemoProgramFirst: "Look at a demo program first",
  twoMonthsOfClicksAndSales: "Two months of clicks and sales are recorded, which takes a few seconds.",
  twoMonthsOfInventedPartnersAnd: "Two months of invented partners and sales. You remove it with one button.",
  createYourFirstProgram: "Create your first program",
  createAProgram: "Create a program",
  aProgramIsOneBrandsOffer: "A program is one brand's offer to its partners. All of this can be changed later.",
  createProgram: "Create program",
  yourPartnersSeeIt: "Your partners see it.",
  acmePartners: "Acme partners",
  workspace: "Workspace",
  theCompanyOrTeamItBelongs: "The company or team it belongs to. You can invite people to it.",
  acme: "Acme",
  daysACommissionIsHeldFor: "Days a commission is held for refunds before it becomes payable.",
  nameTheCompanyOrTeam: "Name the company or team.",
} as const;

export const { say } = openTexts({ shared, start });

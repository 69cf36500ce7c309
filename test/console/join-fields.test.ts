// Questions on a join page: an owner sets them in the console, an applicant answers them in a browser, and the owner reads the answers.
import { afterAll, expect, test } from "vitest";
import { violationsInBothLooks } from "../support/axe.ts";
import { newVisitor } from "../support/browser.ts";
import { sidewaysPixels, startConsole, widerThanPage } from "../support/console.ts";
import { newCompany } from "../support/people.ts";
import { fieldOf } from "../support/service.ts";
import { startSmtpServer } from "../support/smtp-server.ts";

const smtp = await startSmtpServer();
const { service, browser, signedIn } = await startConsole({ SMTP_URL: smtp.url, MAIL_FROM: "partners@svc.test" });
afterAll(() => smtp.close());
const { programId, owner } = await newCompany(service);
const program = `/api/v1/programs/${programId}`;
const shots = process.env.SHOTS;

test("an owner asks questions on a join page, and reads the answers before and after it approves", async () => {
  const visitor = await signedIn(owner, /400/);
  const page = await visitor.open(`${service.url}/programs/${programId}/settings/policies`);
  await page.setViewportSize({ width: 390, height: 844 });
  const dialog = page.getByRole("dialog");
  const fits = async (of = page) => {
    expect([await widerThanPage(of), await sidewaysPixels(of)]).toEqual([[], 0]);
    expect(await violationsInBothLooks(of)).toEqual([]);
  };
  const shoot = async (name: string, of = page) => {
    if (shots !== undefined) await of.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
  };

  await page.getByRole("button", { name: "Add group" }).click();
  await dialog.getByLabel("Name").fill("Creators");
  await dialog.getByLabel("Id", { exact: true }).fill("creators");
  await dialog.getByLabel("Joining").selectOption("By its own link, each after your approval");
  const add = dialog.getByRole("button", { name: "Add question" });
  await add.click();
  await dialog.getByLabel("Question 1", { exact: true }).fill("Your channel");
  await dialog.getByLabel("Answer 1").selectOption("One of several");
  await dialog.getByLabel("Required 1").selectOption("Required");
  await dialog.getByLabel("Answers to choose 1").fill("Blog\nBlog");
  await add.click();
  await dialog.getByLabel("Question 2", { exact: true }).fill("Goes away");
  await add.click();
  await dialog.getByLabel("Question 3", { exact: true }).fill("Your channel");
  await dialog.getByLabel("Answer 3").selectOption("Web address");
  await dialog.getByLabel("Help 3").fill("With https://");
  await dialog.getByRole("button", { name: "Remove question 2" }).click();
  await add.click();
  await dialog.getByLabel("Question 3", { exact: true }).fill("A few words");
  await dialog.getByLabel("Answer 3").selectOption("Long text");
  await fits();
  await shoot("join-fields-dialog");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("must have each answer once").waitFor();
  await dialog.getByLabel("Answers to choose 1").fill("Blog\nVideo");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  const group = await service.request(`${program}/groups/creators`, { key: owner.token });
  const rest = { required: false, options: null, help: null };
  expect(fieldOf(group, "data.join_fields")).toEqual([
    { ...rest, key: "your_channel", label: "Your channel", kind: "choice", required: true, options: ["Blog", "Video"] },
    { ...rest, key: "your_channel_2", label: "Your channel", kind: "url", help: "With https://" },
    { ...rest, key: "a_few_words", label: "A few words", kind: "long_text" },
  ]);

  const applicant = await newVisitor(browser, /400/);
  const join = await applicant.open(`${service.url}/partners/join/${programId}?group=creators`);
  await join.setViewportSize({ width: 390, height: 844 });
  await join.getByLabel("Name").fill("Vera");
  await join.getByLabel("E-mail").fill("vera@partners.test");
  await join.getByLabel("Your code").fill("vera");
  await join.locator("select[name=answer_your_channel]").selectOption("Video");
  await join.locator("[name=answer_your_channel_2]").fill("ftp://vera.example");
  await join.getByLabel("A few words").fill("Two lines,\nof which this is one");
  await join.getByRole("button", { name: "Ask to become a partner" }).click();
  await join.getByText("This is no web address").waitFor();
  expect(await join.getByLabel("A few words").inputValue()).toBe("Two lines,\nof which this is one");
  await fits(join);
  await shoot("join-page-faults", join);
  await join.locator("[name=answer_your_channel_2]").fill("https://vera.example/");
  await join.getByRole("button", { name: "Ask to become a partner" }).click();
  await join.getByRole("heading", { name: "Check your mail" }).waitFor();
  const confirming = () => smtp.received.find(({ to }) => to === "vera@partners.test");
  await expect.poll(confirming).toBeDefined();
  const mail =
    confirming()
      ?.data.replace(/=\r?\n/g, "")
      .replace(/=3D/g, "=") ?? "";
  await join.goto(/http\S+\/partners\/link\S+/.exec(mail)?.[0] ?? "");
  await join.getByRole("button", { name: "Sign in" }).click();
  await join.getByText("Waiting for approval").waitFor();

  await page.goto(`${service.url}/programs/${programId}/partners`);
  await page.getByText("Answers of Vera").click();
  await page.getByText("of which this is one").waitFor();
  expect(await page.getByRole("link", { name: "https://vera.example/" }).getAttribute("rel")).toBe("noreferrer");
  await fits();
  await shoot("join-answers");
  await page.getByRole("button", { name: "Approve" }).click();
  await dialog.getByText("of which this is one").waitFor();
  await dialog.getByRole("button", { name: "Approve Vera" }).click();
  await page.getByText("Vera is a partner.").waitFor();
  await page.getByRole("link", { name: "Vera", exact: true }).click();
  await page.getByText("Answers from your join page.").waitFor();
  await page.getByText("of which this is one").waitFor();
  await fits();
  await shoot("join-answers-of-partner");
});

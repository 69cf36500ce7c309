// An owner requires a second factor of the workspace in the console, sees who lacks one, and resets a lost one.
import { expect, test } from "vitest";
import { authenticatorOf } from "../support/authenticator.ts";
import { violationsInBothLooks } from "../support/axe.ts";
import { sidewaysPixels, startConsole, widerThanPage } from "../support/console.ts";
import { manyHashesMilliseconds, newCompany, type Person, password, signIn } from "../support/people.ts";
import { asOwner, fieldOf } from "../support/service.ts";

const { service, testDatabase, signedIn } = await startConsole();
const { programId, workspaceId, owner, member } = await newCompany(service);
const settings = `${service.url}/programs/${programId}/settings/members`;

/** Sets one up, and signs in with a code of it. */
async function withSecondFactor(person: Person): Promise<Person> {
  const call = (path: string, body: object, cookie: string) =>
    service.post(`/api/auth${path}`, body, { headers: { cookie, origin: service.url } });
  const app = authenticatorOf(
    String(fieldOf(await call("/two-factor/enable", { password }, person.cookie), "totpURI")),
  );
  const confirmed = await call("/two-factor/verify-totp", { code: await app.codeAt(0) }, person.cookie);
  const [cookie = ""] = confirmed.headers.getSetCookie().filter((each) => each.startsWith("svc.session_token="));
  return { ...person, cookie: cookie.split(";")[0] ?? "" };
}

test(
  "an owner sets up a second factor, requires one of the workspace, and resets a member's",
  async () => {
    const before = await signedIn(owner);
    const first = await before.open(settings);
    await first.getByRole("button", { name: "Require it" }).click();
    await first.getByRole("dialog").getByRole("link", { name: "Set up your second factor" }).waitFor();
    await before.close();

    await withSecondFactor(member);
    const visitor = await signedIn(await withSecondFactor(owner));
    const page = await visitor.open(settings);
    const ofMember = page.getByRole("row", { name: new RegExp(`^${member.email} (Set up|None)`) });
    await ofMember.getByText("Set up", { exact: true }).waitFor();
    await page.getByText("Members choose for themselves.").waitFor();
    await page.getByRole("button", { name: "Require it" }).click();
    const dialog = page.getByRole("dialog", { name: "Require a second factor" });
    await dialog.getByLabel("Days to set one up").fill("3");
    await dialog.getByRole("button", { name: "Require it" }).click();
    await page.getByText(/ Required from /).waitFor();
    const [workspace] = await asOwner<{ days: number }>(
      testDatabase.url,
      "select round(extract(epoch from second_factor_from - now()) / 86400)::integer as days from workspace where workspace_id = $1",
      [workspaceId],
    );
    expect(workspace?.days).toBe(3);
    await page.setViewportSize({ width: 360, height: 740 });
    expect([await widerThanPage(page), await sidewaysPixels(page)]).toEqual([[], 0]);
    expect(await violationsInBothLooks(page)).toEqual([]);

    await page.getByRole("button", { name: `Reset the second factor of ${member.email}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Reset", exact: true }).click();
    await ofMember.getByText("None", { exact: true }).waitFor();
    expect((await signIn(service, member.email)).token).not.toBe("");

    await page.getByRole("button", { name: "Stop requiring it" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Stop requiring it" }).click();
    await page.getByText("Members choose for themselves.").waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  },
  manyHashesMilliseconds,
);

test("a member sees whether one is required, and nothing of who has one", async () => {
  const visitor = await signedIn(await signIn(service, member.email));
  const page = await visitor.open(settings);
  await page.getByText("Members choose for themselves.").waitFor();
  expect(await page.getByText(/^(Set up|None)$/).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Require it" }).count()).toBe(0);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

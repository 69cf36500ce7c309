// The types of @svc/sdk/management are those of the service's description as it is now.
import { expect, test } from "vitest";
import { managementSchema } from "../../support/management-schema.ts";

test("sdk/src/management/schema.ts is generated from the description", async () => {
  await expect(await managementSchema()).toMatchFileSnapshot("../../../sdk/src/management/schema.ts");
});

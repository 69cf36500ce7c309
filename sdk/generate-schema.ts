// `npm run sdk:schema`
import { writeManagementSchema } from "./management-schema.ts";

await writeManagementSchema();

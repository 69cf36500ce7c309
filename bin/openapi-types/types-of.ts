// The types of an OpenAPI document, as openapi-typescript writes them.
import openapiTypes, { astToString } from "openapi-typescript";

export async function typesOf(document: object): Promise<string> {
  return astToString(await openapiTypes(JSON.stringify(document)));
}

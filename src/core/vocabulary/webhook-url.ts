// The address a provider must be given for a connection.
export function webhookUrlOf(baseUrl: string, provider: string, connectionId: number | ""): string {
  return `${baseUrl}/webhooks/${provider}/${connectionId}`;
}

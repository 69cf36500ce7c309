// What the tier of a whole month made of a commission, in SQL: statements show it as a line of its own.

/** Of this table or alias of commissions; 0 where no month's tier paid it. */
export function adjustedByTierSql(commission: string): string {
  return `coalesce((${commission}.terms #>> '{tier,adjusted_cents}')::bigint, 0)`;
}

/** The month that this commission waits for, as the index `commissions_of_open_months` has it; null where it waits for none. */
export const openMonthSql = (commission: string): string => `(${commission}.terms #>> '{tier,open_month}') collate "C"`;

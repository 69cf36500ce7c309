// The address of a page of a program, and of a row of its list.
export function pathOf(programId: number, page: string, row?: string | number): string {
  const rest = row === undefined ? "" : `/${encodeURIComponent(row)}`;
  return `/programs/${programId}/${page}${rest}`;
}

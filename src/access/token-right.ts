// What a workspace's token may do, as statements: its role where it has the scope that a right names, and nothing once it has ended. Asked
// where data is read or changed, by access/permission.ts and by reads.

const tokenCounts = "t.revoked_at is null and t.expires_at > now()";
const roleOfToken = "case when $3 = any(t.scopes) then 'token:' || t.role else 'token_without_scope' end";

/** `$1` is the program, `$2` the token, `$3` the right. */
export const roleOfTokenInProgram = `
  select ${roleOfToken} as role
    from program p
    join workspace_token t on t.workspace_id = p.workspace_id and t.token_id = $2 and ${tokenCounts}
   where p.program_id = $1`;

/** `$1` is the workspace. */
export const roleOfTokenInWorkspace = `
  select ${roleOfToken} as role
    from workspace_token t
   where t.workspace_id = $1 and t.token_id = $2 and ${tokenCounts}`;

/** `$1` is the token. */
export const endedToken = `select token_id from workspace_token t where t.token_id = $1 and not (${tokenCounts})`;

/** Of lists that name no program and no workspace. */
export const tokenThatReads = `
  select token_id from workspace_token t where t.token_id = $1 and 'read' = any(t.scopes) and ${tokenCounts}`;

-- More roles in a workspace: finance, support and viewer.
-- Why: people who pay partners, answer their questions or only read figures had to be members or owners. What each role may do is in
-- `src/core/vocabulary/workspace-roles.ts`; a process of the release before takes every role but owner for a member, so give the new
-- ones when all processes run this release.

alter table workspace_member drop constraint members_are_owners_or_members;
alter table workspace_member
  -- squawk-ignore constraint-missing-not-valid
  add constraint a_member_has_a_role check (role in ('owner', 'member', 'finance', 'support', 'viewer'));
alter table workspace_invitation drop constraint invited_are_owners_or_members;
alter table workspace_invitation
  -- squawk-ignore constraint-missing-not-valid
  add constraint an_invitation_has_a_role check (role in ('owner', 'member', 'finance', 'support', 'viewer'));

-- Memberships that signing in through the OIDC issuer gave.
-- Why: they follow what the issuer says of a person at each sign-in, and end when it no longer names a group. What an owner gave by hand
-- is never changed by a sign-in.

alter table workspace_member add column by_issuer boolean not null default false;

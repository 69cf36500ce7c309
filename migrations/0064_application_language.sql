-- The language of the page on which someone asked to become a partner: the mail about the decision is in it.
-- Null where it was asked for in an earlier release: that mail is in English.
alter table partner_application add column language text;

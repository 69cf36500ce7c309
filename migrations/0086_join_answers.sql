-- What applicants answer to the fields of a group's join form: encrypted, and removed with the application.
-- Why: the fields are the group's settings in the log; the answers are personal data and never in it.

alter table partner_application add column answers_encrypted bytea;

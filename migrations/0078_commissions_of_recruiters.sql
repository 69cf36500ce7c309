-- Outside a transaction.
-- What recruiters earn is listed next to the sales by which they earn it, of a program and of a partner; and a partner's recruits are found.
create index concurrently if not exists commissions_of_recruiters
  on commission (program_id, (sale_id - 4503599627370496)) where kind = 'referral';
create index concurrently if not exists commissions_of_recruiter
  on commission (program_id, partner_id, (sale_id - 4503599627370496)) where kind = 'referral';
create index concurrently if not exists recruits on partner (program_id, recruited_by) where recruited_by is not null;

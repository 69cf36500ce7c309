-- A new partner's code may not differ from another's in the case of its letters alone.
-- Why: people read Anna and anna as one code, so one partner could take what is spread of another. Codes of earlier releases stay and lead
-- where they led: of those that are alike the newer ones are marked, and the index leaves them out. It holds whatever process writes.
alter table partner_code add column is_near_another boolean not null default false;

update partner_code
   set is_near_another = true
  from (select code, row_number() over (partition by lower(code collate "C") order by partner_id, code) as place
          from partner_code) ranked
 where ranked.code = partner_code.code and ranked.place > 1;

-- One row for each partner: made in a moment, while new partners wait.
-- squawk-ignore require-concurrent-index-creation
create unique index a_partner_code_is_unique_whatever_its_case
  on partner_code (lower(code collate "C")) where not is_near_another;

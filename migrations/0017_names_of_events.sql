-- What an event is found by besides its place: the click a sale or a lead came by, and the event that another repeats or belongs to.
-- Each condition holds for every row and is stated by no statement of ingest: on a new table an index would tempt the planner.
-- `if not exists`, so that an operator of large books can build them beforehand with `create index concurrently`.
create index if not exists sales_of_a_click on sale (program_id, click_id, sale_id) where sale_id > 0;
create index if not exists leads_of_a_click on lead (program_id, click_id, lead_id) where lead_id > 0;
create index if not exists outcomes_by_reference on outcome (program_id, refers_to, event_id) where refers_to > 0;

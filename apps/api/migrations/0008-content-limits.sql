-- Frameworks ask statements that don't count (weight 0), rate several responses alike and number their levels from 0.
alter table elements drop constraint elements_weight_check, add constraint elements_weight_check check (weight >= 0);
alter table statements drop constraint statements_weight_check, add constraint statements_weight_check check (weight >= 0);
alter table statement_responses drop constraint statement_responses_tenant_id_statement_id_value_key;

alter table statements
  add short_title text,
  -- In a certification assessment, choosing any response above the lowest requires a file.
  add asks_for_evidence boolean not null default false;

-- The number of the lowest level of `scale`.
alter table content_sets add lowest_level smallint not null default 1 check (lowest_level in (0, 1));

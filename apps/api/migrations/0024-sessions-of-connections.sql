-- What vouched for a session of single sign-on: a connection, or Salesforce. A session without either is from before
-- this migration, and counts as made by any connection.
alter table sessions add connection_id bigint, add is_salesforce boolean not null default false;
alter table handovers add connection_id bigint, add is_salesforce boolean not null default false;
alter table handover_codes add connection_id bigint, add is_salesforce boolean not null default false;

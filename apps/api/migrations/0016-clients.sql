-- The address and browser that an audit event came from. A table of its own, because its rows are deleted after a time
-- and with their user, while the events stay as they are.
create table audit_clients (
  tenant_id bigint not null references tenants,
  event_id bigint not null,
  at timestamptz not null default now(),
  -- Who acted, or whose account a failed sign-in was for.
  user_id bigint,
  address inet,
  browser text,
  primary key (tenant_id, event_id),
  foreign key (tenant_id, event_id) references audit_events
);
create index audit_clients_by_time on audit_clients (tenant_id, at);
create index audit_clients_of_user on audit_clients (tenant_id, user_id);
select protect('audit_clients', 'select, insert, delete');
create policy reader on audit_clients for select to wm_reader using (true);
grant select on audit_clients to wm_reader;

alter table sessions add address inet;

-- Whether the audit log is forwarded, and how far. At most one row; events are queued while it exists.
create table audit_forwarding (
  id boolean primary key default true check (id),
  since timestamptz not null default now(),
  forwarded_at timestamptz,
  error text,
  -- When the attempts started to fail.
  failing_since timestamptz
);
grant select on audit_forwarding to wm_app;
grant select, insert, update, delete on audit_forwarding to wm_platform;

-- Events that have not been forwarded, queued in the transaction that records them.
create table audit_queue (
  tenant_id bigint not null references tenants,
  event_id bigint not null,
  primary key (tenant_id, event_id),
  foreign key (tenant_id, event_id) references audit_events
);
create index audit_queue_by_event on audit_queue (event_id);
select protect('audit_queue', 'select, insert, delete');

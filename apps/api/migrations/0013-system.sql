-- For the system page: nodes report every 20 seconds, and god-admins list and discard mails.
create table nodes (
  id uuid primary key,
  name text not null,
  version text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
grant select, insert, update, delete on nodes to wm_platform;

alter table mails drop constraint mails_status_check;
alter table mails add constraint mails_status_check check (status in ('queued', 'sent', 'failed', 'discarded'));
create index mails_unsent on mails (tenant_id, created_at) where status in ('queued', 'failed');

-- Without the texts, which have one-time links.
create policy reader on mails for select to wm_reader using (true);
grant select (tenant_id, id, recipient, subject, status, attempts, last_error, created_at) on mails to wm_reader;

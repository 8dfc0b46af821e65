-- wm_backup reads every row of every table for backups, and writes nothing. Future tables get the same.
create or replace function protect(target regclass, grants text) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format($p$create policy tenant on %s to wm_app
    using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint)
    with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint)$p$, target);
  execute format($p$create policy platform on %s to wm_platform
    using (tenant_id = any ((select nullif(current_setting('app.tenant_ids', true), '')::bigint[])::bigint[]))
    with check (tenant_id = any ((select nullif(current_setting('app.tenant_ids', true), '')::bigint[])::bigint[]))$p$, target);
  execute format('create policy backup on %s for select to wm_backup using (true)', target);
  execute format('grant %s on %s to wm_app, wm_platform', grants, target);
end $$;

do $$
declare
  target regclass;
begin
  for target in select oid from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity loop
    execute format('create policy backup on %s for select to wm_backup using (true)', target);
  end loop;
end $$;
grant select on all tables in schema public to wm_backup;
grant select on all sequences in schema public to wm_backup;
alter default privileges in schema public grant select on tables to wm_backup;
alter default privileges in schema public grant select on sequences to wm_backup;

-- The backups that this installation has made, for the system page and the warning about an old one.
create table backups (
  id bigint primary key default nextval('ids'),
  is_scheduled boolean not null,
  -- The archive's file, or its address in a bucket.
  place text not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  bytes bigint,
  error text
);
create index backups_by_start on backups (started_at desc);
grant select, insert, update on backups to wm_platform;

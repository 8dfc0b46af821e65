-- All data of an organisation, or a user's own, in one file in the file store. Kept for a week.
create table downloads (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  user_id bigint not null,
  -- Everything of the organisation, otherwise only the user's own.
  is_whole boolean not null,
  status text not null default 'making' check (status in ('making', 'ready', 'failed')),
  -- Each piece of the file is an object in the folder. All but the last have the same size.
  file_id uuid,
  pieces uuid[] not null default '{}',
  bytes bigint,
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  primary key (tenant_id, id),
  check ((status = 'ready') = (bytes is not null and ready_at is not null)),
  foreign key (tenant_id, user_id) references users on delete cascade,
  foreign key (tenant_id, file_id) references stored_files
);
-- A new one replaces the one before.
create unique index downloads_of_user on downloads (tenant_id, user_id, is_whole);
create index downloads_of_file on downloads (tenant_id, file_id);
select protect('downloads', 'select, insert, update, delete');

-- When everything of the organisation is deleted. Until then it is suspended, and the removal can be stopped.
alter table tenants add removal_at timestamptz check (removal_at is null or status = 'suspended');

-- The owner sees and deletes the rows of organisations whose removal is due, and no others: row-level security is forced
-- for it too. Future tables get the same.
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
  execute format('create policy removal on %s to wm_owner using (tenant_id in (select id from tenants where removal_at <= now())) with check (false)', target);
  execute format('grant %s on %s to wm_app, wm_platform', grants, target);
end $$;

do $$
declare
  target regclass;
begin
  for target in select oid from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity loop
    execute format('create policy removal on %s to wm_owner using (tenant_id in (select id from tenants where removal_at <= now())) with check (false)', target);
  end loop;
end $$;

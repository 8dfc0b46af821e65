-- PostgreSQL multiplies the chance of a row for a query's own `tenant_id = …` with that for the policy's `any`, and took
-- the 20,000 users of one organisation among ten thousand for nine. It then chose nested loops that took seconds. It
-- guesses one half for `coalesce`. Each query names its organisations, so the policy needs no index.
create or replace function protect(target regclass, grants text) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format($p$create policy tenant on %s to wm_app
    using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint)
    with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint)$p$, target);
  execute format($p$create policy platform on %s to wm_platform
    using (coalesce(tenant_id = any ((select nullif(current_setting('app.tenant_ids', true), '')::bigint[])::bigint[]), false))
    with check (coalesce(tenant_id = any ((select nullif(current_setting('app.tenant_ids', true), '')::bigint[])::bigint[]), false))$p$, target);
  execute format('create policy backup on %s for select to wm_backup using (true)', target);
  execute format('create policy removal on %s to wm_owner using (tenant_id in (select id from tenants where removal_at <= now())) with check (false)', target);
  execute format('grant %s on %s to wm_app, wm_platform', grants, target);
end $$;

do $$
declare
  target regclass;
begin
  for target in select polrelid from pg_policy where polname = 'platform' loop
    execute format($p$alter policy platform on %s
      using (coalesce(tenant_id = any ((select nullif(current_setting('app.tenant_ids', true), '')::bigint[])::bigint[]), false))
      with check (coalesce(tenant_id = any ((select nullif(current_setting('app.tenant_ids', true), '')::bigint[])::bigint[]), false))$p$, target);
  end loop;
end $$;

-- Ids of every table come from one sequence, so an id never names rows of two tables or tenants.
create sequence ids;
grant usage on sequence ids to wm_app, wm_platform;

-- Row-level security of one tenant table: enabled, forced, one policy for each of the two serving roles.
-- The settings are transaction-local; after commit they read '' and match nothing.
create function protect(target regclass, grants text) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format($p$create policy tenant on %s to wm_app
    using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::bigint))
    with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::bigint))$p$, target);
  execute format($p$create policy platform on %s to wm_platform
    using (tenant_id = any ((select nullif(current_setting('app.tenant_ids', true), '')::bigint[])::bigint[]))
    with check (tenant_id = any ((select nullif(current_setting('app.tenant_ids', true), '')::bigint[])::bigint[]))$p$, target);
  execute format('grant %s on %s to wm_app, wm_platform', grants, target);
end $$;
revoke execute on function protect from public;

-- Cross-tenant tables: tenants, terms, rate_limits. All others belong to a tenant.
create table tenants (
  id bigint primary key default nextval('ids'),
  name text not null check (name <> ''),
  domain text not null unique check (domain ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  kind text not null default 'organisation' check (kind in ('organisation', 'public', 'platform')),
  sign_in_mode text not null default 'credentials' check (sign_in_mode in ('credentials', 'sso', 'combined')),
  brand_colour text not null default '#1C5C46' check (brand_colour ~ '^#[0-9A-Fa-f]{6}$'),
  logo bytea,
  time_zone text not null default 'Europe/London',
  status text not null default 'active' check (status in ('active', 'suspended')),
  created_at timestamptz not null default now()
);
create unique index tenants_special on tenants (kind) where kind <> 'organisation';
grant select on tenants to wm_app;
grant select, insert, update on tenants to wm_platform;

create table terms (
  id bigint primary key default nextval('ids'),
  version int not null unique,
  text text not null,
  what_changed text,
  must_accept boolean not null default true,
  published_at timestamptz not null default now()
);
grant select on terms to wm_app;
grant select, insert on terms to wm_platform;

-- Counters of attempts, shared by all nodes. The key is a hash: no address or e-mail is kept.
create table rate_limits (
  key bytea primary key,
  count int not null,
  resets_at timestamptz not null
);
grant select, insert, update, delete on rate_limits to wm_app, wm_platform;

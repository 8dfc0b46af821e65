-- One sequence gives every table its ids, so an id never names rows of two tables or two tenants.
create sequence ids;
grant usage on sequence ids to wm_app, wm_platform;

-- Text for searching: without case, accents and special letters. packages/contract/src/search-norm.ts does the same.
create function search_norm(text text) returns text language sql immutable set search_path = pg_catalog, pg_temp
  return replace(replace(replace(replace(translate(lower(regexp_replace(normalize(text, nfd), '[\u0300-\u036f]', '', 'g')),
    'łøđðħŧı', 'loddhti'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
revoke execute on function search_norm from public;
grant execute on function search_norm to wm_app, wm_platform;

-- Row-level security of a tenant table: enabled and forced, one policy for each serving role. The settings last for
-- one transaction; afterwards they are '' and match nothing.
create function protect(target regclass, grants text) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format($p$create policy tenant on %s to wm_app
    using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint)
    with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint)$p$, target);
  execute format($p$create policy platform on %s to wm_platform
    using (tenant_id = any ((select nullif(current_setting('app.tenant_ids', true), '')::bigint[])::bigint[]))
    with check (tenant_id = any ((select nullif(current_setting('app.tenant_ids', true), '')::bigint[])::bigint[]))$p$, target);
  execute format('grant %s on %s to wm_app, wm_platform', grants, target);
end $$;
revoke execute on function protect from public;

-- The tables tenants, terms and rate_limits belong to no tenant. All others do.
create table tenants (
  id bigint primary key default nextval('ids'),
  name text not null check (name <> ''),
  name_norm text not null generated always as (search_norm(name)) stored,
  domain text not null unique check (domain ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  kind text not null default 'organisation' check (kind in ('organisation', 'public', 'platform')),
  sign_in_mode text not null default 'credentials' check (sign_in_mode in ('credentials', 'sso', 'combined')),
  is_mfa_required boolean not null default false,
  brand_colour text not null default '#1C5C46' check (brand_colour ~ '^#[0-9A-Fa-f]{6}$'),
  logo bytea,
  time_zone text not null default 'Europe/London',
  status text not null default 'active' check (status in ('active', 'suspended')),
  -- An organisation's assessments may be deleted after so many years; null keeps them.
  retention_years int check (retention_years between 1 and 30),
  -- Bytes that the organisation's attachments may take together.
  attachment_quota bigint not null default 5368709120 check (attachment_quota >= 0),
  -- Counts changes, so that the second of two simultaneous edits is refused.
  version int not null default 1,
  created_at timestamptz not null default now()
);
create index tenants_by_name on tenants (name_norm, id);
create unique index tenants_special on tenants (kind) where kind <> 'organisation';
grant select on tenants to wm_app;
grant select, insert, update on tenants to wm_platform;

create table terms (
  id bigint primary key default nextval('ids'),
  version int not null unique,
  text text not null,
  what_changed text,
  must_accept boolean not null default true,
  published_at timestamptz not null default now(),
  effective_at timestamptz not null default now()
);
grant select on terms to wm_app;
grant select, insert on terms to wm_platform;

-- Counts attempts for all nodes. The key is a hash, so no address or e-mail is stored.
create table rate_limits (
  key bytea primary key,
  count int not null,
  resets_at timestamptz not null
);
grant select, insert, update, delete on rate_limits to wm_app, wm_platform;

-- Append-only: the serving roles can't update or delete.
create table audit_events (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  at timestamptz not null default now(),
  actor_id bigint,
  action text not null,
  subject text,
  details jsonb not null default '{}',
  request_id text,
  primary key (tenant_id, id)
);
-- Without the tenant first: for lists across organisations.
create index all_audit_events_by_action on audit_events (action, at desc, id desc);
create index all_audit_events_by_time on audit_events (at desc, id desc);
create index audit_events_by_action on audit_events (tenant_id, action, at desc, id desc);
create index audit_events_by_actor on audit_events (actor_id, at desc, id desc);
create index audit_events_by_time on audit_events (tenant_id, at desc, id desc);
select protect('audit_events', 'select, insert');

-- Terms come into force on a day: until then they are published and bind nobody.
alter table terms add effective_at timestamptz not null default now();
update terms set effective_at = published_at;

-- As 0009 has it, but for terms that are not in force yet.
create or replace view signed_in with (security_invoker = true) as
  select s.tenant_id, s.id as session_id, u.id, u.name, u.email, u.roles,
    not exists (
      select from terms
      where must_accept and version > u.accepted_terms_version and effective_at <= now()) as has_accepted_terms,
    t.is_mfa_required and s.method = 'password' and not exists (
      select from authenticators a
      where a.tenant_id = u.tenant_id and a.user_id = u.id and a.confirmed_at is not null) as needs_mfa_setup
  from sessions s
  join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
  join tenants t on t.id = s.tenant_id
  where s.revoked_at is null and s.expires_at > now() and u.is_active and t.status = 'active';

-- A version while it is written: one draft of each, where its writers are.
create table terms_drafts (
  tenant_id bigint not null references tenants,
  of_version int not null,
  text text not null,
  what_changed text not null,
  must_accept boolean not null,
  effective_on date,
  version int not null default 1,
  saved_at timestamptz not null default now(),
  saved_by bigint,
  primary key (tenant_id, of_version),
  foreign key (tenant_id, saved_by) references users on delete set null (saved_by)
);
create index terms_drafts_of_writer on terms_drafts (tenant_id, saved_by);
select protect('terms_drafts', 'select, insert, update, delete');

-- What an organisation adds below the platform's text; an empty text takes it away again.
create table terms_additions (
  tenant_id bigint not null references tenants,
  version int not null,
  text text not null,
  published_at timestamptz not null default now(),
  primary key (tenant_id, version)
);
select protect('terms_additions', 'select, insert');

alter table terms_acceptances add addition_version int;
create index terms_acceptances_by_time on terms_acceptances (tenant_id, terms_id, accepted_at desc);

alter table tenants add is_mfa_required boolean not null default false;

-- How the session was signed in: single sign-on brings its own second step.
alter table sessions add method text not null default 'password' check (method in ('password', 'sso'));

-- The authenticator app of a person. Unconfirmed until a first code has proved that the app has the secret.
create table authenticators (
  tenant_id bigint not null references tenants,
  user_id bigint not null,
  -- Sealed with a key of the installation's secret.
  secret bytea not null,
  confirmed_at timestamptz,
  -- The newest time step that was used: no code counts twice.
  last_step bigint,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users on delete cascade
);
select protect('authenticators', 'select, insert, update, delete');

create table recovery_codes (
  tenant_id bigint not null references tenants,
  user_id bigint not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (tenant_id, user_id, code_hash),
  foreign key (tenant_id, user_id) references users on delete cascade
);
select protect('recovery_codes', 'select, insert, update, delete');

-- A sign-in that waits for its second step: one row for each MFA token.
create table mfa_challenges (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  user_id bigint not null,
  tries int not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users on delete cascade
);
create index mfa_challenges_of_user on mfa_challenges (tenant_id, user_id);
select protect('mfa_challenges', 'select, insert, update, delete');

-- As before, and whether the organisation's second step is still to be set up.
drop function enter;
create function enter(tenant bigint, session bigint, person bigint)
returns table (id bigint, name text, email text, roles text[], has_accepted_terms boolean, needs_mfa_setup boolean)
language plpgsql as $$
#variable_conflict use_column
begin
  perform set_config('app.tenant_id', tenant::text, true);
  return query
    select u.id, u.name, u.email, u.roles,
      u.accepted_terms_version >= coalesce((select max(version) from terms where must_accept), 0),
      t.is_mfa_required and s.method = 'password' and not exists (
        select from authenticators a
        where a.tenant_id = u.tenant_id and a.user_id = u.id and a.confirmed_at is not null)
    from sessions s
    join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
    join tenants t on t.id = s.tenant_id
    where s.tenant_id = tenant and s.id = session and u.id = person
      and s.revoked_at is null and s.expires_at > now() and u.is_active and t.status = 'active';
end $$;
revoke execute on function enter from public;
grant execute on function enter to wm_app;

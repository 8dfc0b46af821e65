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

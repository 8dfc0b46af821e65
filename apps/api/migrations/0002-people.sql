create table users (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  email text not null,
  -- lower() is not leakproof, so row-level security can't use an index on it. An index on a stored column works.
  email_norm text not null generated always as (lower(email)) stored,
  name text not null,
  name_norm text not null generated always as (search_norm(name)) stored,
  password_hash text,
  roles text[] not null default '{user}' check (roles <@ array['god-admin', 'admin', 'user', 'auditor'] and cardinality(roles) > 0),
  organisation_name text,
  is_active boolean not null default true,
  pending_email text,
  accepted_terms_version int not null default 0,
  salesforce_id text,
  last_login_at timestamptz,
  created_at timestamptz not null default now(),
  -- A removed person whose assessments stay: the row remains without personal data.
  removed_at timestamptz,
  version int not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, email_norm)
);
-- Search and count read the included address here instead of in the table.
create index users_by_name on users (tenant_id, name_norm, id) include (email_norm) where removed_at is null;
create index users_active on users (tenant_id, id) include (created_at) where is_active and removed_at is null;
create index users_removed on users (tenant_id, id) where removed_at is not null;
-- Across organisations.
create index all_users_by_name on users (name_norm, id) include (tenant_id, email_norm) where removed_at is null;
create index users_by_id on users (id);
select protect('users', 'select, insert, update, delete');

-- The organisations that each auditor of the platform is assigned to.
create table tenant_auditors (
  tenant_id bigint not null references tenants,
  auditor_id bigint not null,
  organisation_id bigint not null references tenants on delete cascade,
  primary key (tenant_id, auditor_id, organisation_id),
  foreign key (tenant_id, auditor_id) references users on delete cascade
);
select protect('tenant_auditors', 'select, insert, delete');

-- A session is one family of refresh tokens.
create table sessions (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  user_id bigint not null,
  device text not null,
  -- Single sign-on brings its own two-step verification.
  method text not null default 'password' check (method in ('password', 'sso')),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- When the owner last confirmed their identity with everything that signing in takes.
  proved_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users on delete cascade
);
create index sessions_of_user on sessions (tenant_id, user_id);
select protect('sessions', 'select, insert, update, delete');

create table refresh_tokens (
  tenant_id bigint not null references tenants,
  token_hash bytea not null,
  session_id bigint not null,
  expires_at timestamptz not null,
  replaced_at timestamptz,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, session_id) references sessions on delete cascade
);
create index refresh_tokens_of_session on refresh_tokens (tenant_id, session_id);
select protect('refresh_tokens', 'select, insert, update, delete');

-- Mailed links: single use, stored as hashes. A requested link (register, reset) has no signature until a job has
-- looked up the address, so that neither the answer nor its duration reveals whether an account exists.
create table one_time_links (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  kind text not null check (kind in ('email-change', 'register', 'invite', 'reset')),
  user_id bigint,
  email text not null,
  email_norm text not null generated always as (lower(email)) stored,
  signature_hash bytea,
  roles text[] check (roles <@ array['god-admin', 'admin', 'user', 'auditor'] and cardinality(roles) > 0),
  -- May be a god-admin of the platform, so there is no foreign key.
  invited_by bigint,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, signature_hash),
  constraint one_time_links_invite_roles check ((kind = 'invite') = (roles is not null)),
  foreign key (tenant_id, user_id) references users on delete cascade
);
create index invites_by_time on one_time_links (tenant_id, created_at, id) where kind = 'invite';
create index one_time_links_of_email on one_time_links (tenant_id, email_norm);
create index one_time_links_of_user on one_time_links (tenant_id, user_id);
create unique index one_time_links_open_invite on one_time_links (tenant_id, email_norm) include (expires_at, id)
  where kind = 'invite' and used_at is null and revoked_at is null;
select protect('one_time_links', 'select, insert, update, delete');

-- A person's authenticator app. Unconfirmed until its first code is verified.
create table authenticators (
  tenant_id bigint not null references tenants,
  user_id bigint not null,
  -- Encrypted with a key derived from the installation's secret.
  secret bytea not null,
  confirmed_at timestamptz,
  -- The newest time step used, so that no code works twice.
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

-- A sign-in that waits for its verification code: one row for each MFA token.
create table mfa_challenges (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  user_id bigint not null,
  attempts int not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users on delete cascade
);
create index mfa_challenges_of_user on mfa_challenges (tenant_id, user_id);
select protect('mfa_challenges', 'select, insert, update, delete');

-- The identity provider for an e-mail domain.
create table sso_connections (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  domain text not null check (domain ~ '^[a-z0-9-]+(\.[a-z0-9-]+)+$'),
  name text not null,
  kind text not null check (kind in ('oidc', 'saml')),
  -- The OpenID issuer, or the SAML provider's entity id.
  issuer text not null,
  client_id text,
  -- Encrypted with a key derived from the installation's secret.
  client_secret bytea,
  entry_point text,
  idp_certificate text,
  -- The `acr` or AuthnContextClassRef values that are accepted. Empty: the provider is trusted.
  required_contexts text[] not null default '{}',
  -- Whether the provider's answers arrive at an address of this connection alone, not at its host's.
  has_own_address boolean not null default true,
  creates_users boolean not null default false,
  is_active boolean not null default true,
  -- The organisation that the people belong to, if another: they are handed over to its host.
  people_tenant_id bigint references tenants,
  created_at timestamptz not null default now(),
  version int not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, domain),
  check ((kind = 'oidc') = (client_id is not null)),
  check ((kind = 'saml') = (entry_point is not null and idp_certificate is not null))
);
select protect('sso_connections', 'select, insert, update, delete');

-- A sign-in in progress: single use, stored as hashes, bound to one browser.
create table sso_transactions (
  tenant_id bigint not null references tenants,
  state_hash bytea not null,
  connection_id bigint not null,
  browser_hash bytea not null,
  redirect text not null,
  nonce text,
  verifier text,
  -- SAML: the request that the answer must name, and when that answer arrived.
  request_id text,
  answered_at timestamptz,
  -- SAML: the answer's content, until the browser fetches it.
  finish_hash bytea,
  person jsonb,
  -- Set when the account of this session is to be linked instead of signed in.
  link_session_id bigint,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, state_hash),
  unique (tenant_id, finish_hash),
  foreign key (tenant_id, connection_id) references sso_connections on delete cascade,
  foreign key (tenant_id, link_session_id) references sessions on delete cascade
);
create index sso_transactions_of_connection on sso_transactions (tenant_id, connection_id);
create index sso_transactions_of_session on sso_transactions (tenant_id, link_session_id);
select protect('sso_transactions', 'select, insert, update, delete');

-- A person's subject at an identity provider: one for each account and issuer.
create table identities (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  issuer text not null,
  subject text not null,
  user_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, issuer, subject),
  unique (tenant_id, user_id, issuer),
  unique (tenant_id, id),
  foreign key (tenant_id, user_id) references users on delete cascade
);
select protect('identities', 'select, insert, update, delete');

-- Someone who signed in on this tenant's host and belongs to another: they have a minute to get there.
create table handovers (
  tenant_id bigint not null references tenants,
  id_hash bytea not null,
  browser_hash bytea not null,
  target_tenant_id bigint not null references tenants,
  person_id bigint not null,
  expires_at timestamptz not null,
  primary key (tenant_id, id_hash)
);
select protect('handovers', 'select, insert, delete');

-- The other end of a handover: a one-time code for the browser that requested it.
create table handover_codes (
  tenant_id bigint not null references tenants,
  code_hash bytea not null,
  challenge text not null,
  user_id bigint not null,
  expires_at timestamptz not null,
  primary key (tenant_id, code_hash),
  foreign key (tenant_id, user_id) references users on delete cascade
);
create index handover_codes_of_user on handover_codes (tenant_id, user_id);
select protect('handover_codes', 'select, insert, delete');

-- The nonce of a sign-in that started in the browser: single use, bound to one browser.
create table oidc_nonces (
  tenant_id bigint not null references tenants,
  nonce_hash bytea not null,
  browser_hash bytea not null,
  expires_at timestamptz not null,
  link_session_id bigint,
  primary key (tenant_id, nonce_hash),
  foreign key (tenant_id, link_session_id) references sessions on delete cascade
);
create index oidc_nonces_of_session on oidc_nonces (tenant_id, link_session_id);
select protect('oidc_nonces', 'select, insert, delete');

-- Id tokens that were exchanged. Each works once.
create table oidc_spent_tokens (
  tenant_id bigint not null references tenants,
  token_hash bytea not null,
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash)
);
select protect('oidc_spent_tokens', 'select, insert, delete');

-- Versions of drafts are never used twice, so a new draft is never taken for a deleted one.
create sequence terms_draft_versions as int;
grant usage on sequence terms_draft_versions to wm_app, wm_platform;

-- The draft of a version of the terms, in the tenant of its authors.
create table terms_drafts (
  tenant_id bigint not null references tenants,
  of_version int not null,
  text text not null,
  what_changed text not null,
  must_accept boolean not null,
  effective_on date,
  version int not null default nextval('terms_draft_versions'),
  saved_at timestamptz not null default now(),
  saved_by bigint,
  primary key (tenant_id, of_version),
  foreign key (tenant_id, saved_by) references users on delete set null (saved_by)
);
create index terms_drafts_of_writer on terms_drafts (tenant_id, saved_by);
select protect('terms_drafts', 'select, insert, update, delete');

-- Organisation-specific terms, shown below the platform's. An empty text removes them.
create table terms_additions (
  tenant_id bigint not null references tenants,
  version int not null,
  text text not null,
  published_at timestamptz not null default now(),
  primary key (tenant_id, version)
);
select protect('terms_additions', 'select, insert');

create table terms_acceptances (
  tenant_id bigint not null references tenants,
  user_id bigint not null,
  terms_id bigint not null references terms,
  accepted_at timestamptz not null default now(),
  address text not null,
  addition_version int,
  primary key (tenant_id, user_id, terms_id),
  foreign key (tenant_id, user_id) references users on delete cascade
);
create index terms_acceptances_by_time on terms_acceptances (tenant_id, terms_id, accepted_at desc);
select protect('terms_acceptances', 'select, insert');

-- The person behind a valid session. Every request reads it again, so that a revoked session, an inactive user, a
-- changed role, a suspended tenant, new terms and newly required two-step verification apply at the next request.
create view signed_in with (security_invoker = true) as
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
grant select on signed_in to wm_app;

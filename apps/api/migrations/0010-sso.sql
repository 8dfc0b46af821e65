-- Who vouches for the people of an e-mail domain.
create table sso_connections (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  domain text not null check (domain ~ '^[a-z0-9-]+(\.[a-z0-9-]+)+$'),
  name text not null,
  kind text not null check (kind in ('oidc', 'saml')),
  -- The OpenID issuer, or the SAML provider's entity id.
  issuer text not null,
  client_id text,
  -- Sealed with a key of the installation's secret.
  client_secret bytea,
  entry_point text,
  idp_certificate text,
  creates_users boolean not null default false,
  is_active boolean not null default true,
  -- Whose people sign in here, when they are another organisation's: they are handed over to its host.
  people_tenant_id bigint references tenants,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, domain),
  check ((kind = 'oidc') = (client_id is not null)),
  check ((kind = 'saml') = (entry_point is not null and idp_certificate is not null))
);
select protect('sso_connections', 'select, insert, update, delete');

-- A sign-in under way: single use, kept as hashes, bound to one browser.
create table sso_transactions (
  tenant_id bigint not null references tenants,
  state_hash bytea not null,
  connection_id bigint not null,
  browser_hash bytea not null,
  redirect text not null,
  nonce text,
  verifier text,
  -- SAML: the request that the answer must name, and when that answer came.
  request_id text,
  answered_at timestamptz,
  -- SAML: what the answer said, until the browser fetches it.
  finish_hash bytea,
  person jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, state_hash),
  unique (tenant_id, finish_hash),
  foreign key (tenant_id, connection_id) references sso_connections on delete cascade
);
create index sso_transactions_of_connection on sso_transactions (tenant_id, connection_id);
select protect('sso_transactions', 'select, insert, update, delete');

-- Who a person is to an identity provider. One account has one subject at each issuer.
create table identities (
  tenant_id bigint not null references tenants,
  issuer text not null,
  subject text not null,
  user_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, issuer, subject),
  unique (tenant_id, user_id, issuer),
  foreign key (tenant_id, user_id) references users on delete cascade
);
select protect('identities', 'select, insert, update, delete');

-- Somebody who proved on this tenant's host to be a person of another: a minute to get there.
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

-- The other end: a one-time code for the browser that asked for it.
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

-- A sign-in in the browser that was begun: its nonce, single use, bound to one browser.
create table oidc_nonces (
  tenant_id bigint not null references tenants,
  nonce_hash bytea not null,
  browser_hash bytea not null,
  expires_at timestamptz not null,
  primary key (tenant_id, nonce_hash)
);
select protect('oidc_nonces', 'select, insert, delete');

-- Id tokens that were exchanged: none is good a second time.
create table oidc_spent_tokens (
  tenant_id bigint not null references tenants,
  token_hash bytea not null,
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash)
);
select protect('oidc_spent_tokens', 'select, insert, delete');

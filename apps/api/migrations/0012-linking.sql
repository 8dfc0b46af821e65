-- An identity is named by its id when it is unlinked.
alter table identities add column id bigint not null default nextval('ids');
alter table identities add unique (tenant_id, id);

-- Under way to link the account of a session, not to sign in.
alter table sso_transactions add column link_session_id bigint;
alter table sso_transactions
  add foreign key (tenant_id, link_session_id) references sessions on delete cascade;
create index sso_transactions_of_session on sso_transactions (tenant_id, link_session_id);
alter table oidc_nonces add column link_session_id bigint;
alter table oidc_nonces
  add foreign key (tenant_id, link_session_id) references sessions on delete cascade;
create index oidc_nonces_of_session on oidc_nonces (tenant_id, link_session_id);

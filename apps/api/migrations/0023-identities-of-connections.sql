-- An identity belongs to the connection, or to Salesforce, that vouched for it: another connection can name the same
-- issuer. The previous version writes neither, so rows without both are assigned later, by `assign-identities.ts`.
alter table identities
  -- No foreign key, because the connection can be of another organisation.
  add connection_id bigint,
  add is_salesforce boolean not null default false,
  add check (not (is_salesforce and connection_id is not null)),
  drop constraint identities_pkey,
  drop constraint identities_tenant_id_user_id_issuer_key,
  drop constraint identities_tenant_id_id_key,
  add primary key (tenant_id, id);
create unique index identities_of_connection on identities (tenant_id, connection_id, subject)
  where connection_id is not null;
create unique index identities_of_user_and_connection on identities (tenant_id, user_id, connection_id)
  where connection_id is not null;
-- Identities of Salesforce and of the previous version.
create unique index identities_of_issuer on identities (tenant_id, issuer, subject, is_salesforce)
  where connection_id is null;
create unique index identities_of_user_and_issuer on identities (tenant_id, user_id, issuer, is_salesforce)
  where connection_id is null;
-- Two accounts of one person are found by what the provider says, whichever connection it came through.
create index identities_by_subject on identities (tenant_id, issuer, subject);
create index identities_of_user on identities (tenant_id, user_id);

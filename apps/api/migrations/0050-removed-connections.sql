-- A sign-in that had started outlives its connection, so that it can say that the connection was removed.
alter table sso_transactions alter column connection_id drop not null,
  drop constraint sso_transactions_tenant_id_connection_id_fkey,
  add foreign key (tenant_id, connection_id) references sso_connections on delete set null (connection_id);

-- The address that the provider last vouched for, in lower case. It tells whose account a user of the provider had
-- before an admin removed the link: the provider may send another ID then, and the account may have another address.
alter table identities add provider_email text;
create index identities_by_provider_email on identities (tenant_id, connection_id, provider_email)
  where provider_email is not null;

create table removed_links (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  user_id bigint not null,
  -- As in identities: a connection, or Salesforce.
  connection_id bigint,
  is_salesforce boolean not null default false,
  issuer text not null,
  provider_email text not null,
  removed_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check (not (is_salesforce and connection_id is not null)),
  foreign key (tenant_id, user_id) references users on delete cascade
);
create index removed_links_of_user on removed_links (tenant_id, user_id);
create index removed_links_by_provider_email on removed_links (tenant_id, provider_email);
select protect('removed_links', 'select, insert, update, delete');

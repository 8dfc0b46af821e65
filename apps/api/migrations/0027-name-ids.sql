-- Name IDs of SAML are found without the spaces around them, and addresses without case.
alter table identities
  add subject_norm text not null generated always as (lower(btrim(subject, e' \t\r\n'))) stored;
create index identities_by_name_id on identities (tenant_id, connection_id, subject_norm);

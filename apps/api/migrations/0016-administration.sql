-- What two people may change at the same time has a version: the second one sees what the first one did.
alter table users add version int not null default 1;
alter table tenants
  add version int not null default 1,
  -- After so many years an organisation's assessments may be deleted; null keeps them.
  add retention_years int check (retention_years between 1 and 30);

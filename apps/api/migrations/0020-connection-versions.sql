-- Two people may change the same connection: the second one sees what the first one did.
alter table sso_connections add version int not null default 1;

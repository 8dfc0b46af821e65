-- Less is read for each line of who takes part (docs/decisions/065-sifted-by-less.md).
-- With the address, by which people are looked for besides, so that no row is read on the way through the names.
drop index users_by_name, all_users_by_name;
create index users_by_name on users (tenant_id, name_norm, id) include (email_norm) where removed_at is null;
create index all_users_by_name on users (name_norm, id) include (tenant_id, email_norm) where removed_at is null;

-- With its id, so that no row is read for what named people have begun.
drop index assessments_by_user;
create index assessments_by_user on assessments (user_id, year, status) include (tenant_id, id);

-- What lists and the dashboard of ten thousand organisations read of every user and assessment, without the tables.
create index users_present on users (tenant_id, id) include (created_at, is_active) where removed_at is null;
drop index users_active;
create index all_users_by_name_and_state on users (name_norm, id) include (tenant_id, email_norm, is_active) where removed_at is null;
drop index all_users_by_name;
alter index all_users_by_name_and_state rename to all_users_by_name;
create index assessments_of_user on assessments (tenant_id, user_id, year, type, content_set_id) include (status, touched_at)
  where status <> 'not_started';
drop index assessments_started;

-- The organisation is beside these orders and no longer in them (docs/decisions/037-beside-the-order.md).
drop index all_users_by_name, all_users_by_email, all_users_by_status, all_users_by_sign_in, all_invites_by_time, all_waiting_invites_by_time;
create index all_users_by_name on users (name_norm, id) include (tenant_id) where removed_at is null;
create index all_users_by_email on users (email_norm, id) include (tenant_id) where removed_at is null;
create index all_users_by_status on users (is_active, name_norm, id) include (tenant_id) where removed_at is null;
create index all_users_by_sign_in on users (last_login_at nulls first, id) include (tenant_id) where removed_at is null;
create index all_invites_by_time on one_time_links (created_at desc, id desc) include (tenant_id) where kind = 'invite';
create index all_waiting_invites_by_time on one_time_links (created_at desc, id desc) include (tenant_id)
  where kind = 'invite' and used_at is null and revoked_at is null;

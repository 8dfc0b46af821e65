-- Admins across organisations in the order of their names: of all people in that order one in 50 is one, and each was looked at.
create index all_admins_by_name on users (name_norm, id) include (tenant_id) where removed_at is null and 'admin' = any (roles);

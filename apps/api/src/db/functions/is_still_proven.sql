-- Whether the person still has the password that was compared and is active. Locks the row, so that a later change
-- finds the new session and ends it.
create or replace function is_still_proven(tenant bigint, person bigint, proven text) returns boolean language plpgsql as $$
begin
  perform from users u where u.tenant_id = tenant and u.id = person and u.password_hash = proven and u.is_active
  for no key update;
  return found;
end $$;
revoke execute on function is_still_proven from public;
grant execute on function is_still_proven to wm_app;

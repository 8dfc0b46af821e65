-- Whether a person still has the password that was compared, and may sign in: comparing takes its time. Neither changes
-- until the transaction ends, so that whoever changes it afterwards finds the session and ends it. Taken before
-- anything else of the person, in the order of those who change it.
create function is_still_proven(tenant bigint, person bigint, proven text) returns boolean language plpgsql as $$
begin
  perform from users u where u.tenant_id = tenant and u.id = person and u.password_hash = proven and u.is_active
  for no key update;
  return found;
end $$;

-- As in 0155, for the password that was compared; false where it is no longer theirs as well.
drop function finish_sign_in;
create function finish_sign_in(tenant bigint, session bigint, person bigint, device text, way jsonb, session_days int,
  token_hash bytea, token_hours int, request text, proven text, forgotten bytea, given_back bytea)
returns boolean language plpgsql as $$
begin
  if not is_still_proven(tenant, person, proven)
    or exists (select from authenticators a where a.tenant_id = tenant and a.user_id = person and a.confirmed_at is not null)
  then return false; end if;
  perform start_session(tenant, session, person, device, way, session_days, token_hash, token_hours, request);
  -- Last, as many people sign in from one address.
  perform forgive_attempts(forgotten, given_back);
  return true;
end $$;

revoke execute on function is_still_proven, finish_sign_in from public;
grant execute on function is_still_proven, finish_sign_in to wm_app;

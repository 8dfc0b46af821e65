create or replace function finish_sign_in(tenant bigint, session bigint, person bigint, device text, way jsonb, session_days int,
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
revoke execute on function finish_sign_in from public;
grant execute on function finish_sign_in to wm_app;

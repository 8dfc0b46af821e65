-- Starts a session with its first refresh token.
create or replace function start_session(tenant bigint, session bigint, person bigint, device text, way jsonb, session_days int,
  token_hash bytea, token_hours int, request text)
returns void language plpgsql as $$
begin
  insert into sessions (tenant_id, id, user_id, device, method, expires_at)
  values (tenant, session, person, start_session.device, way ->> 'method', now() + make_interval(days => session_days));
  insert into refresh_tokens (tenant_id, session_id, token_hash, expires_at)
  values (tenant, session, start_session.token_hash, now() + make_interval(hours => token_hours));
  update users set last_login_at = now() where tenant_id = tenant and id = person;
  insert into audit_events (tenant_id, actor_id, action, subject, details, request_id)
  values (tenant, person, 'signed in', 'session ' || session, way, request);
end $$;
revoke execute on function start_session from public;
grant execute on function start_session to wm_app;

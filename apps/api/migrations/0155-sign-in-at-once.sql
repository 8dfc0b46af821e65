-- A sign-in in two calls: before the password is compared and after.

-- Counts an attempt in each window, one after another until one has had too many. What a crash takes back of it harms
-- nobody, so nobody waits for the disk.
create function count_attempts(keys bytea[], most int[], seconds int[])
returns table (count int, wait int) rows 2 language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  for n in 1 .. cardinality(keys) loop
    insert into rate_limits as r (key, count, resets_at) values (keys[n], 1, now() + make_interval(secs => seconds[n]))
    on conflict (key) do update set
      count = case when r.resets_at <= now() then 1 else r.count + 1 end,
      resets_at = case when r.resets_at <= now() then excluded.resets_at else r.resets_at end
    returning r.count, ceil(extract(epoch from r.resets_at - now()))::int into count, wait;
    return next;
    exit when count > most[n];
  end loop;
end $$;

-- Forgets the attempts of one that has proved itself, and takes one of another window back: it was a rightful one. In
-- the order of counting, so that two never wait for each other.
create function forgive_attempts(forgotten bytea, given_back bytea) returns void language plpgsql as $$
begin
  delete from rate_limits where key = forgotten;
  update rate_limits set count = greatest(count - 1, 0) where key = given_back;
end $$;

-- Who has this address, and whether a password is what they sign in with. `vouching`: an issuer that vouches for people
-- of every organisation, besides those of the connections.
create function user_for_sign_in(tenant bigint, address text, vouching text)
returns table (id bigint, password_hash text, is_active boolean, has_sso boolean, is_linked boolean)
rows 1 language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    select u.id, u.password_hash, u.is_active,
      exists (select from identities i
        left join sso_connections c on c.tenant_id = i.tenant_id and c.issuer = i.issuer and c.is_active
          and coalesce(c.people_tenant_id, c.tenant_id) = c.tenant_id
        where i.tenant_id = u.tenant_id and i.user_id = u.id and (c.id is not null or i.issuer = vouching)),
      exists (select from identities i where i.tenant_id = u.tenant_id and i.user_id = u.id)
    from users u where u.tenant_id = tenant and u.email_norm = address;
end $$;

-- A new session of a person with its first refresh token.
create function start_session(tenant bigint, session bigint, person bigint, device text, way jsonb, session_days int,
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

-- The same right after the password, for whom that is all; false where two-step sign-in is on.
create function finish_sign_in(tenant bigint, session bigint, person bigint, device text, way jsonb, session_days int,
  token_hash bytea, token_hours int, request text, forgotten bytea, given_back bytea)
returns boolean language plpgsql as $$
begin
  if exists (select from authenticators a where a.tenant_id = tenant and a.user_id = person and a.confirmed_at is not null)
  then return false; end if;
  perform start_session(tenant, session, person, device, way, session_days, token_hash, token_hours, request);
  -- Last, as many people sign in from one address.
  perform forgive_attempts(forgotten, given_back);
  return true;
end $$;

revoke execute on function count_attempts, forgive_attempts, user_for_sign_in, start_session, finish_sign_in from public;
grant execute on function count_attempts, forgive_attempts, user_for_sign_in, start_session, finish_sign_in to wm_app;
grant execute on function user_for_sign_in to wm_platform;

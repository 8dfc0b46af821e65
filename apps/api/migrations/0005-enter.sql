-- The first thing of every signed-in request, in one round trip: bind the transaction to its tenant, then look who
-- is behind the session. It is asked anew each time and on any node, so that a revoked session, a deactivated
-- person, a changed role, a suspended tenant and newly issued terms count at the next request.
create function enter(tenant bigint, session bigint, person bigint)
returns table (id bigint, name text, email text, roles text[], has_accepted_terms boolean)
language plpgsql as $$
#variable_conflict use_column
begin
  perform set_config('app.tenant_id', tenant::text, true);
  return query
    select u.id, u.name, u.email, u.roles,
      u.accepted_terms_version >= coalesce((select max(version) from terms where must_accept), 0)
    from sessions s
    join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
    join tenants t on t.id = s.tenant_id
    where s.tenant_id = tenant and s.id = session and u.id = person
      and s.revoked_at is null and s.expires_at > now() and u.is_active and t.status = 'active';
end $$;
revoke execute on function enter from public;
grant execute on function enter to wm_app;

-- The first statement of every signed-in request: binds the transaction to the tenant and reads the session's owner.
create or replace function enter(tenant bigint, session bigint, person bigint)
returns table (id bigint, name text, email text, roles text[], has_accepted_terms boolean, needs_mfa_setup boolean)
language plpgsql as $$
#variable_conflict use_column
begin
  perform set_config('app.tenant_id', tenant::text, true);
  return query
    select me.id, me.name, me.email, me.roles, me.has_accepted_terms, me.needs_mfa_setup
    from signed_in me where me.tenant_id = tenant and me.session_id = session and me.id = person
      -- An organisation that moves can be read, but not changed.
      and (not me.is_moving or set_config('transaction_read_only', 'on', true) = 'on');
end $$;
revoke execute on function enter from public;
grant execute on function enter to wm_app;

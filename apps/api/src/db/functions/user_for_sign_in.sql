-- The account with this address and whether it signs in with a password. `vouching` is an issuer for people of every
-- organisation, besides those of the connections.
create or replace function user_for_sign_in(tenant bigint, address text, vouching text)
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
revoke execute on function user_for_sign_in from public;
grant execute on function user_for_sign_in to wm_app, wm_platform;

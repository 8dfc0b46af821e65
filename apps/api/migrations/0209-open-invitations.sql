-- How many invitations of an organisation are open, by the index of those that wait alone. A plan that is kept for any
-- organisation expects so few links that it takes the smallest index and reads them all: the order asks for this one.
create function open_invitations(organisation bigint) returns int language sql stable
set search_path = pg_catalog, public, pg_temp set enable_sort = off
return (select count(*) from (select from one_time_links l where l.tenant_id = organisation and l.kind = 'invite'
  and l.used_at is null and l.revoked_at is null and l.expires_at > now() order by l.email_norm) l);
revoke execute on function open_invitations from public;
grant execute on function open_invitations to wm_platform;

create or replace function open_invitations(organisation bigint) returns int language sql stable
set search_path = pg_catalog, public, pg_temp set enable_sort = off
return (select count(*) from (select from one_time_links l where l.tenant_id = organisation and l.kind = 'invite'
  and l.used_at is null and l.revoked_at is null and l.expires_at > now() order by l.email_norm) l);
revoke execute on function open_invitations from public;
grant execute on function open_invitations to wm_platform;

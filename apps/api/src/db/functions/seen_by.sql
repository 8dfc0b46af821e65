create or replace function seen_by(visible bigint[]) returns text language plpgsql stable set search_path = pg_catalog, public, pg_temp
as $$
declare
  platform bigint := (select t.id from tenants t where t.kind = 'platform');
begin
  return case
    when cardinality(visible) = 1 then 'u.tenant_id = $1[1]'
    when exists (select t.id from tenants t where t.kind <> 'platform' except select unnest(visible)) then 'u.tenant_id = any ($1)'
    when platform = any (visible) then 'true'
    else 'u.tenant_id <> ' || platform end;
end $$;
revoke execute on function seen_by from public;
grant execute on function seen_by to wm_finder;

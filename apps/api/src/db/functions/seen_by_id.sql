create or replace function seen_by_id(visible bigint[], seen text) returns text language sql immutable set search_path = pg_catalog, pg_temp
  -- Not by equality, which would leave the order to the ids alone.
  return case when cardinality(visible) = 1 then 'u.tenant_id between $1[1] and $1[1] order by u.tenant_id, u.id' else seen || ' order by u.id' end;
revoke execute on function seen_by_id from public;
grant execute on function seen_by_id to wm_finder;

create or replace function like_part(part text) returns text language sql immutable set search_path = pg_catalog, public, pg_temp
  return '%' || regexp_replace(search_norm(part), '([\\%_])', '\\\1', 'g') || '%';
revoke execute on function like_part from public;
grant execute on function like_part to wm_finder;

create or replace function with_fewer_trigrams(pattern text) returns text language sql immutable set search_path = pg_catalog, pg_temp
  return regexp_replace(pattern, '([a-z0-9]{3})(?=[a-z0-9]{3})', '\1%', 'g');
revoke execute on function with_fewer_trigrams from public;
grant execute on function with_fewer_trigrams to wm_finder;

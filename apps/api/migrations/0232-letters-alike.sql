-- How texts are compared when somebody looks for a part of a word, as packages/contract/src/search-norm.ts has it: without case
-- and accents, and with letters of their own as those who cannot type them write them.
create function search_norm(text text) returns text language sql immutable set search_path = pg_catalog, pg_temp
  return replace(replace(replace(replace(translate(lower(regexp_replace(normalize(text, nfd), '[\u0300-\u036f]', '', 'g')),
    'łøđðħŧı', 'loddhti'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
revoke execute on function search_norm from public;
grant execute on function search_norm to wm_app, wm_platform, wm_finder;

alter table users alter column name_norm set expression as (search_norm(name));
alter table tenants alter column name_norm set expression as (search_norm(name));

create or replace function like_part(part text) returns text language sql immutable set search_path = pg_catalog, public, pg_temp
  return '%' || regexp_replace(search_norm(part), '([\\%_])', '\\\1', 'g') || '%';

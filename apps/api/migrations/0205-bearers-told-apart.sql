-- The pattern of a part of a name, as like-part.ts has it.
create function like_part(part text) returns text language sql immutable set search_path = pg_catalog, pg_temp
  return '%' || regexp_replace(lower(regexp_replace(normalize(part, nfd), '[\u0300-\u036f]', '', 'g')), '([\\%_])', '\\\1', 'g') || '%';
revoke execute on function like_part from public;
grant execute on function like_part to wm_finder;

-- Whether many people have a part of a name, told by a few: a hundred in each of two orders, and then whether of 2,000 more than
-- so many have it. $1 are the organisations of `seen`.
create function are_many(pattern text, visible bigint[], most int) returns bool language plpgsql stable
set search_path = pg_catalog, public, pg_temp set max_parallel_workers_per_gather = 0 set enable_incremental_sort = off
as $$
declare
  seen text := seen_by(visible);
  bearing text := '(u.name_norm like $2 or u.email_norm like $2)';
  sampled text;
  is_common bool;
begin
  -- Where one in ten has it, one soon meets more than enough; and one or two characters have no trigrams.
  foreach sampled in array array[seen || ' order by u.last_login_at nulls first', seen_by_id(visible, seen)] loop
    execute format('select count(*) >= 10 from (select u.name_norm, u.email_norm from users u where u.removed_at is null and %s limit 100) u where %s', sampled, bearing)
      into is_common using visible, pattern;
    exit when not is_common;
  end loop;
  if is_common then
    -- Twenty times as many have the last word.
    execute format('select count(*) > $3 from (select from (
        select u.name_norm, u.email_norm from users u where u.removed_at is null and %s order by u.last_login_at nulls first limit 2000) u where %s limit $3 + 1) u', seen, bearing)
      into is_common using visible, pattern, most;
  end if;
  return is_common;
end $$;
revoke execute on function are_many from public;
grant execute on function are_many to wm_finder;

-- As 0182 has it, but for what is told apart now.
create or replace function find_bearers(part text, most int) returns bigint[]
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp set max_parallel_workers_per_gather = 0 set enable_bitmapscan = on set enable_indexscan = on set enable_sort = on set enable_incremental_sort = off
as $$
declare
  visible bigint[] := nullif(current_setting('app.tenant_ids', true), '')::bigint[];
  pattern text := like_part(part);
  bearers bigint[];
  is_short bool := length(part) < 3;
begin
  if are_many(pattern, visible, most) then return null; end if;
  perform set_config('enable_bitmapscan', case when is_short then 'off' else 'on' end, true),
    set_config('enable_indexscan', case when is_short then 'on' else 'off' end, true);
  execute format('select array_agg(id order by name_norm, id) from (select u.id, u.name_norm from users u
      where u.removed_at is null and %s and (u.name_norm like $2 or u.email_norm like $2) limit $3 + 1) u', seen_by(visible))
    into bearers using visible, pattern, most;
  return case when coalesce(cardinality(bearers), 0) <= most then coalesce(bearers, '{}') end;
end $$;

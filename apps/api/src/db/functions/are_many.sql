create or replace function are_many(pattern text, visible bigint[], seen text, most int) returns bool language plpgsql stable
set search_path = pg_catalog, public, pg_temp set max_parallel_workers_per_gather = 0 set enable_incremental_sort = off
as $$
declare
  bearing text := '(u.name_norm like $2 or u.email_norm like $2)';
  sampled text;
  is_common bool;
begin
  -- Where one in ten has it, one soon meets more than enough; and one or two characters have no trigrams.
  foreach sampled in array array[seen_by_id(visible, seen), seen || ' order by u.last_login_at nulls first'] loop
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

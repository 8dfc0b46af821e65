create or replace function find_bearers(part text, most int) returns bigint[]
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp set max_parallel_workers_per_gather = 0 set enable_bitmapscan = on set enable_indexscan = on set enable_sort = on set enable_incremental_sort = off
as $$
declare
  visible bigint[] := nullif(current_setting('app.tenant_ids', true), '')::bigint[];
  pattern text := like_part(part);
  seen text := seen_by(visible);
  bearers bigint[];
  is_short bool := length(part) < 3;
begin
  if are_many(pattern, visible, seen, most) then return null; end if;
  perform set_config('enable_bitmapscan', case when is_short then 'off' else 'on' end, true),
    set_config('enable_indexscan', case when is_short then 'on' else 'off' end, true);
  execute format('select array_agg(id order by name_norm, id) from (select u.id, u.name_norm from users u
      where u.removed_at is null and %s and (u.name_norm like $4 or u.email_norm like $4)
        and (u.name_norm collate "C" like $2 or u.email_norm collate "C" like $2) limit $3 + 1) u', seen)
    into bearers using visible, pattern, most, with_fewer_trigrams(pattern);
  return case when coalesce(cardinality(bearers), 0) <= most then coalesce(bearers, '{}') end;
end $$;
alter function find_bearers owner to wm_finder;
revoke execute on function find_bearers from public;
grant execute on function find_bearers to wm_platform;
